import type { Command } from "commander";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { checks } from "../../../check/registry.ts";
import { type ClientAdapter, loadClientAdapter } from "../../../run/client/driver/client-adapter.ts";
import { conformanceDriver, conformanceProbe, conformanceSuites } from "../../../run/client/conformance/conformance-driver.ts";
import { commandDriver, type CommandSetup } from "../../../run/client/driver/command-driver.ts";
import type { SubjectJob } from "../../../run/subject-job.ts";
import { addAttachOptions, attachAndJudge, type RawAttachOptions } from "../../client/attach.ts";
import { clientJobs, type ClientUnderTest } from "../../client/client-jobs.ts";
import { readClientChoice } from "../../client/client-options.ts";
import type { Io } from "../../io.ts";
import { repeatable } from "../../options/repeatable.ts";
import { performRun, type RunContext } from "../../perform-run.ts";
import { addRunOptions, type RawRunOptions } from "../../run-options.ts";
import { childEnvironment, namedVariables } from "../../server/child-environment.ts";
import { learnVariables } from "../../server/learn-secrets.ts";

type RawOptions = RawRunOptions &
  RawAttachOptions & {
    readonly transport?: string;
    readonly abilities?: string;
    readonly adapter?: string;
    readonly driver?: string;
    readonly env: readonly string[];
  };

/** What `--help` says of it. */
export const summary = "judge an MCP client, by playing the server for it";

/** `run client`: starts a client, or a small driver of one, once for every scenario, plays the server, and judges what the client did. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addAttachOptions(addRunOptions(program, { meaningless: ["seed", "allowWrites"] }))
    .argument("[command...]", "the client's command and arguments, after --")
    .option("--transport <list>", "how it is met: stdio, http, sse (several with commas); default what the command can be told")
    .option("--adapter <file>", "a file that says the command, its environment and what the client can do, instead of a command")
    .option("--driver <kind>", "conformance: the command is a fixture client made for the official conformance tool")
    .option("--abilities <list>", "all it can do: stdio, http, sse, sampling, elicitation, roots …; the rest is not looked at")
    .option("--env <name[=value]>", "an environment variable for the client; repeatable", repeatable, [])
    .addHelpText("after", help)
    .action(async (command: readonly string[], raw: RawOptions) => {
      if (raw.attach === true)
        return done(await attachAndJudge(io, { ...raw, command, budgetIsGiven: isGiven(program, "budget") }));
      const argv = ["mcpcheck", "run", "client", ...reproOptions(raw), ...(command.length === 0 ? [] : ["--", ...command])];
      const timeout = program.getOptionValueSource("timeout") === "default" ? undefined : raw.timeout;
      done(
        await performRun(
          io,
          raw,
          argv,
          (context) => jobsOf(command, { ...raw, timeout }, context),
          checks.filter(({ subject }) => subject === "client"),
        ),
      );
    });
}

const help = `
The command is started once for each scenario, with a mock server to meet. It is told where that is by {url}, {command} (over
stdio) or {config} (a file with mcpServers) in its arguments; without any of them the URL comes last. Its environment says the
rest: MCPCHECK_URL or MCPCHECK_SERVER, MCPCHECK_STEPS (what to do), MCPCHECK_SCENARIO, MCPCHECK_REVISION, MCPCHECK_CONFIG. docs/clients.md tells more.

With --attach nothing is started: a server waits for whatever client you point at it, shows what that does, and judges it when you press
Ctrl-C, after --idle, or when so many --connections have come and left. Over stdio the client starts the command that is printed.

Examples:
  mcpcheck run client -- mcpcheck serve client
  mcpcheck run client --transport http -- node my-driver.mjs {url}
  mcpcheck run client --abilities stdio,roots -- python driver.py
  mcpcheck run client --adapter examples/clients/python-mcp.json
  mcpcheck run client --driver conformance -- node everything-client.js
  mcpcheck run client --attach --port 7000
  mcpcheck run client --attach --transport stdio --idle 60000
`;

/** Whether an option stands on the command line, and is not only its default. */
const isGiven = (program: Command, option: string): boolean => program.getOptionValueSource(option) === "cli";

function reproOptions({ transport, adapter, driver, abilities, env }: RawOptions): string[] {
  return [
    ...(transport === undefined ? [] : ["--transport", transport]),
    ...(adapter === undefined ? [] : ["--adapter", adapter]),
    ...(driver === undefined ? [] : ["--driver", driver]),
    ...(abilities === undefined ? [] : ["--abilities", abilities]),
    ...env.flatMap((one) => ["--env", one.split("=")[0] ?? ""]),
  ];
}

/** The options as far as they say what the client is; `timeout` only where the user gave it. */
type ClientWords = Omit<RawOptions, "timeout"> & { readonly timeout: string | undefined };

function jobsOf(command: readonly string[], raw: ClientWords, context: RunContext): SubjectJob[] {
  const { io, guard, secrets } = context;
  const { adapter, command: words } = started(command, raw.adapter, io.cwd);
  const own = { ...adapter?.environment, ...namedVariables(io.env, raw.env) };
  learnVariables(own, secrets);
  const abilities = raw.abilities ?? adapter?.abilities?.join(",");
  const setup = { command: words, cwd: io.cwd, env: { ...childEnvironment(io.env, []), ...own }, guard };
  const client: ClientUnderTest = {
    name: adapter?.id ?? secrets.hide(words.join(" ")),
    command: words,
    ...(raw.driver === undefined ? drivenBySteps(setup) : drivenByName(raw.driver, setup)),
    choice: readClientChoice(words, { transport: raw.transport ?? (raw.driver && "http"), abilities }),
  };
  if (raw.driver !== undefined && client.choice.transports.some((one) => one !== "http"))
    throw new McpcheckError("usage", "--transport: fixtures of the conformance tool are met over http alone");
  const { timeoutMs = context.options.timeoutMs } = (raw.timeout === undefined ? adapter : undefined) ?? {};
  return clientJobs(client, { ...context, options: { ...context.options, timeoutMs } });
}

type Driven = Pick<ClientUnderTest, "driver" | "played">;

const drivenBySteps = (setup: CommandSetup): Driven => ({ driver: commandDriver(setup) });

function drivenByName(kind: string, setup: CommandSetup): Driven {
  if (kind !== "conformance") throw new McpcheckError("usage", `--driver: "${kind}" is unknown; there is conformance`);
  const suites = conformanceSuites();
  return { driver: conformanceDriver(setup), played: { suites, probe: conformanceProbe(suites) } };
}

/** What is started: the command of the line, or that of the adapter. */
function started(
  [program, ...args]: readonly string[],
  file: string | undefined,
  cwd: string,
): { readonly adapter?: ClientAdapter; readonly command: readonly [string, ...string[]] } {
  if (file !== undefined && program !== undefined)
    throw new McpcheckError("usage", `--adapter: ${file} says the command; leave out what stands after --`);
  if (file !== undefined) {
    const adapter = loadClientAdapter(file, cwd);
    return { adapter, command: adapter.command };
  }
  if (program === undefined)
    throw new McpcheckError(
      "usage",
      "which client? give its command after --: mcpcheck run client -- node driver.js, or a file that says it: --adapter driver.json",
    );
  return { command: [program, ...args] };
}
