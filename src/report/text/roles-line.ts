import type { RoleMet } from "../../trace/facts/roles-met.ts";
import { groupBy } from "../../base/group-by.ts";

/**
 * The tools that were taken for roles in one line, such as `slow: wait (seen); elicits: ask (hint)`, whatever the revision. Not yet
 * made safe to print.
 */
export function rolesLine(roles: readonly RoleMet[]): string {
  return [...groupBy(roles, ({ role }) => role)]
    .map(([role, met]) => `${role}: ${[...new Set(met.map(({ tool, by }) => `${tool} (${by})`))].join(", ")}`)
    .join("; ");
}
