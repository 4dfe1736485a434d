import type { Command } from "commander";
import { jsonText } from "../../base/json-text.ts";
import { visible } from "../../base/visible.ts";
import { compared, type Compared, type Difference, isWorse } from "../compare/compared.ts";
import { readReport } from "../compare/read-report.ts";
import type { Io } from "../io.ts";
import { wantsColor } from "../run-options.ts";

/** What `--help` says of it. */
export const summary = "tell two JSON reports apart: what is fixed, broken, new and gone";

/** `compare`: what two reports on the same subjects differ in; exit code 1 where the newer one is worse. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .argument("<old>", "a report of --reporter json")
    .argument("<new>", "a later one")
    .option("--json", "one JSON object on standard output")
    .addHelpText("after", help)
    .action((old: string, now: string, options: { readonly json?: true }) => {
      const [was, is] = [readReport(io.cwd, old, "compare"), readReport(io.cwd, now, "compare")];
      const found = compared(was.findings, is.findings);
      // What was not judged to its end says nothing of what is missing in it.
      for (const [file, { error }] of [[old, was] as const, [now, is] as const])
        if (error !== null) io.stderr(`${file}: not everything was judged: ${visible(error.message)}\n`);
      if (options.json === true) io.stdout(`${jsonText({ schemaVersion: 1, worse: isWorse(found), ...found }, 2)}\n`);
      else io.stdout(text(found, wantsColor(io)));
      done(isWorse(found) ? 1 : is.error === null ? 0 : 3);
    });
}

const help = `
Exit code 1 where something fails that did not fail before, 3 where the newer report could not judge everything. What failed and came to
no conclusion now is open, not fixed.

Examples:
  mcpcheck run server --reporter pretty,json=new.json -- node build/index.js
  mcpcheck compare old.json new.json
`;

const colors: Partial<Record<keyof Compared, number>> = { broken: 31, fixed: 32, open: 33 };

/** More of a kind than this are counted only: findings that are new or gone are often a whole revision. */
const mostShown = 20;

function text(found: Compared, color: boolean): string {
  const kinds = Object.keys(found) as (keyof Compared)[];
  const blocks = kinds.flatMap((kind) => {
    const list = found[kind];
    const head = `${kind === "others" ? "changed otherwise" : kind} (${list.length})`;
    const code = colors[kind];
    const rest = list.length > mostShown ? [`  and ${list.length - mostShown} more`] : [];
    const lines = [
      color && code !== undefined ? `\u001b[${code}m${head}\u001b[0m` : head,
      ...list.slice(0, mostShown).map(line),
      ...rest,
    ];
    return list.length === 0 ? [] : [`${lines.join("\n")}\n`];
  });
  const end = kinds.map((kind) => `${found[kind].length} ${kind === "others" ? "changed otherwise" : kind}`).join(", ");
  return [...blocks, `${isWorse(found) ? "worse" : "not worse"}: ${end}\n`].join("\n");
}

function line({ subject, check, revision, was, is, message }: Difference): string {
  const verdicts = [was, is].filter((one) => one !== undefined).join(" → ");
  const said = is === "fail" || is === "warn" || is === "error" ? `: ${visible(message)}` : "";
  return `  ${subject === undefined ? "" : `${visible(subject)} `}${visible(check)} ${visible(revision)}: ${verdicts}${said}`;
}
