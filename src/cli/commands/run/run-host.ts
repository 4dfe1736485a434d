import type { Command } from "commander";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { checks } from "../../../check/registry.ts";
import { adapterHost } from "../../../run/host/hosts/adapter-host.ts";
import { type HostAdapter, loadAdapter, missingNeeds } from "../../../run/host/hosts/adapter.ts";
import type { HostSuite } from "../../../run/host/case/host-case.ts";
import { hostJob } from "../../../run/host/job.ts";
import type { SubjectJob } from "../../../run/subject-job.ts";
import { systemClock } from "../../../base/time/clock.ts";
import { chosenSuites, clientChecksOf, hostChecks, type HostCheck } from "../../host/chosen-suites.ts";
import { referenceHostJob } from "../../host/reference-host-job.ts";
import { chainChecks, chainJobs, type RawChainOptions } from "../../model/chain-jobs.ts";
import type { Io } from "../../io.ts";
import { performRun, type RunContext } from "../../perform-run.ts";
import { addRunOptions, type RawRunOptions, readShard, usualSessions } from "../../run-options.ts";

type RawOptions = RawRunOptions & Partial<RawChainOptions> & { readonly adapter?: string; readonly slow?: true };

/** What `--help` says of it. */
export const summary = "judge a tool-calling host";

/** `run host`: drives a tool-calling host through mock servers and fake models and judges it; ours when no adapter is given. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addRunOptions(program, { meaningless: ["spec", "timeout", "seed", "allowWrites"], usual: { budget: 1_800_000 } })
    .option("--adapter <file>", "how the host under test is started, configured and asked; the reference host when absent")
    .option("--slow", "also the cases of time limits that a host with a clock of its own has to be waited for")
    .option("--model-api <name>", "instead: the reference host with a real model server (ollama) and published MCP servers")
    .option("--model-url <url>", "where that server is; default OLLAMA_HOST, or 127.0.0.1:11434")
    .option("--family <glob>", "the model families that play in the chain; default qwen2.5")
    .addHelpText("after", examples)
    .action(async (raw: RawOptions) => {
      const { modelApi, modelUrl } = raw;
      if (modelApi !== undefined) {
        const words = [
          "mcpcheck",
          "run",
          "host",
          "--model-api",
          modelApi,
          ...(modelUrl === undefined ? [] : ["--model-url", modelUrl]),
        ];
        return done(
          await performRun(io, raw, words, (context) => chainJobs({ ...raw, modelApi }, context, words), chainChecks()),
        );
      }
      const argv = ["mcpcheck", "run", "host", ...(raw.adapter === undefined ? [] : ["--adapter", raw.adapter])];
      const catalog = [...hostChecks(), ...checks.filter(({ subject }) => subject === "client")];
      const { shard: _shard, ...rest } = raw;
      done(await performRun(io, rest, argv, (context) => [jobOf(raw, argv, context, io)], catalog));
    });
}

const examples = `
An adapter is written by \`mcpcheck init host\` and checked by \`mcpcheck adapter validate <file>\`.

Examples:
  mcpcheck run host
  mcpcheck run host --suite 'framing,http'
  mcpcheck run host --shard 1/3
  mcpcheck run host --adapter examples/hosts/inspector-cli.json
  mcpcheck run host --model-api ollama
`;

function jobOf(
  { adapter: file, slow, shard }: RawOptions,
  argv: readonly string[],
  context: RunContext<HostCheck>,
  io: Io,
): SubjectJob {
  const { options, guard, keepTrace } = context;
  const chosen = new Set(context.checks.map(({ id }) => id));
  const clientChecks = clientChecksOf(chosen);
  const cases = new Set(hostChecks().map(({ id }) => id));
  // Who asks for checks of clients alone means any case.
  const onlyAsClient = ![...cases].some((id) => chosen.has(id));
  const anyCase = onlyAsClient || (context.again !== undefined && clientChecks.length > 0);
  const suites = shardOf(chosenSuites(options.suite, anyCase ? cases : chosen), shard);
  if (suites.length === 0)
    throw new McpcheckError("usage", "no case of the host suites is left (mcpcheck list suites shows them)");
  const trace = options.trace === undefined ? {} : { keepTrace };
  if (file === undefined) return referenceHostJob({ ...options, argv, suites, guard, clientChecks, onlyAsClient, ...trace });
  const adapter = loadAdapter(file, io.cwd);
  const absent = absentReason(adapter);
  return hostJob({
    id: adapter.id,
    host: adapterHost(adapter, { guard, env: io.env }),
    suites,
    bail: options.bail,
    argv,
    clock: systemClock,
    workers: options.workers ?? usualSessions(),
    budgetMs: options.budgetMs,
    slow: slow === true,
    clientChecks,
    onlyAsClient,
    byAdapter: true,
    ...trace,
    ...(absent === undefined ? {} : { absent }),
  });
}

/** A shard is every n-th case: there is but one subject. */
function shardOf(suites: readonly HostSuite[], shard: string | undefined): readonly HostSuite[] {
  if (shard === undefined) return suites;
  const { index, count } = readShard(shard);
  let at = 0;
  return suites
    .map((suite) => ({ ...suite, cases: suite.cases.filter(() => at++ % count === index - 1) }))
    .filter(({ cases }) => cases.length > 0);
}

function absentReason(adapter: HostAdapter): string | undefined {
  const missing = missingNeeds(adapter);
  return missing === undefined
    ? undefined
    : `${adapter.id} is not installed here: ${missing} is missing (see examples/hosts/README.md)`;
}
