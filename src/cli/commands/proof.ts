import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { checks } from "../../check/registry.ts";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { loadMock } from "../../mock/load-script.ts";
import type { MockScript } from "../../mock/script.ts";
import { systemWorld } from "../../mock/system-world.ts";
import type { MockTransport } from "../../mock/world.ts";
import { startOracle } from "../../run/annotate/oracle.ts";
import { loadSuites } from "../../run/load-suites.ts";
import type { ProofSetup } from "../../run/proof/judge-script.ts";
import { killMatrix } from "../../run/proof/kill-matrix.ts";
import { loadMutants } from "../../run/proof/load-mutants.ts";
import { type CleanSubject, judgeClean, judgeMutants } from "../../run/proof/run-proof.ts";
import { parseHints } from "../../run/server/hints.ts";
import { globMatcher } from "../../run/server/plan.ts";
import { systemClock } from "../../transport/clock.ts";
import { createProcessGuard } from "../../transport/process-guard.ts";
import type { Io } from "../io.ts";
import { proofPage, proofSummary } from "../proof/proof-page.ts";
import { childEnvironment } from "../server/child-environment.ts";
import { version } from "../version.ts";
import { writeWhole } from "../write-reports.ts";

type RawOptions = { readonly check?: string; readonly workers: string; readonly json?: true; readonly markdown?: string };

const bin = fileURLToPath(new URL("../../../bin/mcpcheck.js", import.meta.url));
const hintsFile = fileURLToPath(new URL("../../../mocks/hints/reference.json", import.meta.url));
const cleanMocks = ["reference", "legacy-only", "modern-only", "no-tools", "minimal"];

/** `proof`: shows of every check that it finds its mutant, and nothing else does, and that clean servers are not accused. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .option("--check <glob>", "only the mutants of these checks, and no clean subjects")
    .option("--workers <n>", "how many mutants are judged at a time", "12")
    .option("--json", "the kill matrix as JSON instead of the summary")
    .option("--markdown <file>", "also write the kill matrix as a Markdown page")
    .action(async (raw: RawOptions) => {
      const began = systemClock.now();
      const matrix = await prove(raw, io);
      const seconds = (systemClock.now() - began) / 1000;
      io.stdout(raw.json === true ? `${JSON.stringify(matrix, null, 2)}\n` : proofSummary(matrix, seconds));
      const made = `mcpcheck ${version()}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}, ${seconds.toFixed(0)} s. Made by \`npm run publish:proof\`.`;
      if (raw.markdown !== undefined) {
        const titles = new Map(checks.map(({ id, title }) => [id, title]));
        writeWhole(resolve(io.cwd, raw.markdown), proofPage(matrix, titles, made), "--markdown");
      }
      done(io.interrupted.aborted ? 3 : matrix.holds ? 0 : 1);
    });
}

async function prove(raw: RawOptions, io: Io) {
  const { mutants, pending } = loadMutants();
  const chosen = mutants.filter(({ mutates }) => globMatcher(raw.check)(mutates));
  if (chosen.length === 0) throw new McpcheckError("usage", `--check: no check with a mutant matches "${raw.check}"`);
  const workers = Number(raw.workers);
  if (!Number.isInteger(workers) || workers < 1)
    throw new McpcheckError("usage", `--workers must be a whole number from 1 on, not ${raw.workers}`);
  const guard = createProcessGuard();
  const oracle = startOracle();
  process.once("exit", guard.killAll);
  try {
    const setup = setupFor(io, guard, oracle);
    const bases = new Map<string, MockScript>();
    const baseOf = (id: string): MockScript => {
      const base = bases.get(id) ?? loadMock(id, io.cwd);
      bases.set(id, base);
      return base;
    };
    const judged = await judgeMutants(setup, chosen, workers, baseOf, () => undefined);
    const clean = raw.check === undefined ? await judgeClean(setup, cleanSubjects(baseOf), Math.min(workers, 4)) : [];
    return killMatrix({ mutants: judged, clean, pending });
  } finally {
    await oracle.stop();
    process.off("exit", guard.killAll);
  }
}

function setupFor(io: Io, guard: ProofSetup["guard"], oracle: ProofSetup["oracle"]): ProofSetup {
  const { suites, promises } = loadSuites();
  return {
    suites: suites.filter(({ subject }) => subject === "server"),
    promises,
    checks,
    hints: parseHints(readFileSync(hintsFile, "utf8"), hintsFile),
    oracle,
    // A mock that ends its process must not end this one.
    world(transport) {
      const world = systemWorld(transport, () => undefined);
      return { ...world, process: { ...world.process, exit: () => undefined } };
    },
    serveFile: (file) => [process.execPath, bin, "serve", "mock", file],
    env: childEnvironment(io.env, []),
    guard,
    stop: io.interrupted,
  };
}

function cleanSubjects(baseOf: (id: string) => MockScript): CleanSubject[] {
  return cleanMocks.flatMap((id) => {
    const script = baseOf(id);
    const transports: readonly MockTransport[] = ["stdio", "http", "sse"];
    const speaksSse = script.revisions === undefined || script.revisions.some((revision) => revision < "2026-07-28");
    return transports.filter((transport) => transport !== "sse" || speaksSse).map((transport) => ({ script, transport }));
  });
}
