import type { Finding } from "../check/finding.ts";

/**
 * One line for a shell that shows a finding again: the command line of the run narrowed to its check, and to where that was seen if
 * nothing else would play it. Options go in front of `--`, after which everything belongs to the subject.
 * @param argv the command line without reporters and selections, `["mcpcheck","run","server","--","node","s.js"]`
 * @param seenIn what `--suite` takes for the scenario
 */
export function reproLine(argv: readonly string[], finding: Pick<Finding, "check">, seenIn?: string): string {
  const dashes = argv.indexOf("--");
  const at = dashes === -1 ? argv.length : dashes;
  return shellLine([
    ...argv.slice(0, at),
    ...(seenIn === undefined ? [] : ["--suite", seenIn]),
    "--check",
    finding.check,
    ...argv.slice(at),
  ]);
}

/**
 * What `--suite` takes for the scenario in which a server or client was seen to do wrong, where that promised the check nothing: a run of
 * the check alone would not play it. Undefined where it would, and for a recorded trace, of which nothing is played.
 */
export function elsewhereSeen(
  [, verb, kind]: readonly string[],
  { scenario, verdict }: Pick<Finding, "scenario" | "verdict">,
  promisedBy: readonly string[],
): string | undefined {
  if (verb !== "run" || scenario === null || promisedBy.includes(scenario)) return undefined;
  if (verdict !== "fail" && verdict !== "warn") return undefined;
  if (kind === "server") return `*/${scenario}`;
  return kind === "client" ? scenario.replace(".", "/") : undefined;
}

/** Words as one line that a POSIX shell splits into exactly these words again. */
export function shellLine(words: readonly string[]): string {
  return words.map(quote).join(" ");
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
