import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { publicUrl } from "../../base/secrets/public-url.ts";
import type { ServerTarget } from "../../run/server/server-target.ts";
import type { Subject } from "../../trace/trace.ts";
import type { Wrapper } from "../../transport/process/wrapper.ts";
import type { Io } from "../io.ts";
import { absoluteArguments } from "./absolute-arguments.ts";
import { childEnvironment } from "./child-environment.ts";
import { confinedStart, prepareConfined, type Unconfined } from "./sandbox/confined-start.ts";
import { requireSandbox } from "./sandbox/require-sandbox.ts";
import { scratchHome } from "./scratch-home.ts";
import { scratchPlaces } from "./scratch-places.ts";
import type { Scratch } from "./scratch.ts";
import type { ServerEntry } from "./server-entry.ts";

/** That servers are confined; `read` are paths they see beyond what their commands name. */
export type Confinement = { readonly read: readonly string[] };

/** A server whose process is started here. */
export type StartedTarget = Extract<ServerTarget, { readonly transport: "stdio" }>;

/** What is started: the target, and the sandbox that is around it. */
export type Start = { readonly target: StartedTarget; readonly wrapper: Wrapper | undefined };

/** Where children run: the surroundings, a directory of theirs if one is named, and whether they are confined. */
type Surroundings = { readonly io: Io; readonly cwd: string | undefined; readonly sandbox?: Confinement | undefined };

/** What an entry names, with the environment it gets and the directory it runs in. @throws McpcheckError `usage` for a URL that is none */
export function targetOf(entry: ServerEntry, { io, cwd, sandbox }: Surroundings, scratch: Scratch): ServerTarget {
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
    confined: sandbox !== undefined,
    env: {
      ...childEnvironment(io.env, []),
      ...scratchPlaces(io.env, scratch, sandbox !== undefined),
      ...scratchHome(io.env, scratch.home, existsSync, sandbox !== undefined),
      ...entry.env,
    },
  };
}

/** A sandbox that is asked for and cannot be had is an error, never left out. @throws McpcheckError `usage` */
export function confinable(entry: ServerEntry, { io, sandbox }: Surroundings): void {
  if (sandbox === undefined) return;
  if (entry.kind !== "stdio")
    throw new McpcheckError("usage", `--sandbox: ${entry.name} is not started here; only a server over stdio can be confined`);
  for (const path of sandbox.read) if (!existsSync(path)) throw new McpcheckError("usage", `--sandbox-read: there is no ${path}`);
  requireSandbox(io.env);
}

/** The target as it is really started: in a sandbox where one is wanted. */
export function started(target: StartedTarget, entry: ServerEntry, surroundings: Surroundings, scratch: Scratch): Start {
  const command = confinedCommand(target, entry, surroundings, scratch);
  if (command === undefined) return { target, wrapper: undefined };
  const { words, env, wrapper } = confinedStart(command);
  const [program = "", ...args] = words;
  return { target: { ...target, command: program, args, env }, wrapper };
}

/** Makes the scratch folders, with what a sandbox needs in them. */
export function makeScratch(target: ServerTarget, entry: ServerEntry, surroundings: Surroundings, scratch: Scratch): void {
  scratch.make();
  const command = confinedCommand(target, entry, surroundings, scratch);
  if (command !== undefined) prepareConfined(command);
}

function confinedCommand(
  target: ServerTarget,
  entry: ServerEntry,
  { io, sandbox }: Surroundings,
  scratch: Scratch,
): Unconfined | undefined {
  if (target.transport !== "stdio" || entry.kind !== "stdio" || sandbox === undefined) return undefined;
  const home = io.env["HOME"];
  return {
    words: absoluteArguments([target.command, ...target.args], target.cwd),
    cwd: target.cwd,
    env: target.env,
    given: entry.env,
    home,
    read: sandbox.read,
    scratch,
    npmrc: io.env["npm_config_userconfig"] ?? (home === undefined ? undefined : join(home, ".npmrc")),
  };
}

function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  const withScheme = /^[\w.-]+(:\d+)?(\/.*)?$/.test(text) ? `; did you mean http://${text}?` : "";
  throw new McpcheckError("usage", `--url: expected an http or https URL, got "${publicUrl(text)}"${withScheme}`);
}

/** The target as it may be shown: the command as the user typed it, the URL without secrets. */
export function publicTarget(target: ServerTarget, entry: ServerEntry, hide: (text: string) => string): ServerTarget {
  if (target.transport !== "stdio") return { ...target, url: hide(publicUrl(target.url)) };
  const [command = "", ...args] = entry.kind === "stdio" ? entry.command.map((word) => hide(word)) : [];
  return { ...target, command, args };
}

/** The target as the subject of a trace. */
export function subjectOf(target: ServerTarget): Subject {
  return target.transport === "stdio"
    ? { kind: "server", transport: "stdio", command: [target.command, ...target.args] }
    : { kind: "server", transport: target.transport, url: target.url };
}
