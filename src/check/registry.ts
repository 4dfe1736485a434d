import { checkModules } from "./check-modules.generated.ts";
import type { Check } from "./check.ts";

/** Every check, sorted by id. */
export const checks: readonly Check[] = checkModules
  .flatMap((module) => Object.values(module))
  .toSorted((a, b) => (a.id < b.id ? -1 : 1));

const byId: ReadonlyMap<string, Check> = new Map(checks.map((check) => [check.id, check]));

/** The check with this id. */
export const checkById = (id: string): Check | undefined => byId.get(id);
