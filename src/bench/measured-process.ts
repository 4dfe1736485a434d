import { spawn } from "node:child_process";

/** A finished process: wall time in ms, peak memory of the process itself in MB, what it printed. */
export type MeasuredProcess = {
  readonly ms: number;
  readonly peakMb: number;
  readonly code: number | null;
  readonly stdout: string;
};

/**
 * Runs `node` with arguments and measures it from outside (time) and inside (its own peak resident memory, told by a small
 * exit hook that is preloaded). `env` is its whole environment, ours when absent.
 */
export async function measureNode(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<MeasuredProcess> {
  const began = performance.now();
  const child = spawn(process.execPath, ["--import", exitHook, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const ms = performance.now() - began;
  const kilobytes = Number(/mcpcheck-peak-kb=(\d+)/.exec(Buffer.concat(err).toString())?.[1] ?? Number.NaN);
  return { ms, peakMb: kilobytes / 1024, code, stdout: Buffer.concat(out).toString() };
}

const exitHook = `data:text/javascript,${encodeURIComponent('process.on("exit", () => { try { process.stderr.write("\\nmcpcheck-peak-kb=" + process.resourceUsage().maxRSS + "\\n"); } catch {} });')}`;
