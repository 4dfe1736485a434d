import type { Command } from "commander";
import type { ProjectConfig } from "./project-config.ts";
import type { RawRunOptions, RunOptionName } from "./run-options.ts";

/** The options of the configuration below those that were typed, defaults below both; `without` those that mean nothing to a command. */
export function withConfig<O extends RawRunOptions>(
  raw: O,
  { run }: ProjectConfig,
  command: Command,
  without: readonly RunOptionName[] = [],
): O {
  const typed = (name: string): boolean => command.getOptionValueSource(name) === "cli";
  // What fails the run can be said in two ways: who says either on the command line has said it.
  const isDecided = typed("strict") || typed("failOn");
  const configured = Object.entries(run).filter(
    ([name]) =>
      !typed(name) && !(isDecided && (name === "strict" || name === "failOn")) && !without.some((absent) => absent === name),
  );
  return {
    ...raw,
    ...Object.fromEntries(configured.map(([name, value]) => [name, typeof value === "number" ? String(value) : value])),
  };
}
