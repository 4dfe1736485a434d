/**
 * What GitHub takes of a SARIF file and shows, beyond which it cuts or refuses it
 * (https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support, read in November 2026).
 */
export const sarifLimits = {
  /** Most results that are kept; the rest is dropped without a word. */
  results: 5000,
  /** Most rules. */
  rules: 25_000,
  /** Most characters of a short or full description of a rule. */
  description: 1024,
  /** Most tags of a rule that are kept. */
  tags: 10,
  /** Most bytes of a file, compressed by gzip. */
  compressed: 10_000_000,
} as const;

/** Text of at most so many UTF-16 units, with a mark where it was cut; never cut inside a character. */
export function within(most: number, text: string): string {
  return text.length <= most ? text : `${text.slice(0, most - 2).replace(/[\uD800-\uDBFF]$/, "")} …`;
}
