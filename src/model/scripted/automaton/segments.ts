/** A stretch of a text: a special token, or anything else. */
export type Segment = { readonly special: string } | { readonly text: string };

/** A text with the special tokens in it told apart; where several fit, the longest counts. */
export function segmentsOf(text: string, specials: readonly string[]): readonly Segment[] {
  if (specials.length === 0) return text === "" ? [] : [{ text }];
  const escaped = specials
    .toSorted((a, b) => b.length - a.length)
    .map((one) => one.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`));
  return text
    .split(new RegExp(`(${escaped.join("|")})`, "u"))
    .map((part, index) => (index % 2 === 1 ? { special: part } : { text: part }))
    .filter((segment) => !("text" in segment && segment.text === ""));
}
