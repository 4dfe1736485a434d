import type { Command } from "commander";
import { checks } from "../../../check/registry.ts";
import { parseHints } from "../../../run/server/hints.ts";
import type { Io } from "../../io.ts";
import { readNamed } from "../../read-named.ts";
import { addRunOptions, type RawRunOptions } from "../../run-options.ts";
import { performRun } from "../../perform-run.ts";
import type { ServerEntry } from "../../server/server-entry.ts";
import { serverJobs } from "../../server/server-jobs.ts";
import {
  addServerOptions,
  confinementOf,
  entriesOf,
  givenServer,
  type RawServerOptions,
  reproOptions,
} from "../../server/server-options.ts";

type RawOptions = RawRunOptions & RawServerOptions;

/** What `--help` says of it. */
export const summary = "judge MCP servers";

/** `run server`: judges one MCP server, or those of a host's configuration. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addServerOptions(addRunOptions(program))
    .option("--hints <file>", "which tool is slow, elicits, fails …: roles for scenarios that need them")
    .addHelpText("after", examples)
    .action(async (words: readonly string[], options: RawOptions) => {
      const { command, raw } = givenServer(words, options);
      const argv = ["mcpcheck", "run", "server", ...reproOptions(raw), ...(command.length > 0 ? ["--", ...command] : [])];
      const entries = (): ServerEntry[] => entriesOf(command, raw, io);
      done(
        await performRun(
          io,
          raw,
          argv,
          (context) =>
            serverJobs(entries(), { ...context, hints: hintsOf(raw, io), cwd: raw.cwd, sandbox: confinementOf(raw, io) }),
          checks.filter(({ subject }) => subject === "server"),
        ),
      );
    });
}

const examples = `
Examples:
  mcpcheck run server -- node build/index.js
  mcpcheck run server -- npx tsx src/server.ts
  mcpcheck run server --env API_KEY=dummy --scratch -- uvx my-server
  mcpcheck run server http://127.0.0.1:3001/mcp --header 'Authorization: Bearer abc'
  mcpcheck run server --config ~/.config/host/mcp.json --name files
`;

function hintsOf(raw: RawOptions, io: Io): ReturnType<typeof parseHints> {
  return raw.hints === undefined ? {} : parseHints(readNamed(io.cwd, raw.hints, "--hints"), raw.hints);
}
