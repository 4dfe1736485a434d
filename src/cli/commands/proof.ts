import { resolve } from "node:path";
import { Option, type Command } from "commander";
import { checks } from "../../check/registry.ts";
import { modelChecks } from "../../check/model/model-checks.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { loadHostSuites } from "../../run/host/case/load.ts";
import { parserChecks } from "../../check/parser/parser-checks.ts";
import { killMatrix } from "../../run/proof/kill-matrix.ts";
import { loadMutants } from "../../run/proof/load-mutants.ts";
import { systemClock } from "../../base/time/clock.ts";
import { commaSeparated } from "../options/repeatable.ts";
import type { Io } from "../io.ts";
import { type ProofRequest, type ProofSubject, proofSubjects } from "../proof/judged.ts";
import { proofPage, proofSummary } from "../proof/proof-page.ts";
import { proveAgain } from "../proof/prove-again.ts";
import { prove, proveHere } from "../proof/prove.ts";
import { version } from "../version.ts";
import { writeWhole } from "../reporting/write-whole.ts";
import { globMatcher } from "../../base/glob/glob-matcher.ts";

type RawOptions = {
  readonly check?: string;
  readonly subject?: string;
  readonly workers: string;
  readonly json?: true;
  readonly results?: true;
  readonly share?: string;
  readonly markdown?: string;
};

/** What `--help` says of it. */
export const summary = "show that every check finds what it is about, and nothing else";

/** `proof`: shows of every check that it finds its mutant, and nothing else does, and that clean subjects are not accused. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .option(
      "--check <glob>",
      "only the mutants of these checks, and no clean subjects (comma-separated, repeatable)",
      commaSeparated,
    )
    .option("--subject <list>", `only the checks of these subjects: ${proofSubjects.join(", ")}`)
    .option("--workers <n>", "how many mutant servers are judged at a time", "12")
    .option("--json", "the kill matrix as JSON instead of the summary")
    .option("--markdown <file>", "also write the kill matrix as a Markdown page")
    .addOption(new Option("--results", "what was seen, for another process to fold").hideHelp())
    .addOption(new Option("--share <part/of>", "only a part of the cases of hosts and of the servers").hideHelp())
    .action(async (raw: RawOptions) => {
      const began = systemClock.now();
      const subjects = subjectsOf(raw.subject);
      const request = requestOf(raw, io);
      if (raw.results === true) {
        io.stdout(JSON.stringify(await proveHere(subjects, request)));
        done(0);
        return;
      }
      const { judged, again } = await proveAgain(await prove(subjects, request, raw.check), subjects, request);
      if (judged.mutants.length === 0 && !io.interrupted.aborted)
        throw new McpcheckError(
          "usage",
          `--check: no check with a mutant matches "${raw.check}"; a mutant is a file of mocks/mutants/ named after its check`,
        );
      const pending = subjects.includes("server") ? loadMutants().pending : {};
      const matrix = killMatrix({ ...judged, pending });
      const seconds = (systemClock.now() - began) / 1000;
      io.stdout(raw.json === true ? `${JSON.stringify(matrix, null, 2)}\n` : proofSummary(matrix, seconds));
      if (again.length > 0) io.stderr(`judged again with less beside it: ${again.join(", ")}\n`);
      const made = `mcpcheck ${version()}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}, ${seconds.toFixed(0)} s. Made by \`npm run publish:proof\`.${again.length === 0 ? "" : ` Judged again with less beside it: ${again.join(", ")}.`}`;
      if (raw.markdown !== undefined) writeWhole(resolve(io.cwd, raw.markdown), proofPage(matrix, titles(), made), "--markdown");
      done(io.interrupted.aborted ? 3 : matrix.holds ? 0 : 1);
    });
}

function subjectsOf(list: string | undefined): readonly ProofSubject[] {
  const named = list === undefined ? proofSubjects : list.split(",").map((one) => one.trim());
  return named.map((name) => {
    const found = proofSubjects.find((subject) => subject === name);
    if (found === undefined) throw new McpcheckError("usage", `--subject: "${name}" is none of ${proofSubjects.join(", ")}`);
    return found;
  });
}

function requestOf({ check, workers, share }: RawOptions, io: Io): ProofRequest {
  const count = Number(workers);
  if (!Number.isInteger(count) || count < 1)
    throw new McpcheckError("usage", `--workers must be a whole number from 1 on, not ${workers}`);
  const [part = 1, of = 1] = (share ?? "1/1").split("/").map(Number);
  return { wants: globMatcher(check), wantsClean: () => check === undefined, workers: count, share: { part, of }, io };
}

function titles(): ReadonlyMap<string, string> {
  const cases = loadHostSuites().flatMap((suite) => suite.cases);
  return new Map([...checks, ...parserChecks, ...modelChecks, ...cases].map(({ id, title }) => [id, title]));
}
