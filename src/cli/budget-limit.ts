import { crowding, stretchedLimit } from "../run/limits/stretched-limit.ts";
import { timeLimit } from "../run/limits/time-limit.ts";
import type { RunOptions } from "./run-options.ts";

/** How long a whole subject may take. */
export type Budget = Pick<RunOptions, "budgetMs" | "budgetStretches">;

/** A signal that is aborted when a budget is used up, or one of `stops` is: to the millisecond where somebody said how long that is. */
export function budgetLimit({ budgetMs, budgetStretches = false }: Budget, ...stops: readonly AbortSignal[]): AbortSignal {
  return budgetStretches ? stretchedLimit(budgetMs, crowding, ...stops) : timeLimit(budgetMs, ...stops);
}
