import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { runCli } from "../../support/run-cli.ts";

const script = async (shell: string): Promise<string> => (await runCli(["completion", shell])).stdout;

/** What bash offers for the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const ask = `COMP_WORDS=(mcpcheck "$@"); COMP_CWORD=$#; _mcpcheck; echo "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)("bash", ["-c", `${await script("bash")}\n${ask}`, "bash", ...words]);
  return stdout
    .trim()
    .split(" ")
    .filter((word) => word !== "");
}

test.each([
  [["ru"], ["run"]],
  [
    ["run", ""],
    ["client", "host", "model", "parser", "server"],
  ],
  [["run", "server", "--base"], ["--baseline"]],
  [
    ["run", "server", "--transport", ""],
    ["http", "sse"],
  ],
  [["completion", "p"], ["powershell"]],
  // What is behind `--` and what an option takes is for the shell to find.
  [["run", "server", "--", ""], []],
  [["run", "server", "--trace", ""], []],
])("%j is completed by %j", async (words, expected) => {
  expect((await offered(...words)).toSorted()).toEqual(expected);
});

test.each(["zsh", "fish", "powershell"])("%s is told every command, and the options of each", async (shell) => {
  const text = await script(shell);
  for (const word of ["run server", "serve mock", "baseline", "surface diff"]) expect(text).toContain(word);
});

test("another shell is an error that names those there are", async () => {
  const { exitCode, stderr } = await runCli(["completion", "tcsh"]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("bash, zsh, fish, powershell");
});
