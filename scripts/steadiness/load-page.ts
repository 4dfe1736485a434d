import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { version } from "../../src/cli/version.ts";
import type { KillMatrix } from "../../src/run/proof/kill-matrix.ts";
import type { Report } from "../../test/support/run-cli.ts";
import { differences, wholeRun } from "./steadiness.ts";

/** One run of a command: its verdicts by name, how long it took in seconds, and the load of the machine at its end. */
export type LoadRun = { readonly verdicts: ReadonlyMap<string, string>; readonly seconds: number; readonly load: number };

/** What is run, as it is typed, and its runs. */
export type Loaded = { readonly command: string; readonly runs: readonly LoadRun[] };

/** The verdicts of a report over many subjects. */
export function verdictsOfRun({ findings, error }: Report, exitCode: number): Map<string, string> {
  const named = findings.map((finding): [string, string] => {
    const { subject = "" } = finding as { readonly subject?: string };
    return [`${subject} ${finding.check} (${finding.revision})`.trim(), finding.verdict];
  });
  return new Map([...(error === null ? named : []), [wholeRun, `exit code ${exitCode}`]]);
}

/** What a proof came to: of every mutant whether it was caught and by whom else, of every clean subject who accused it. */
export function verdictsOfProof({ kills, clean }: KillMatrix, exitCode: number): Map<string, string> {
  const astray = (all: readonly { readonly check: string }[]): string =>
    [...new Set(all.map(({ check }) => check))].toSorted().join(", ");
  return new Map([
    ...kills.map((kill): [string, string] => [
      `${kill.check} ${kill.deviation} ${kill.place}`,
      `${kill.caught ? "caught" : "missed"}${kill.astray.length === 0 ? "" : `, astray: ${astray(kill.astray)}`}`,
    ]),
    ...clean.map((one): [string, string] => [
      `clean ${one.subject} ${one.place}`,
      one.trouble === undefined ? `accused by ${astray(one.accusations) || "nobody"}` : "not judged",
    ]),
    [wholeRun, `exit code ${exitCode}`],
  ]);
}

/** What vitest's JSON reporter tells, as far as it is looked at here. */
export type TestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

/** What became of every test, by its file below `root` and its name, and of every file that could not be loaded. */
export function verdictsOfTests({ testResults }: TestReport, exitCode: number, root: string): Map<string, string> {
  return new Map([
    ...testResults.flatMap(({ name, status, assertionResults }): [string, string][] => {
      const file = relative(root, name);
      if (assertionResults.length === 0) return [[file, status]];
      return assertionResults.map((test, place) => [`${file} ${place} ${test.fullName}`, test.status]);
    }),
    [wholeRun, `exit code ${exitCode}`],
  ]);
}

/** The page: a row for each command and a column for each of its runs, and what differed from the run on the quiet machine, the first. */
export function loadPage(all: readonly Loaded[], loops: number): string {
  const most = Math.max(...all.map(({ runs }) => runs.length - 1));
  const rows = all.map(({ command, runs: [quiet, ...runs] }) => {
    const cells = runs.map(({ verdicts }) => {
      const names = new Set([...(quiet?.verdicts.keys() ?? []), ...verdicts.keys()]);
      const others = [...names].filter((name) => verdicts.get(name) !== quiet?.verdicts.get(name)).length;
      return others === 0 ? "same" : `**${others} differ**`;
    });
    const padded = [...cells, ...Array.from({ length: most - cells.length }, () => "")];
    const seconds = runs.map((run) => run.seconds.toFixed(0)).join(", ");
    return `| \`${command}\` | ${quiet?.verdicts.size ?? 0} | ${quiet?.seconds.toFixed(0) ?? ""} | ${seconds} | ${padded.join(" | ")} |`;
  });
  const told = all.flatMap(({ command, runs }) =>
    differences(
      [command],
      runs.map(({ verdicts, load }) => ({ load, verdicts: new Map([[command, verdicts]]) })),
    ),
  );
  const loads = all.flatMap(({ runs }) => runs.slice(1).map(({ load }) => load.toFixed(0)));
  return [
    "# Verdicts beside other work",
    "",
    `mcpcheck ${version()}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${new Date().toISOString().slice(0, 10)}. Made by \`npm run publish:load\`.`,
    "",
    `Each command was run once by itself and then again and again beside ${loops} busy loops, on ${availableParallelism()} cores (load after each of these runs: ${loads.join(", ")}). *same* says that every verdict and the exit code were those of the run by itself.`,
    "",
    `| command | verdicts | s, by itself | s, beside them | ${Array.from({ length: most }, (_, index) => index + 1).join(" | ")} |`,
    `|---|---:|---:|---|${"---|".repeat(most)}`,
    ...rows,
    "",
    ...(told.length === 0 ? [] : ["What differed:", "", ...told.map((line) => `- ${line}`), ""]),
  ].join("\n");
}
