import { type Command, Option } from "commander";
import { checks } from "../../check/registry.ts";
import { McpcheckError } from "../../mcpcheck-error.ts";
import { parseHints } from "../../run/server/hints.ts";
import type { Io } from "../io.ts";
import { readNamed } from "../read-named.ts";
import { addRunOptions, type RawRunOptions } from "../run-options.ts";
import { performRun } from "../perform-run.ts";
import { namedVariables } from "../server/child-environment.ts";
import { readHostConfiguration } from "../server/host-configuration.ts";
import { publicUrl } from "../server/redaction.ts";
import type { ServerEntry } from "../server/server-entry.ts";
import { serverJobs } from "../server/server-jobs.ts";

type RawOptions = RawRunOptions & {
  readonly url?: string;
  readonly transport?: "http" | "sse";
  readonly header: readonly string[];
  readonly env: readonly string[];
  readonly cwd?: string;
  readonly config?: string;
  readonly name?: string;
  readonly hints?: string;
};

/** `run server`: judges one MCP server, or those of a host's configuration. */
export function define(program: Command, io: Io, done: (exitCode: number) => void): void {
  addRunOptions(program)
    .argument("[command...]", "the server's command line, after --")
    .option("--url <url>", "judge a server over HTTP")
    .addOption(new Option("--transport <kind>", "how to speak to --url").choices(["http", "sse"]))
    .option("--header <header>", "an HTTP header for every request, as 'Name: value' (repeatable)", collect, [])
    .option("--env <variable>", "a variable for the server, as NAME=value or NAME (repeatable)", collect, [])
    .option("--cwd <dir>", "where the server runs; a scratch directory when absent")
    .option("--config <file>", "judge the servers of a host configuration (mcpServers, servers, mcp_servers)")
    .option("--name <server>", "only this server of --config")
    .option("--hints <file>", "which tool is slow, elicits, fails …: roles for scenarios that need them")
    .addHelpText("after", examples)
    .action(async (command: readonly string[], raw: RawOptions) => {
      const argv = ["mcpcheck", "run", "server", ...reproOptions(raw), ...(command.length > 0 ? ["--", ...command] : [])];
      const entries = (): ServerEntry[] => entriesOf(command, raw, io);
      done(
        await performRun(
          io,
          raw,
          argv,
          (context) => serverJobs(entries(), { ...context, hints: hintsOf(raw, io), cwd: raw.cwd }),
          checks,
        ),
      );
    });
}

const examples = `
Examples:
  mcpcheck run server -- node build/index.js
  mcpcheck run server --env API_KEY=dummy --cwd . -- npx my-server
  mcpcheck run server --url http://127.0.0.1:3001/mcp --header 'Authorization: Bearer abc'
  mcpcheck run server --config ~/.config/host/mcp.json --name files
`;

/** The options that decide what is seen, for the repro line; values that may be secret are left for the user to fill in. */
function reproOptions(raw: RawOptions): string[] {
  return [
    ...(raw.spec === "auto" ? [] : ["--spec", raw.spec]),
    ...(raw.url === undefined ? [] : ["--url", URL.canParse(raw.url) ? publicUrl(new URL(raw.url)) : raw.url]),
    ...(raw.transport === undefined ? [] : ["--transport", raw.transport]),
    ...raw.header.flatMap((header) => ["--header", `${header.split(":")[0]}: …`]),
    ...raw.env.flatMap((variable) => ["--env", variable.split("=")[0] ?? ""]),
    ...(raw.cwd === undefined ? [] : ["--cwd", raw.cwd]),
    ...(raw.config === undefined ? [] : ["--config", raw.config]),
    ...(raw.name === undefined ? [] : ["--name", raw.name]),
    ...(raw.hints === undefined ? [] : ["--hints", raw.hints]),
    ...(raw.allowWrites === true ? ["--allow-writes"] : []),
  ];
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function entriesOf(command: readonly string[], raw: RawOptions, io: Io): ServerEntry[] {
  const ways = [command.length > 0, raw.url !== undefined, raw.config !== undefined].filter(Boolean).length;
  if (ways === 0)
    throw new McpcheckError("usage", "nothing to judge: give a command after --, or --url <url>, or --config <file>");
  if (ways > 1) throw new McpcheckError("usage", "a command after --, --url and --config exclude each other: give one of them");
  if (raw.config !== undefined) return configured(raw.config, raw, io);
  if (raw.url !== undefined)
    return [{ name: raw.url, kind: raw.transport ?? "http", url: raw.url, headers: headersOf(raw.header) }];
  return [{ name: command.join(" "), kind: "stdio", command, env: namedVariables(io.env, raw.env), cwd: undefined }];
}

function configured(file: string, raw: RawOptions, io: Io): ServerEntry[] {
  const all = readHostConfiguration(readNamed(io.cwd, file, "--config"), file, io.env);
  const entries = all.filter((entry) => raw.name === undefined || entry.name === raw.name);
  if (entries.length === 0) {
    const names = all.map(({ name }) => name).join(", ");
    throw new McpcheckError(
      "usage",
      raw.name === undefined ? `${file}: no server in it` : `${file}: no server "${raw.name}" (there are ${names})`,
    );
  }
  return entries;
}

function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const cut = line.indexOf(":");
      if (cut < 1) throw new McpcheckError("usage", `--header: expected 'Name: value', got "${line.slice(0, 12)}…"`);
      return [line.slice(0, cut).trim(), line.slice(cut + 1).trim()];
    }),
  );
}

function hintsOf(raw: RawOptions, io: Io): ReturnType<typeof parseHints> {
  return raw.hints === undefined ? {} : parseHints(readNamed(io.cwd, raw.hints, "--hints"), raw.hints);
}
