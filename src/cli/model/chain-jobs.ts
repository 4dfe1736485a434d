import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { compileModel } from "../../model/scripted/compile-model.ts";
import { loadChainSuites, missingServers } from "../../run/model/chain/load-chain-suites.ts";
import { ollamaModels } from "../../run/model/chain/ollama-model.ts";
import type { HostSuite } from "../../run/host/case/host-case.ts";
import { hostJob } from "../../run/host/job.ts";
import { referenceHost } from "../../run/host/hosts/reference-host.ts";
import { modelPaths, settingsOn } from "../../run/model/model-paths.ts";
import { ollamaVersion } from "../../run/model/server/ollama-models.ts";
import type { SubjectEvent, SubjectJob } from "../../run/subject-job.ts";
import { systemClock } from "../../base/time/clock.ts";
import type { HostCheck } from "../host/chosen-suites.ts";
import type { RunContext } from "../perform-run.ts";
import { version } from "../version.ts";
import { chosenFamilies, serverOf } from "./model-jobs.ts";
import { globMatcher } from "../../base/glob/glob-matcher.ts";

/** The options of `run host` that are about a real model server. */
export type RawChainOptions = { readonly modelApi: string; readonly modelUrl?: string; readonly family?: string };

/** The family that plays when none is named: its format is read by most servers. */
const usualFamily = "qwen2.5";

/** Every case of the full chain, as something `--check` selects. */
export function chainChecks(): readonly HostCheck[] {
  return loadChainSuites().flatMap(({ cases }) => cases.map(({ id, title }) => ({ id, title })));
}

/** The reference host with a real Ollama that plays scripted models: a job per family, on the first path it has. */
export function chainJobs(raw: RawChainOptions, context: RunContext<HostCheck>, argv: readonly string[]): SubjectJob[] {
  if (raw.modelApi !== "ollama")
    throw new McpcheckError("usage", `--model-api: the chain speaks to ollama, not to ${raw.modelApi}`);
  const suites = chosenChain(context);
  const missing = [...new Set(suites.flatMap(({ cases }) => cases.flatMap(missingServers)))];
  if (missing.length > 0)
    throw new McpcheckError(
      "usage",
      `--model-api: the chain needs ${missing.join(", ")}: npm install --no-save ${missing.join(" ")}`,
    );
  return chosenFamilies(raw.family ?? usualFamily).map((family) => {
    const settings = modelPaths.map((path) => settingsOn(family, path)).find((found) => found !== undefined);
    const id = `reference host with ${family.id}`;
    return { id, events: (stop) => eventsOf(stop) };

    async function* eventsOf(stop: AbortSignal): AsyncGenerator<SubjectEvent> {
      const server = { ...serverOf({ url: raw.modelUrl, api: "ollama", header: [] }, context), stop };
      const host = referenceHost({ version: version(), guard: context.guard });
      // Time is not made to pass faster: the other programs of the chain would not notice.
      const { time: _time, ...unhurried } = host;
      const openModel = ollamaModels({
        server,
        family,
        settings: settings ?? {},
        compile: compileModel,
        suffix: process.pid.toString(36),
      });
      const absent = await ollamaVersion(server).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      const job = hostJob({
        id,
        host: {
          ...unhurried,
          openModel,
          subject: { ...host.subject, name: `mcpcheck reference host, model family ${family.id}` },
        },
        suites,
        bail: context.options.bail,
        argv,
        clock: systemClock,
        workers: 1,
        budgetMs: context.options.budgetMs,
        ...(absent === undefined ? {} : { absent }),
        ...(context.options.trace === undefined ? {} : { keepTrace: context.keepTrace }),
      });
      yield* job.events(stop);
    }
  });
}

function chosenChain({ options, checks }: RunContext<HostCheck>): readonly HostSuite[] {
  const wants = globMatcher(options.suite);
  const chosen = new Set(checks.map(({ id }) => id));
  const suites = loadChainSuites()
    .map((suite) => ({
      ...suite,
      cases: suite.cases.filter(({ id }) => (wants(suite.id) || wants(`${suite.id}/${id}`)) && chosen.has(id)),
    }))
    .filter(({ cases }) => cases.length > 0);
  if (suites.length === 0) throw new McpcheckError("usage", "no case of the chain is left (mcpcheck list suites shows them)");
  return suites;
}
