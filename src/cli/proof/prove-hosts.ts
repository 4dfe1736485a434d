import { loadHostSuites } from "../../run/host/case/load.ts";
import { referenceHost } from "../../run/host/hosts/reference-host.ts";
import { judgeHostCases } from "../../run/proof/host/judge-host-cases.ts";
import { judgeHostMutants } from "../../run/proof/host/judge-host-mutants.ts";
import { loadHostMutants } from "../../run/proof/load-mutants.ts";
import { createProcessGuard } from "../../transport/process/process-guard.ts";
import { version } from "../version.ts";
import { inShare, type Judged, type ProofRequest } from "./judged.ts";

/** Few enough that the time limits of cases hold, which are short and real. */
const mostWorkers = 10;

/** Every expectation of every case by what a host would show that breaks it, and whole wrong hosts. */
export async function proveHosts({ wants, workers, share, io }: ProofRequest): Promise<Judged> {
  const all = loadHostSuites();
  const isMine = inShare(share);
  const suites = all.map((suite) => ({ ...suite, cases: suite.cases.filter(({ id }) => wants(id) && isMine()) }));
  const mutants = loadHostMutants().filter(({ mutates }) => wants(mutates) && isMine());
  const hasCases = suites.some(({ cases }) => cases.length > 0);
  if (!hasCases && mutants.length === 0) return { mutants: [], clean: [] };
  const hostWorkers = Math.min(workers, Math.ceil(mostWorkers / share.of));
  const guard = createProcessGuard();
  process.once("exit", guard.killAll);
  try {
    const host = referenceHost({ version: version(), guard });
    // Wrong hosts first: some keep a case waiting for as long as it waits, and others are played meanwhile.
    const wrong = await judgeHostMutants(host, all, mutants, hostWorkers, io.interrupted);
    const spoilt = hasCases ? await judgeHostCases(host, suites, hostWorkers, io.interrupted) : { mutants: [], clean: [] };
    return { mutants: [...spoilt.mutants, ...wrong], clean: spoilt.clean };
  } finally {
    process.off("exit", guard.killAll);
  }
}
