import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { McpcheckError } from "../../mcpcheck-error.ts";
import type { ServerTarget } from "../../run/server/server-target.ts";
import type { Subject } from "../../trace/trace.ts";
import type { Io } from "../io.ts";
import { absoluteArguments } from "./absolute-arguments.ts";
import { childEnvironment } from "./child-environment.ts";
import { publicUrl } from "./redaction.ts";
import { requireSandbox, sandboxCommand } from "./sandbox.ts";
import { scratchHome } from "./scratch-home.ts";
import type { Scratch } from "./scratch.ts";
import type { ServerEntry } from "./server-entry.ts";

/** Where children run: the surroundings, a directory of theirs if one is named, and whether they are confined. */
type Surroundings = { readonly io: Io; readonly cwd: string | undefined; readonly sandbox?: boolean | undefined };

/** What an entry names, with the environment it gets and the directory it runs in. @throws McpcheckError `usage` for a URL that is none */
export function targetOf(entry: ServerEntry, { io, cwd }: Surroundings, scratch: Scratch): ServerTarget {
  if (entry.kind !== "stdio") return { transport: entry.kind, url: checkedUrl(entry.url).href, headers: entry.headers };
  const chosen = entry.cwd ?? cwd;
  const words = chosen === undefined ? absoluteArguments(entry.command, io.cwd) : entry.command;
  const [command = "", ...args] = words;
  return {
    transport: "stdio",
    command,
    args,
    cwd: chosen === undefined ? scratch.work : resolve(io.cwd, chosen),
    inScratch: chosen === undefined,
    env: { ...childEnvironment(io.env, []), ...scratchHome(io.env, scratch.home, existsSync), ...entry.env },
  };
}

/** A sandbox that is asked for and cannot be had is an error, never left out. @throws McpcheckError `usage` */
export function confinable(entry: ServerEntry): void {
  if (entry.kind !== "stdio")
    throw new McpcheckError("usage", `--sandbox: ${entry.name} is not started here; only a server over stdio can be confined`);
  requireSandbox();
}

/** The target as it is really started: in a sandbox where one is wanted. */
export function started(target: ServerTarget, { io, sandbox }: Surroundings, scratch: Scratch): ServerTarget {
  if (target.transport !== "stdio" || sandbox !== true) return target;
  const words = absoluteArguments([target.command, ...target.args], target.cwd);
  const [command = "", ...args] = sandboxCommand({
    words,
    cwd: target.cwd,
    writable: scratch.root,
    home: io.env["HOME"],
    exists: existsSync,
  });
  return { ...target, command, args };
}

function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new McpcheckError("usage", `--url: expected an http or https URL, got "${text}"`);
}

/** The target as it may be shown: the command as the user typed it, the URL without secrets. */
export function publicTarget(target: ServerTarget, entry: ServerEntry, redact: (text: string) => string): ServerTarget {
  if (target.transport !== "stdio") return { ...target, url: redact(publicUrl(new URL(target.url))) };
  const [command = "", ...args] = entry.kind === "stdio" ? entry.command.map(redact) : [];
  return { ...target, command, args };
}

/** The target as the subject of a trace. */
export function subjectOf(target: ServerTarget): Subject {
  return target.transport === "stdio"
    ? { kind: "server", transport: "stdio", command: [target.command, ...target.args] }
    : { kind: "server", transport: target.transport, url: target.url };
}
