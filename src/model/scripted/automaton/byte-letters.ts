/** The letter byte-level BPE writes each byte with: printable Latin-1 as it is, the others from U+0100 on, in order. */
const letters: readonly string[] = (() => {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    return String.fromCodePoint(printable ? byte : next++);
  });
})();

/** Bytes as byte-level BPE spells them. */
export function byteLetters(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => letters[byte] ?? "").join("");
}
