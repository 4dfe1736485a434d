import { readFileSync } from "node:fs";
import { checks } from "../../check/registry.ts";
import { listLookalikes, loadMock } from "../../mock/script/load-script.ts";
import type { MockScript } from "../../mock/script/script.ts";
import { systemWorld } from "../../mock/world/system-world.ts";
import type { MockTransport } from "../../mock/world/world.ts";
import { startOracle } from "../../run/annotate/oracle.ts";
import { loadSuites } from "../../run/suites/load-suites.ts";
import type { ProofSetup } from "../../run/proof/judge-script.ts";
import { loadMutants } from "../../run/proof/load-mutants.ts";
import { atPlaces } from "../../run/proof/mutant.ts";
import { slowTwin } from "../../run/proof/slow-twin.ts";
import { type CleanSubject, judgeClean, judgeMutants } from "../../run/proof/run-proof.ts";
import { parseHints } from "../../run/server/hints.ts";
import { createProcessGuard } from "../../transport/process/process-guard.ts";
import type { Io } from "../io.ts";
import { childEnvironment } from "../server/child-environment.ts";
import { inShare, type Judged, type ProofRequest } from "./judged.ts";
import { packageFile } from "../../base/files/package-file.ts";

const bin = packageFile("bin/mcpcheck.js");
const hintsFile = packageFile("mocks/hints/reference.json");
/** Mock servers that keep every rule. */
export const cleanMocks = ["reference", "legacy-only", "modern-only", "no-tools", "minimal"];

/** Every mutant server by the check that must find it, and clean mocks by all of them. */
export async function proveServers({ wants, wantsClean, workers, share, io }: ProofRequest): Promise<Judged> {
  const isMine = inShare(share);
  const mutants = atPlaces(loadMutants().mutants, wants).filter(isMine);
  const bases = new Map<string, MockScript>();
  const baseOf = (id: string): MockScript => {
    const base = bases.get(id) ?? loadMock(id, io.cwd);
    bases.set(id, base);
    return base;
  };
  const wanted = cleanSubjects(baseOf).filter(({ script, transport }) => wantsClean({ subject: script.id, place: transport }));
  const clean = wanted.filter(isMine).toSorted((one, other) => Number(turnsAway(other)) - Number(turnsAway(one)));
  if (mutants.length === 0 && clean.length === 0) return { mutants: [], clean: [] };
  const guard = createProcessGuard();
  const oracle = startOracle();
  process.once("exit", guard.killAll);
  try {
    const setup = setupFor(io, guard, oracle);
    const judged = judgeMutants(setup, mutants, workers, baseOf, () => undefined);
    // Some of those that are clean are waited for longer than anything else; what is to be judged alone has nothing beside it.
    if (workers === 1) await judged;
    const [found, accused] = await Promise.all([judged, judgeClean(setup, clean, Math.min(workers, 4))]);
    return { mutants: found, clean: accused };
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

/** A server that takes only so many requests is asked again a little later each time: nothing is waited for longer, so it begins first. */
const turnsAway = ({ script }: CleanSubject): boolean =>
  (script.rules ?? []).some((rule) => rule.do.some((step) => "status" in step && step.status === 429));

function cleanSubjects(baseOf: (id: string) => MockScript): CleanSubject[] {
  const lookalikes = listLookalikes();
  const clean = [...lookalikes, ...cleanMocks].flatMap((id) => {
    // Nobody says anything of the others: their roles are learnt by looking.
    const known = lookalikes.includes(id) ? { hints: {} } : {};
    const script = baseOf(id);
    const transports: readonly MockTransport[] = script.transports ?? ["stdio", "http", "sse"];
    const speaksSse = script.revisions === undefined || script.revisions.some((revision) => revision < "2026-07-28");
    return transports
      .filter((transport) => transport !== "sse" || speaksSse)
      .map((transport) => ({ script, transport, ...known }));
  });
  return [...clean, { script: slowTwin(baseOf("minimal")), transport: "stdio" }];
}
