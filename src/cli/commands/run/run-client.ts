import type { Command } from "commander";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { checks } from "../../../check/registry.ts";
import { commandDriver } from "../../../run/client/driver/command-driver.ts";
import { clientJobs, type ClientUnderTest } from "../../client/client-jobs.ts";
import { readClientChoice } from "../../client/client-options.ts";
import type { Io } from "../../io.ts";
import { repeatable } from "../../options/repeatable.ts";
import { performRun, type RunContext } from "../../perform-run.ts";
import { addRunOptions, type RawRunOptions } from "../../run-options.ts";
import { childEnvironment, namedVariables } from "../../server/child-environment.ts";
import { learnVariables } from "../../server/learn-secrets.ts";

type RawOptions = RawRunOptions & {
  readonly transport?: string;
  readonly abilities?: string;
  readonly env: readonly string[];
};

/** What `--help` says of it. */
export const summary = "judge an MCP client, by playing the server for it";

/** `run client`: starts a client, or a small driver of one, once for every scenario, plays the server, and judges what the client did. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addRunOptions(program)
    .argument("[command...]", "the client's command and arguments, after --")
    .option("--transport <list>", "how it is met: stdio, http, sse (several with commas); default what the command can be told")
    .option("--abilities <list>", "all it can do: stdio, http, sse, sampling, elicitation, roots …; the rest is not looked at")
    .option("--env <name[=value]>", "an environment variable for the client; repeatable", repeatable, [])
    .addHelpText("after", help)
    .action(async (command: readonly string[], raw: RawOptions) => {
      const argv = ["mcpcheck", "run", "client", ...reproOptions(raw), "--", ...command];
      done(
        await performRun(
          io,
          raw,
          argv,
          (context) => clientJobs(clientOf(command, raw, context), context),
          checks.filter(({ subject }) => subject === "client"),
        ),
      );
    });
}

const help = `
The command is started once for each scenario, with a mock server to meet. It is told where that is by {url}, {command} (over
stdio) or {config} (a file with mcpServers) in its arguments; without any of them the URL comes last. Its environment says the
rest: MCPCHECK_URL or MCPCHECK_SERVER, MCPCHECK_STEPS (what to do), MCPCHECK_SCENARIO, MCPCHECK_REVISION, MCPCHECK_CONFIG. docs/clients.md tells more.

Examples:
  mcpcheck run client -- mcpcheck serve client
  mcpcheck run client --transport http -- node my-driver.mjs {url}
  mcpcheck run client --abilities stdio,roots -- python driver.py
`;

function reproOptions({ transport, abilities, env }: RawOptions): string[] {
  return [
    ...(transport === undefined ? [] : ["--transport", transport]),
    ...(abilities === undefined ? [] : ["--abilities", abilities]),
    ...env.flatMap((one) => ["--env", one.split("=")[0] ?? ""]),
  ];
}

function clientOf(command: readonly string[], raw: RawOptions, { io, guard, secrets }: RunContext): ClientUnderTest {
  const [program, ...args] = command;
  if (program === undefined)
    throw new McpcheckError("usage", "which client? give its command after --: mcpcheck run client -- node driver.js");
  learnVariables(namedVariables(io.env, raw.env), secrets);
  return {
    name: secrets.hide(command.join(" ")),
    command,
    driver: commandDriver({ command: [program, ...args], cwd: io.cwd, env: childEnvironment(io.env, raw.env), guard }),
    choice: readClientChoice(command, raw),
  };
}
