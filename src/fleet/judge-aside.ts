import { spawn } from "node:child_process";
import { packageFile } from "../base/files/package-file.ts";
import type { Report } from "../report/report.ts";
import type { ProcessGuard } from "../transport/process/process-guard.ts";
import type { FleetServer } from "./fleet-server.ts";

/** How a server is judged: what `run server` is told of it beyond its own line. */
export type JudgeOptions = {
  readonly budgetMs: number;
  readonly sandbox: boolean;
  /** Words that hold for all servers, as `--spec 2025-11-25`. */
  readonly words: readonly string[];
  readonly cwd: string;
};

/** The report of a run, or why there is none. */
export type Aside = { readonly report: Report } | { readonly failed: string };

/** So much longer than its budget a run may take: it is told to end, and then it is ended, in ms. */
const graceMs = { end: 30_000, kill: 10_000 };

/** The most a report may be, in bytes. */
const mostBytes = 64 * 1024 * 1024;

/** The end of what a run said for people, kept for whoever has to find out why there is no report, in UTF-16 units. */
const tailLength = 2000;

/** The words by which `run server` judges a server of a fleet. */
export function wordsFor(server: FleetServer, command: readonly string[] | undefined, options: JudgeOptions): string[] {
  const { budgetMs = options.budgetMs, env = [], cwd, hints, url, transport } = server;
  return [
    "run",
    "server",
    "--reporter",
    "json",
    "--budget",
    String(budgetMs),
    ...options.words,
    ...env.flatMap((name) => ["--env", name]),
    ...(hints === undefined ? [] : ["--hints", hints]),
    ...(command === undefined ? [] : cwd === undefined ? ["--scratch"] : ["--cwd", cwd]),
    ...(command !== undefined && options.sandbox ? ["--sandbox"] : []),
    ...(transport === undefined ? [] : ["--transport", transport]),
    ...(url === undefined ? [] : ["--url", url]),
    ...(command === undefined ? [] : ["--", ...command]),
  ];
}

/**
 * Judges a server in a process of its own, so that nothing it does can harm the others. The process is in no terminal's group: whoever
 * drains a fleet lets it end. What does not end in its time is told to, ends its server, and is killed where it does not.
 */
export async function judgeAside(
  server: FleetServer,
  command: readonly string[] | undefined,
  options: JudgeOptions,
  guard: ProcessGuard,
): Promise<Aside> {
  const words = wordsFor(server, command, options);
  const child = spawn(process.execPath, [packageFile("bin/mcpcheck.js"), ...words], {
    cwd: options.cwd,
    // Nothing is said over the channel: its end tells the run that we were killed.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
  // It is told to end, and not killed: it has a server to end.
  const forget = guard.add(() => void child.kill("SIGTERM"));
  const chunks: Buffer[] = [];
  let bytes = 0;
  let tail = "";
  let why: string | undefined;
  let killer: NodeJS.Timeout | undefined;
  const end = (reason: string): void => {
    why ??= reason;
    child.kill("SIGTERM");
    killer ??= setTimeout(() => child.kill("SIGKILL"), graceMs.kill);
  };
  const limitMs = (server.budgetMs ?? options.budgetMs) + graceMs.end;
  const timer = setTimeout(() => end(`it was not judged within ${Math.round(limitMs / 1000)} s`), limitMs);
  child.stdout?.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= mostBytes) chunks.push(chunk);
    else end(`its report has more than ${mostBytes / 1024 / 1024} MB`);
  });
  child.stderr?.on("data", (chunk: Buffer) => (tail = `${tail}${chunk.toString("utf8")}`.slice(-tailLength)));
  const code = await new Promise<number | string>((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (exit, signal) => resolve(exit ?? signal ?? "no exit code"));
  });
  clearTimeout(timer);
  clearTimeout(killer);
  forget();
  if (why !== undefined) return { failed: why };
  const report = reportIn(Buffer.concat(chunks).toString("utf8"));
  if (report !== undefined) return { report };
  return { failed: `mcpcheck ended with ${code} and no report${tail === "" ? "" : `: ${lastLine(tail)}`}` };
}

function reportIn(text: string): Report | undefined {
  try {
    const value = JSON.parse(text) as Report;
    return Array.isArray(value.findings) ? value : undefined;
  } catch {
    return undefined;
  }
}

const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";
