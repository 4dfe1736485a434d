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
