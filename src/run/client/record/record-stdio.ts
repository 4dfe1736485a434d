import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { createLineSplitter, type Line } from "../../../transport/stdio/line-splitter.ts";
import type { TraceFile } from "./trace-file.ts";

/** A server that is to be started for the client at the other end of these streams. */
export type StdioSession = {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly trace: TraceFile;
  /** Hands signals to whoever is given; what it returns takes that back. */
  readonly onSignal: (take: (signal: NodeJS.Signals) => void) => () => void;
};

/** How the server ended; exactly one of both is not null. */
export type ServerEnd = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** What the recorded sessions of a trace are called. */
export const recorded = "recorded";

/** Longest line that is kept whole, in bytes; of longer ones the beginning is kept, and all of it passes. */
const mostBytes = 4 * 1024 * 1024;

/** A terminal sends these to every program in it, to the server as well: it is handed on to one that has not ended of it. In ms. */
const terminalMs = 50;
const fromTerminal: readonly NodeJS.Signals[] = ["SIGINT", "SIGHUP", "SIGQUIT"];

/** How long output may still come after the server has ended, from processes it leaves behind, in ms. */
const drainMs = 500;

/**
 * Starts a server and passes all bytes between it and a client on, unchanged and at once; what passed is recorded. Standard error is
 * the server's own. Ends when the server has ended, whatever of the client is left.
 * @throws McpcheckError `subject` when the server cannot be started
 */
export async function recordStdio(session: StdioSession): Promise<ServerEnd> {
  const { stdin, stdout, trace, onSignal } = session;
  const connection = trace.nextConnection();
  const child = await started(session);
  trace.note({
    kind: "connect",
    connection,
    transport: "stdio",
    revision: null,
    session: recorded,
    capabilities: {},
    target: session.command.join(" "),
  });
  trace.note({ kind: "step", connection, scenario: recorded, verb: "record" });
  const lines = (direction: "sent" | "received") =>
    createLineSplitter(mostBytes, (line: Line) => trace.note({ kind: "frame", connection, direction, ...line }));
  const [sent, received] = [lines("sent"), lines("received")];
  const release = onSignal((signal) => {
    if (!fromTerminal.includes(signal)) {
      trace.note({ kind: "signal", connection, signal });
      child.kill(signal);
      return;
    }
    setTimeout(() => (child.exitCode === null && child.signalCode === null ? child.kill(signal) : undefined), terminalMs);
  });

  pass(stdin, child.stdin, sent.push);
  stdin.once("end", () => {
    sent.end(false);
    trace.note({ kind: "stdin-closed", connection });
  });
  pass(child.stdout, stdout, received.push);

  const drained = new Promise<void>((resolve) => void child.stdout.once("close", resolve));
  const end = await new Promise<ServerEnd>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  await Promise.race([drained, new Promise((resolve) => void setTimeout(resolve, drainMs).unref())]);
  received.end(false);
  release();
  trace.note({ kind: "exit", connection, ...end });
  trace.flush();
  await finished(stdout);
  return end;
}

type Piped = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable };

async function started({ command: [program, ...args], cwd, env }: StdioSession): Promise<Piped> {
  const child = spawn(program, args, { cwd, env: { ...env }, stdio: ["pipe", "pipe", "inherit"] }) as Piped;
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (cause) => reject(new McpcheckError("subject", `cannot start ${program}: ${cause.message}`, { cause })));
  });
  child.on("error", () => undefined); // a signal that could not be delivered
  return child;
}

/** Passes bytes on as fast as they are taken, then shows them; a reader that has gone is one for the writer as well. */
function pass(from: Readable, to: Writable, show: (chunk: Uint8Array) => void): void {
  from.pipe(to);
  from.on("data", show);
  from.on("error", () => to.end());
  to.on("error", () => from.destroy());
}

/** Waits until all that was written has gone out, or nobody takes it any more. */
async function finished(stdout: Writable): Promise<void> {
  if (stdout.destroyed || stdout.writableFinished) return;
  await new Promise<void>((resolve) => {
    stdout.once("close", resolve);
    stdout.once("error", () => resolve());
    stdout.end(() => resolve());
  });
}
