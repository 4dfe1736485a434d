import type { Finding } from "../check/finding.ts";

/**
 * One line for a shell that shows a finding again: the command line of the run narrowed to its check. Options go in
 * front of `--`, after which everything belongs to the subject.
 * @param argv the command line without reporters and selections, `["mcpcheck","run","server","--","node","s.js"]`
 */
export function reproLine(argv: readonly string[], finding: Pick<Finding, "check">): string {
  const dashes = argv.indexOf("--");
  const at = dashes === -1 ? argv.length : dashes;
  return shellLine([...argv.slice(0, at), "--check", finding.check, ...argv.slice(at)]);
}

/** Words as one line that a POSIX shell splits into exactly these words again. */
export function shellLine(words: readonly string[]): string {
  return words.map(quote).join(" ");
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
