import { checks } from "../../check/registry.ts";
import { systemWorld } from "../../mock/world/system-world.ts";
import { clientPromises, loadClientSuites } from "../../run/client/scenario/load.ts";
import { judgeCleanClient, judgeClientMutants } from "../../run/proof/client/judge-client-mutants.ts";
import { loadClientMutants } from "../../run/proof/load-mutants.ts";
import { atPlaces } from "../../run/proof/mutant.ts";
import type { Judged, ProofRequest } from "./judged.ts";

/** Every wrong client by the check that must find it, and the reference client by all of them. */
export async function proveClients({ wants, wantsClean, workers, io }: ProofRequest): Promise<Judged> {
  const mutants = atPlaces(loadClientMutants(), wants);
  const suites = loadClientSuites();
  const setup = {
    suites,
    promises: clientPromises(suites),
    checks: checks.filter(({ subject }) => subject === "client"),
    world: (transport: "stdio" | "http" | "sse") => systemWorld(transport, () => undefined),
    stop: io.interrupted,
  };
  const judged = judgeClientMutants(setup, mutants, workers);
  // What is to be judged alone has nothing beside it.
  if (workers === 1) await judged;
  const [found, accused] = await Promise.all([judged, judgeCleanClient(setup, wantsClean, Math.min(workers, 4))]);
  return { mutants: found, clean: accused };
}
