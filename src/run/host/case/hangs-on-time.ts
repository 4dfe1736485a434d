import type { HostTrace } from "../../../check/host/host-event.ts";
import type { HostCase } from "./host-case.ts";

/** Members of a case that say how long something takes, may take, or is let pass. */
const isTime = (member: string): boolean => member.endsWith("Ms") || ["pause", "pass", "arrive"].includes(member);

/**
 * Whether a case sets or holds a time, or the time was over before something was answered: then a busy machine can be what keeps a good
 * host from doing as it should.
 */
export function hangsOnTime({ set, servers, model, turns, steps, expect }: HostCase, trace: HostTrace): boolean {
  return hasTime([set, servers, model, turns, steps, expect]) || trace.some((event) => event.kind === "answered" && event.late);
}

function hasTime(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([member, inner]) => isTime(member) || hasTime(inner));
}
