import type { Check } from "./check.ts";

/** The areas, each a module that exports its checks and nothing else. A new area is one line here. */
const areas: readonly Readonly<Record<string, Check>>[] = [];

/** Every check, sorted by id. */
export const checks: readonly Check[] = areas.flatMap((area) => Object.values(area)).toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The check with this id. */
export function checkById(id: string): Check | undefined {
  return checks.find((check) => check.id === id);
}
