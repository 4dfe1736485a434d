import type { Command } from "commander";
import { checks } from "../../check/registry.ts";
import { chooseChecks } from "../choose-checks.ts";
import { commaSeparated } from "../options/repeatable.ts";
import { readLimits } from "../run-options.ts";

/** How all servers of a fleet are judged, as commander hands it over. */
export type RawJudging = {
  readonly budget: string;
  readonly shard?: string;
  readonly spec?: string;
  readonly check?: string;
  readonly suite?: string;
};

/** Gives a command the options that say which servers of a list are judged, and how. */
export const withJudging = (program: Command): Command =>
  program
    .option("--budget <ms>", "how long judging one server may take, where its line says nothing else", "120000")
    .option("--shard <i>/<n>", "only that part of the servers: the same ones whatever else is in the list")
    .option("--spec <revisions>", "as for run server")
    .option("--check <glob>", "as for run server (comma-separated, repeatable)", commaSeparated)
    .option("--suite <glob>", "as for run server (comma-separated, repeatable)", commaSeparated);

/**
 * Reads them: `words` are what `run server` is told of every server. What is wrong with an option must not become a result of all.
 * @throws McpcheckError `usage`
 */
export function judgedAs(raw: RawJudging): { readonly budgetMs: number; readonly words: readonly string[] } {
  const { budgetMs } = readLimits({ spec: raw.spec ?? "auto", timeout: "10000", budget: raw.budget });
  chooseChecks(
    raw.check,
    checks.filter(({ subject }) => subject === "server"),
  );
  const words = (["spec", "check", "suite"] as const).flatMap((name) => {
    const value = raw[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
  return { budgetMs, words };
}
