import { fileURLToPath } from "node:url";
import { main } from "../../src/cli/main.ts";

/** What a command line did: its exit code and what it wrote. */
export type CliRun = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

/** The root of the repository: where the command line runs unless a test says otherwise. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Runs a command line in this process, as values. */
export async function runCli(
  argv: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly cwd?: string;
    readonly interrupted?: AbortSignal;
    readonly stdin?: string;
  } = {},
): Promise<CliRun> {
  let stdout = "";
  let stderr = "";
  const exitCode = await main(argv, {
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
    env: options.env ?? { PATH: process.env["PATH"], HOME: process.env["HOME"] },
    cwd: options.cwd ?? root,
    isTerminal: false,
    interrupted: options.interrupted ?? new AbortController().signal,
    stdin: async function* () {
      yield new TextEncoder().encode(options.stdin ?? "");
    },
  });
  return { exitCode, stdout, stderr };
}

/** The JSON report a run wrote to standard output, as far as tests look at it. */
export type Report = {
  readonly subject: { readonly name?: string; readonly transport?: string } | null;
  readonly revisions: readonly string[];
  readonly summary: Readonly<Record<"pass" | "fail" | "warn" | "untested" | "notApplicable" | "error", number>>;
  readonly exitCode: number;
  readonly findings: readonly {
    readonly check: string;
    readonly verdict: string;
    readonly revision: string;
    readonly message: string;
    readonly spec: string;
    readonly evidence: readonly number[];
    readonly promised: boolean;
    readonly inheritedFrom?: string;
    readonly because?: string;
  }[];
  readonly error: { readonly kind: string; readonly message: string; readonly stderrTail: string } | null;
};

/** Runs `run …` with the JSON reporter and reads its report. */
export async function runReport(
  argv: readonly string[],
  options?: Parameters<typeof runCli>[1],
): Promise<CliRun & { readonly report: Report }> {
  const [verb = "run", subject = "server", ...rest] = argv;
  const run = await runCli([verb, subject, "--reporter", "json", ...rest], options);
  return { ...run, report: JSON.parse(run.stdout) as Report };
}
