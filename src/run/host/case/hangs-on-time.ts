import type { HostCase } from "./host-case.ts";

/** Members of a case that say how long something takes, may take, or is let pass. */
const isTime = (member: string): boolean => member.endsWith("Ms") || member === "pause" || member === "pass";

/** Whether a case sets or holds a time, so that a busy machine can be what keeps a good host from doing as it should. */
export function hangsOnTime({ set, servers, model, turns, steps, expect }: HostCase): boolean {
  return hasTime([set, servers, model, turns, steps, expect]);
}

function hasTime(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([member, inner]) => isTime(member) || hasTime(inner));
}
