/** The first 32 bits of the fractional parts of the square roots (start) and cube roots (rounds) of the first primes (FIPS 180-4). */
const primes = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127,
  131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193, 197, 199, 211, 223, 227, 229, 233, 239, 241, 251, 257, 263,
  269, 271, 277, 281, 283, 293, 307, 311,
];
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const rounds = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

/** The SHA-256 of bytes in lower-case hexadecimal digits. Pure, for the core, which has no access to the platform's. */
export function sha256(bytes: Uint8Array): string {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = Int32Array.from(start);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    mix(words, state);
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Bytes in a block of SHA-256. */
const block = 64;

/** The HMAC-SHA-256 of a message (RFC 2104) in lower-case hexadecimal digits; the key has at most 64 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): string {
  const padded = (by: number): Uint8Array => Uint8Array.from({ length: block }, (_, i) => (key[i] ?? 0) ^ by);
  const inner = sha256(joined(padded(0x36), message));
  const bytes = Uint8Array.from(inner.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  return sha256(joined(padded(0x5c), bytes));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** One block: its 16 words are spread to 64 and worked into the state. */
function mix(words: Int32Array, state: Int32Array): void {
  const word = (i: number): number => words[i] ?? 0;
  for (let i = 16; i < 64; i++) {
    const [early, late] = [word(i - 15), word(i - 2)];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = (word(i - 16) + first + word(i - 7) + second) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const chosen = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const one = (h + chosen + (rounds[i] ?? 0) + word(i)) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] ?? 0) + value) | 0;
}
