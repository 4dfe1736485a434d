import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/run-cli.ts";

/** Sends a signal to its own process in the moment it first listens for one. */
const preload = (signal: string): string =>
  `data:text/javascript,${encodeURIComponent(`
    process.once("newListener", function hear(name) {
      if (name !== "${signal}") return process.once("newListener", hear);
      setImmediate(() => process.kill(process.pid, "${signal}"));
    });`)}`;

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
])("a run that gets %s as soon as it can hear of it ends with %d", async (signal, code) => {
  const child = spawn(
    process.execPath,
    [
      "--import",
      preload(signal),
      join(root, "bin/mcpcheck.js"),
      "run",
      "server",
      "--",
      process.execPath,
      "-e",
      "process.stdin.resume()",
    ],
    { stdio: "ignore" },
  );
  const how = await new Promise((resolve) => child.once("exit", (...end) => resolve(end)));
  expect(how).toEqual([code, null]);
});
