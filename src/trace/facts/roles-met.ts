import { revisionsIn, eventsOf, type Trace, traceOf } from "../trace.ts";
import type { Revision } from "../../spec/revision.ts";

/** A tool that was taken for a role at a revision: because a hints file says so, or because it was seen to fill it. */
export type RoleMet = {
  readonly revision: Revision;
  readonly role: string;
  readonly tool: string;
  readonly by: "hint" | "seen";
  /** The event that showed it; absent where a hint says so. */
  readonly evidence?: number;
};

/** Which tools were taken for which roles, each once, in the order in which scenarios asked. */
export function rolesMet(trace: Trace): RoleMet[] {
  return revisionsIn(trace).flatMap((revision) => {
    const met = new Map<string, RoleMet>();
    for (const { role, tool, by, evidence } of eventsOf(traceOf(trace, revision), "role")) {
      const key = JSON.stringify([role, tool]);
      if (!met.has(key)) met.set(key, { revision, role, tool, by, ...(evidence === undefined ? {} : { evidence }) });
    }
    return [...met.values()];
  });
}
