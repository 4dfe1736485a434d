import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { Judged, ProofRequest, ProofSubject } from "./judged.ts";
import { packageFile } from "../../base/files/package-file.ts";

const bin = packageFile("bin/mcpcheck.js");

/** What another process is asked for; it reads the pattern of the checks itself. */
type AsideRequest = Pick<ProofRequest, "io" | "share" | "workers"> & { readonly check: string | undefined };

/**
 * Proves the checks of some kinds of subjects in a process of its own, which ends when this one is interrupted.
 * @throws McpcheckError `harness` when it gives no results
 */
export async function proveAside(
  subjects: readonly ProofSubject[],
  { check, io, share, workers }: AsideRequest,
): Promise<Judged> {
  const args = [
    "proof",
    "--subject",
    subjects.join(","),
    "--results",
    "--workers",
    String(workers),
    "--share",
    `${share.part}/${share.of}`,
    ...(check === undefined ? [] : ["--check", check]),
  ];
  const child = spawn(process.execPath, [bin, ...args], { cwd: io.cwd, env: io.env, stdio: ["ignore", "pipe", "pipe"] });
  const stop = (): void => void child.kill("SIGTERM");
  io.interrupted.addEventListener("abort", stop, { once: true });
  const ended = new Promise<void>((resolve) => void child.once("close", () => resolve()));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  io.interrupted.removeEventListener("abort", stop);
  if (io.interrupted.aborted) return { mutants: [], clean: [] };
  try {
    return JSON.parse(stdout) as Judged;
  } catch {
    throw new McpcheckError("harness", `the proof of ${subjects.join(" and ")} checks gave no results`, {
      stderrTail: stderr.slice(-2000),
    });
  }
}
