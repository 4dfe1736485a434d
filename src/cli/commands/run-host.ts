import type { Command } from "commander";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { adapterHost } from "../../run/host/adapter-host.ts";
import { type HostAdapter, loadAdapter, missingNeeds } from "../../run/host/adapter.ts";
import { hostJob } from "../../run/host/host-job.ts";
import type { SubjectJob } from "../../run/subject-job.ts";
import { systemClock } from "../../transport/clock.ts";
import { chosenSuites, hostChecks, type HostCheck } from "../host/chosen-suites.ts";
import { referenceHostJob } from "../host/reference-host-job.ts";
import type { Io } from "../io.ts";
import { performRun, type RunContext } from "../perform-run.ts";
import { addRunOptions, type RawRunOptions } from "../run-options.ts";

type RawOptions = RawRunOptions & { readonly adapter?: string };

/** `run host`: drives a tool-calling host through mock servers and fake models and judges it; ours when no adapter is given. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addRunOptions(program)
    .setOptionValueWithSource("budget", "1800000", "default")
    .option("--adapter <file>", "how the host under test is started, configured and asked; the reference host when absent")
    .addHelpText("after", examples)
    .action(async (raw: RawOptions) => {
      const argv = ["mcpcheck", "run", "host", ...(raw.adapter === undefined ? [] : ["--adapter", raw.adapter])];
      done(await performRun(io, raw, argv, (context) => [jobOf(raw, argv, context, io)], hostChecks()));
    });
}

const examples = `
Examples:
  mcpcheck run host
  mcpcheck run host --suite 'framing,http'
  mcpcheck run host --adapter examples/hosts/inspector-cli.json
`;

function jobOf({ adapter: file }: RawOptions, argv: readonly string[], context: RunContext<HostCheck>, io: Io): SubjectJob {
  const { options, checks, guard, keepTrace } = context;
  const suites = chosenSuites(options.suite, new Set(checks.map(({ id }) => id)));
  if (suites.length === 0)
    throw new McpcheckError("usage", "no case of the host suites is left (mcpcheck list suites shows them)");
  const trace = options.trace === undefined ? {} : { keepTrace };
  if (file === undefined) return referenceHostJob({ ...options, argv, suites, guard, ...trace });
  const adapter = loadAdapter(file, io.cwd);
  const absent = absentReason(adapter);
  return hostJob({
    id: adapter.id,
    host: adapterHost(adapter, { guard, env: io.env }),
    suites,
    bail: options.bail,
    argv,
    clock: systemClock,
    workers: options.workers,
    budgetMs: options.budgetMs,
    ...trace,
    ...(absent === undefined ? {} : { absent }),
  });
}

function absentReason(adapter: HostAdapter): string | undefined {
  const missing = missingNeeds(adapter);
  return missing === undefined
    ? undefined
    : `${adapter.id} is not installed here: ${missing} is missing (see examples/hosts/README.md)`;
}
