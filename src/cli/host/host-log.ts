import { closeSync, openSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { jsonText } from "../../base/json-text.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { visible } from "../../base/visible.ts";
import { type HostEvent, levelOf, type LogLevel, logLevels, type Tell } from "../../host/log/host-event.ts";
import type { Io } from "../io.ts";

/** Where what a host does is written to. */
export type HostLog = {
  /** Undefined where nobody wants to know. */
  readonly tell: Tell | undefined;
  /** Whether warnings are said at the level asked for. */
  readonly warns: boolean;
  readonly close: () => void;
};

/** What was asked for: a file for everything, `-` for standard error; and what is said for people, undefined as before. */
export type LogWish = { readonly trace: string | undefined; readonly level: string | undefined; readonly debug: boolean };

/**
 * Writes every event into a file, a line of JSON each with its number and its time in ms since the host was made, and those of a level
 * to standard error as a line of words. `now` is the host's clock.
 * @throws McpcheckError `usage` where there is no such level, or the file cannot be written
 */
export function openHostLog({ trace, level, debug }: LogWish, io: Io, now: () => number): HostLog {
  const most = level === undefined ? (debug ? "debug" : undefined) : levelNamed(level);
  const file = trace === undefined || trace === "-" ? undefined : opened(resolve(io.cwd, trace), trace);
  const began = now();
  let seq = 0;
  let open = true;
  const kept = (event: HostEvent): void => {
    if (trace === undefined || !open) return;
    const line = `${jsonText({ seq: ++seq, at: Math.round(now() - began), ...event })}\n`;
    if (file === undefined) io.stderr(line);
    else writeSync(file, line);
  };
  const said = (event: HostEvent): void => {
    if (most === undefined || event.kind === "warning" || event.kind === "wire") return;
    const own = levelOf(event);
    if (logLevels.indexOf(own) <= logLevels.indexOf(most)) io.stderr(`mcpcheck: ${own}: ${inWords(event)}\n`);
  };
  const tell = (event: HostEvent): void => {
    kept(event);
    said(event);
  };
  return {
    tell: trace === undefined && most === undefined ? undefined : tell,
    warns: most !== "error",
    close() {
      if (open && file !== undefined) closeSync(file);
      open = false;
    },
  };
}

function levelNamed(level: string): LogLevel {
  const found = logLevels.find((one) => one === level);
  if (found === undefined)
    throw new McpcheckError("usage", `--log-level: expected one of ${logLevels.join(", ")}, got "${level}"`);
  return found;
}

function opened(path: string, given: string): number {
  try {
    return openSync(path, "w", 0o600);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new McpcheckError("usage", `--trace: ${given} cannot be written: ${why}`, { cause });
  }
}

/** Longest value in a line for people, in characters. */
const longest = 200;

function inWords({ kind, ...members }: HostEvent): string {
  const words = Object.entries(members).map(([name, value]) => {
    const text = typeof value === "string" && /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value);
    return `${name}=${visible(text.length > longest ? `${text.slice(0, longest)}…` : text)}`;
  });
  return [kind, ...words].join(" ");
}
