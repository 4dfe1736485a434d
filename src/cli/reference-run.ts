import type { Check } from "../check/check.ts";
import { modelChecks } from "../check/model/model-checks.ts";
import { checks } from "../check/registry.ts";
import { parserChecks } from "../check/parser/parser-checks.ts";
import type { SubjectJob } from "../run/subject-job.ts";
import { hostChecks } from "./host/chosen-suites.ts";
import { referenceClientJobs } from "./client/reference-client-jobs.ts";
import { referenceHostJobs } from "./host/reference-host-job.ts";
import { referenceOllamaJobs } from "./model/reference-ollama-job.ts";
import { parsersAside } from "./parser/parsers-aside.ts";
import type { RunContext } from "./perform-run.ts";
import { referenceJobs } from "./server/reference-jobs.ts";

/** Every check the built-in reference run can use: what `--check` selects from. */
export const referenceCatalog: readonly { readonly id: string }[] = [...checks, ...parserChecks, ...hostChecks(), ...modelChecks];

/** What the reference run leaves out unless it is thorough, said with every one. */
export const leftOutAtFirst =
  "the reference client plays in this process; of the host cases that start processes, and of the ways to cut the inputs of parsers, some are drawn; --thorough plays the client as a process of its own, and takes all";

/**
 * The built-in reference run: the bundled mock servers against the server suites, the parsers against their corpora, the
 * reference host against the host suites, and a real Ollama, when one answers, against the suites for inference servers.
 * Unless it is to be thorough the client plays in this process, fewer host cases start processes, and inputs of parsers are cut in fewer ways: {@link leftOutAtFirst}.
 * A subject none of whose checks is selected is left out, and so are the parsers when suites are selected: they have none.
 */
export function referenceRun(context: RunContext<{ readonly id: string }>, thorough: boolean): SubjectJob[] {
  const chosen = new Set(context.checks.map(({ id }) => id));
  const forServers: readonly Check[] = checks.filter(({ id, subject }) => subject === "server" && chosen.has(id));
  const forClients: readonly Check[] = checks.filter(({ id, subject }) => subject === "client" && chosen.has(id));
  const forParsers = parserChecks.some(({ id }) => chosen.has(id)) && context.options.suite === undefined;
  return [
    ...(forServers.length > 0 ? referenceJobs({ ...context, checks: forServers }) : []),
    ...(forClients.length > 0 && context.options.suite === undefined
      ? referenceClientJobs({ ...context, checks: forClients }, thorough)
      : []),
    ...(forParsers ? [parsersAside({ ...context.options, thorough })] : []),
    ...referenceHostJobs(context, thorough),
    ...referenceOllamaJobs(context),
  ];
}
