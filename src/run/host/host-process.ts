import { type ChildProcess, spawn } from "node:child_process";
import type { ProcessGuard } from "../../transport/process-guard.ts";

/** What it takes to run a command of a host. */
export type HostCommand = {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly guard: ProcessGuard;
};

/** A running command of a host, in a process group of its own. */
export type HostProcess = {
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The exit code, null after a signal; rejects when it could not be started. */
  readonly ended: Promise<number | null>;
  /** Calls back for every complete line of standard output or error. */
  readonly onLine: (take: (line: string) => void) => void;
  readonly kill: (signal: "SIGTERM" | "SIGKILL") => void;
  /** Kills the group, and what is left of it. */
  readonly end: () => void;
};

/** Most of the output of a host that is kept. */
const outputLimit = 4_000_000;

/** Starts a command of a host. Its standard input is empty. */
export function startHostProcess({ command: [program = "", ...args], env, cwd, guard }: HostCommand): HostProcess {
  const child = spawn(program, args, { cwd, env: env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const takers: ((line: string) => void)[] = [];
  const stdout = gather(child.stdout, takers);
  const stderr = gather(child.stderr, takers);
  const killGroup = (signal: "SIGTERM" | "SIGKILL"): void => signalGroup(child, signal);
  const forget = guard.add(() => killGroup("SIGKILL"));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code));
  }).finally(forget);
  ended.catch(() => undefined);
  return {
    stdout,
    stderr,
    ended,
    onLine: (take) => void takers.push(take),
    kill: (signal) => void child.kill(signal),
    end: () => killGroup("SIGKILL"),
  };
}

function gather(stream: NodeJS.ReadableStream | null, takers: readonly ((line: string) => void)[]): () => string {
  let text = "";
  let rest = "";
  stream?.setEncoding("utf8");
  stream?.on("data", (chunk: string) => {
    if (text.length < outputLimit) text += chunk;
    const lines = (rest + chunk).split("\n");
    rest = (lines.pop() ?? "").slice(-10_000);
    for (const line of lines) for (const take of takers) take(line);
  });
  return () => text;
}

function signalGroup({ pid }: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}
