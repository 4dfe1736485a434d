import { type ChildProcess, spawn } from "node:child_process";
import type { ProcessGuard } from "../../../transport/process/process-guard.ts";

/** What it takes to run a command of a host. */
export type HostCommand = {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly guard: ProcessGuard;
  /** What its standard input gives before it ends; without it there is none. */
  readonly stdin?: string | undefined;
  /** Whether there is an input to type to, as long as it runs. */
  readonly typed?: boolean;
};

/** A running command of a host, in a process group of its own. */
export type HostProcess = {
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The exit code, null after a signal; rejects when it could not be started. */
  readonly ended: Promise<number | null>;
  /** Calls back for every complete line of standard output or error. */
  readonly onLine: (take: (line: string) => void) => void;
  /** Calls back after everything that comes on standard output. */
  readonly onOutput: (look: () => void) => void;
  /** Writes to its standard input, where there is one to type to. */
  readonly type: (keys: string) => void;
  readonly kill: (signal: "SIGINT" | "SIGTERM" | "SIGKILL") => void;
  /** Kills the group, and what is left of it. */
  readonly end: () => void;
};

/** Most of the output of a host that is kept. */
const outputLimit = 4_000_000;

/** Starts a command of a host. */
export function startHostProcess({ command, env, cwd, guard, stdin, typed = false }: HostCommand): HostProcess {
  const [program = "", ...args] = command;
  const input = stdin === undefined && !typed ? "ignore" : "pipe";
  const child = spawn(program, args, { cwd, env: env, detached: true, stdio: [input, "pipe", "pipe"] });
  // A host that ends without reading is not a failure of ours.
  child.stdin?.on("error", () => undefined);
  if (!typed) child.stdin?.end(stdin);
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
    onOutput: (look) => void child.stdout?.on("data", look),
    type: (keys) => void child.stdin?.write(keys),
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
