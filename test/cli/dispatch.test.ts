import { expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";

test("a mistyped command below run is named, with the one that may be meant", async () => {
  const { exitCode, stdout, stderr } = await runCli(["run", "srever", "--", "node", "mine.js"]);
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(
    "there is no command run srever; did you mean server? (there are client, host, model, parser, server)\n",
  );
});

test("a word too many for a command without any below is said to be just that", async () => {
  const { exitCode, stderr } = await runCli(["parse", "hermes"]);
  expect([exitCode, stderr]).toEqual([2, "error: too many arguments for 'parse'. Expected 0 arguments but got 1.\n"]);
});

test.each([
  ["server", "run server"],
  ["parser", "run parser"],
  ["from", "mock from"],
])("the word %s alone is told where it belongs", async (word, place) => {
  const { exitCode, stderr } = await runCli([word, "--", "node", "server.js"]);
  expect([exitCode, stderr]).toEqual([2, `there is no command ${word}; did you mean ${place}?\n`]);
});

test("help is what --help is, and -v what --version is", async () => {
  const [asked, usual] = [await runCli(["help", "judge"]), await runCli(["judge", "--help"])];
  expect([asked.exitCode, asked.stdout]).toEqual([0, usual.stdout]);
  expect((await runCli(["model", "--help"])).stdout).toContain("Usage: mcpcheck model");
  expect((await runCli(["help"])).stdout).toContain("Usage: mcpcheck");
  expect((await runCli(["-v"])).stdout).toBe((await runCli(["--version"])).stdout);
});
