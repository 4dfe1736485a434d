import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Wrapper } from "../../../transport/process/wrapper.ts";
import { realFiles } from "./file-view.ts";
import type { ConfinedCommand } from "./needed-paths.ts";
import { type RunnerCaches, runnerCaches } from "./runner-caches.ts";
import { sandboxCommand, sandboxProgram } from "./sandbox-command.ts";
import { systemCallFilter } from "./system-call-filter.ts";
import { unixSockets } from "./unix-sockets.ts";

/** The descriptor the sandbox program finds its filter at: the first after the three of every program. */
const filterDescriptor = 3;

/** How a command is started in a sandbox: the command of the sandbox, the environment, and what else the sandbox reads. */
export type ConfinedStart = {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly wrapper: Wrapper;
};

/** A command as it would be started without a sandbox, and its scratch folders. */
export type Unconfined = Omit<ConfinedCommand, "files" | "env"> & {
  readonly env: Readonly<Record<string, string>>;
  /** The one folder that can be written to, and the home directory in it. */
  readonly scratch: { readonly root: string; readonly home: string };
  /** The file with the user's settings for npm. */
  readonly npmrc: string | undefined;
};

/** A start in a sandbox on this machine, as it is right now. */
export function confinedStart({ scratch, npmrc, ...command }: Unconfined): ConfinedStart {
  const filter = systemCallFilter(process.arch);
  return {
    words: sandboxCommand({
      ...command,
      files: realFiles,
      writable: scratch.root,
      sockets: unixSockets(textOf("/proc/net/unix")),
      filter: filter === undefined ? undefined : filterDescriptor,
    }),
    env: { ...command.env, ...cachesOf({ scratch, npmrc, ...command }).env, ...command.given },
    wrapper: { name: sandboxProgram, input: filter },
  };
}

/** Puts into the scratch folders what package runners need to find what they have fetched: once, before the first start. */
export function prepareConfined(command: Unconfined): void {
  const { copies, links, settings } = cachesOf(command);
  // With the times and the links as they are, for by both package runners tell whether something has changed.
  for (const { from, to } of copies)
    make(to, () => cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true }));
  for (const { from, to } of links) make(to, () => symlinkSync(from, to));
  for (const { to, text } of settings) make(to, () => writeFileSync(to, text));
}

function cachesOf({ words, env, scratch, npmrc }: Unconfined): RunnerCaches {
  return runnerCaches(words, { env, home: scratch.home, npmrc: textOf(npmrc), files: realFiles });
}

function make(path: string, write: () => void): void {
  mkdirSync(dirname(path), { recursive: true });
  write();
}

function textOf(file: string | undefined): string {
  try {
    return file === undefined ? "" : readFileSync(file, "utf8");
  } catch {
    return ""; // there is none
  }
}
