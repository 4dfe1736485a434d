import { Command } from "commander";
import { expect, test } from "vitest";
import type { ProjectConfig } from "./project-config.ts";
import { addRunOptions, type RawRunOptions } from "./run-options.ts";
import { withConfig } from "./with-config.ts";

/** The options of a command line over a configuration. */
function merged(
  run: ProjectConfig["run"],
  argv: readonly string[],
  without: Parameters<typeof withConfig>[3] = [],
): RawRunOptions {
  const command = addRunOptions(new Command());
  command.parse([...argv], { from: "user" });
  return withConfig(command.opts<RawRunOptions>(), { file: "", servers: [], run }, command, without);
}

test("the configuration stands over the defaults, and the command line over both", () => {
  expect(merged({ timeout: 5, spec: "all" }, ["--spec", "auto"])).toMatchObject({ timeout: "5", spec: "auto", seed: "1" });
});

test("who says what fails the run, by either name, has said it", () => {
  expect(merged({ strict: true }, ["--fail-on", "fail"])).not.toHaveProperty("strict");
  expect(merged({ failOn: "untested" }, ["--strict"])).not.toHaveProperty("failOn");
  expect(merged({ failOn: "untested" }, [])).toMatchObject({ failOn: "untested" });
});

test("what means nothing to a command is left out", () => {
  expect(merged({ trace: "t.ndjson", retry: 2 }, [], ["trace"])).toMatchObject({ retry: "2" });
  expect(merged({ trace: "t.ndjson" }, [], ["trace"])).not.toHaveProperty("trace");
});
