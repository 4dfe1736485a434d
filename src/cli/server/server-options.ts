import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { publicUrl } from "../../base/secrets/public-url.ts";
import type { Io } from "../io.ts";
import { readNamed } from "../read-named.ts";
import { namedVariables } from "./child-environment.ts";
import type { Confinement } from "./entry-target.ts";
import type { ServerEntry } from "./server-entry.ts";
import { headerHelp, shownHeaderOptions, givenHeaders } from "../options/header-option.ts";
import { repeatable } from "../options/repeatable.ts";

/** The options that name a server and say how it is reached, as commander hands them over. */
export type RawServerOptions = {
  readonly spec: string;
  readonly url?: string;
  readonly transport?: "http" | "sse";
  readonly header: readonly string[];
  readonly env: readonly string[];
  readonly cwd?: string;
  readonly scratch?: true;
  readonly sandbox?: true;
  readonly sandboxRead: readonly string[];
  readonly config?: string;
  readonly name?: string;
  readonly hints?: string;
  readonly auth?: string;
  readonly allowWrites?: true;
};

/** Adds the argument and the options that name a server. */
export function addServerOptions(command: Command): Command {
  return command
    .argument("[command...]", "the server's command line, after --, or its URL")
    .option("--url <url>", "a server over HTTP")
    .addOption(new Option("--transport <kind>", "how to speak to --url").choices(["http", "sse"]))
    .option("--header <header>", headerHelp, repeatable, [])
    .option("--env <variable>", "a variable for the server, as NAME=value or NAME (repeatable)", repeatable, [])
    .option("--cwd <dir>", "where the server runs; this directory when absent, for a command after --")
    .option("--scratch", "run it in an empty directory of its own, as those of --config and --sandbox are")
    .option("--sandbox", "confine a server over stdio: no network, no files but what its command needs (bubblewrap)")
    .option("--sandbox-read <path>", "a file or folder it may read besides (repeatable)", repeatable, [])
    .option("--config <file>", "the servers of a host configuration (mcpServers, servers, mcp_servers)")
    .option("--name <server>", "only this server of --config");
}

/** The options that decide what is seen, for the repro line; values that may be secret are left for the user to fill in. */
export function reproOptions(raw: RawServerOptions): string[] {
  return [
    ...(raw.spec === "auto" ? [] : ["--spec", raw.spec]),
    ...(raw.url === undefined ? [] : ["--url", publicUrl(raw.url)]),
    ...(raw.transport === undefined ? [] : ["--transport", raw.transport]),
    ...shownHeaderOptions(raw.header),
    ...raw.env.flatMap((variable) => ["--env", variable.split("=")[0] ?? ""]),
    ...(raw.cwd === undefined ? [] : ["--cwd", raw.cwd]),
    ...(raw.scratch === true ? ["--scratch"] : []),
    ...(raw.sandbox === true ? ["--sandbox"] : []),
    ...raw.sandboxRead.flatMap((path) => ["--sandbox-read", path]),
    ...(raw.config === undefined ? [] : ["--config", raw.config]),
    ...(raw.name === undefined ? [] : ["--name", raw.name]),
    ...(raw.auth === undefined ? [] : ["--auth", raw.auth]),
    ...(raw.hints === undefined ? [] : ["--hints", raw.hints]),
    ...(raw.allowWrites === true ? ["--allow-writes"] : []),
  ];
}

/** Whether the server is confined, and what it is shown then. @throws McpcheckError `usage` */
export function confinementOf(raw: RawServerOptions, io: Io): Confinement | undefined {
  if (raw.sandbox === true) return { read: raw.sandboxRead.map((path) => resolve(io.cwd, path)) };
  if (raw.sandboxRead.length === 0) return undefined;
  throw new McpcheckError("usage", "--sandbox-read: there is no sandbox without --sandbox");
}

/** The servers that are named. @throws McpcheckError `usage` */
export async function entriesOf(command: readonly string[], raw: RawServerOptions, io: Io): Promise<ServerEntry[]> {
  const ways = [command.length > 0, raw.url !== undefined, raw.config !== undefined].filter(Boolean).length;
  if (ways === 0)
    throw new McpcheckError("usage", "nothing to judge: give a command after --, or --url <url>, or --config <file>");
  if (ways > 1) throw new McpcheckError("usage", "a command after --, --url and --config exclude each other: give one of them");
  if (raw.config !== undefined) return await configured(raw.config, raw, io);
  if (raw.url !== undefined)
    return [{ name: publicUrl(raw.url), kind: raw.transport ?? "http", url: raw.url, headers: givenHeaders(raw.header) }];
  const env = namedVariables(io.env, raw.env);
  return [{ name: command.join(" "), kind: "stdio", command, env, cwd: workingDirectory(raw, io) }];
}

/** Where a command that was typed here runs: here, as in a shell, unless it gets a directory of its own (undefined). */
function workingDirectory({ cwd, scratch, sandbox }: RawServerOptions, io: Io): string | undefined {
  if (scratch === true && cwd !== undefined) throw new McpcheckError("usage", "--scratch and --cwd exclude each other");
  return scratch === true || (sandbox === true && cwd === undefined) ? undefined : (cwd ?? io.cwd);
}

/**
 * What was typed, with a URL in place of a command taken as `--url`.
 * @throws McpcheckError `usage` for a host and port without a scheme
 */
export function givenServer<R extends RawServerOptions>(
  command: readonly string[],
  raw: R,
): { readonly command: readonly string[]; readonly raw: R } {
  const [word] = command;
  if (command.length !== 1 || word === undefined || raw.url !== undefined || raw.config !== undefined) return { command, raw };
  if (/^https?:\/\//i.test(word)) return { command: [], raw: { ...raw, url: word } };
  if (/^[\w.-]+:\d+(\/.*)?$/.test(word))
    throw new McpcheckError("usage", `${word} is no command; a server over HTTP is named with its scheme: --url http://${word}`);
  return { command, raw };
}

async function configured(file: string, raw: RawServerOptions, io: Io): Promise<ServerEntry[]> {
  const { readHostConfiguration } = await import("./host-configuration.ts");
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
