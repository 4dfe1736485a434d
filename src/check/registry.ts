import { checkModules } from "./check-modules.generated.ts";
import type { Check } from "./check.ts";

/** Every check, sorted by id. */
export const checks: readonly Check[] = checkModules
  .flatMap((module) => Object.values(module))
  .toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The check with this id. */
export function checkById(id: string): Check | undefined {
  return checks.find((check) => check.id === id);
}
