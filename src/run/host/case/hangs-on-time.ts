import type { HostTrace } from "../../../check/host/host-event.ts";
import type { HostCase } from "./host-case.ts";

/** Members of a case that say how long something takes, may take, or is let pass. */
const isTime = (member: string): boolean => member.endsWith("Ms") || ["pause", "pass", "arrive"].includes(member);

/** Milliseconds of a whole case in which a limit of the host's own, of which the case says nothing, may have been over. */
const longMs = 5000;

/**
 * Whether a case sets or holds a time, the time was over before something was answered, or all of it took so long (`ms`) that a limit
 * of the host's own may have been: then a busy machine can be what keeps a good host from doing as it should.
 */
export function hangsOnTime({ set, servers, model, turns, steps, expect }: HostCase, trace: HostTrace, ms: number): boolean {
  return (
    ms >= longMs ||
    hasTime([set, servers, model, turns, steps, expect]) ||
    trace.some((event) => event.kind === "answered" && event.late)
  );
}

function hasTime(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([member, inner]) => isTime(member) || hasTime(inner));
}
