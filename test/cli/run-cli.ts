import { main } from "../../src/cli/main.ts";

/** What a command line did: exit code and both outputs. */
export type CliResult = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

/** Runs the command line in this process, with values for the outside world. */
export async function runCli(
  argv: readonly string[],
  outside: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>>; readonly stdin?: string } = {},
): Promise<CliResult> {
  let stdout = "";
  let stderr = "";
  const exitCode = await main(argv, {
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
    env: outside.env ?? {},
    cwd: outside.cwd ?? process.cwd(),
    isTerminal: false,
    interrupted: new AbortController().signal,
    stdin: async function* () {
      yield await Promise.resolve(new TextEncoder().encode(outside.stdin ?? ""));
    },
  });
  return { exitCode, stdout, stderr };
}
