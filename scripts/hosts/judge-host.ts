import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Report } from "../../test/support/run-cli.ts";
import { type KeptRun, withCases } from "./kept-cases.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Time for every case, in ms: what is left out for want of it would not be a score. */
const budgetMs = "10800000";

/** How a host is judged: where its report and trace are kept (without ending), the options that name it, and cases to play anew. */
export type Judging = { readonly place: string; readonly argv: readonly string[]; readonly again?: string };

/**
 * The report of a host, by the built command line: the one that is kept, or else a run of all cases, which is kept then. What `again`
 * names is played in any case and takes the place of what was kept of it. @throws Error when a run came to no verdict
 */
export function judgeHost({ place, argv, again }: Judging): Report {
  if (!existsSync(`${place}.json`)) keep(place, play(place, argv));
  else if (again !== undefined) keep(place, withCases(kept(place), play(place, [...argv, "--check", again])));
  return kept(place).report;
}

/** Plays aside, so that a run that is broken off leaves nothing that looks like a report. */
function play(place: string, argv: readonly string[]): KeptRun {
  const aside = `${place}-playing`;
  for (const ending of [".json", ".ndjson"]) rmSync(`${aside}${ending}`, { force: true });
  console.error(`run host ${argv.join(" ")}`);
  const written = ["--reporter", `json=${aside}.json`, "--trace", `${aside}.ndjson`];
  const words = [`${root}bin/mcpcheck.js`, "run", "host", ...written, "--budget", budgetMs, ...argv];
  const { status, signal, stderr } = spawnSync(process.execPath, words, { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
  if (status !== 0 && status !== 1)
    throw new Error(`run host ${argv.join(" ")} ended with ${signal ?? status}: ${String(stderr).slice(-2000)}`);
  const run = kept(aside);
  if (run.report.error !== null) throw new Error(`run host ${argv.join(" ")}: ${run.report.error.message}`);
  return run;
}

const kept = (place: string): KeptRun => ({
  report: JSON.parse(readFileSync(`${place}.json`, "utf8")) as Report,
  trace: readFileSync(`${place}.ndjson`, "utf8"),
});

/** The trace first: a report is what says that a run is there. */
function keep(place: string, { report, trace }: KeptRun): void {
  for (const [ending, text] of [
    [".ndjson", trace],
    [".json", `${JSON.stringify(report)}\n`],
  ] as const) {
    writeFileSync(`${place}-writing`, text);
    renameSync(`${place}-writing`, `${place}${ending}`);
  }
  for (const ending of [".json", ".ndjson"]) rmSync(`${place}-playing${ending}`, { force: true });
}
