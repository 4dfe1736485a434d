import { assignedSessions } from "../../../trace/facts/assigned-sessions.ts";
import { exchangesTagged } from "../../../trace/step.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overall, type Ref } from "../../outcome.ts";
import { places } from "../../places.ts";
import { areCounted } from "../../../base/are-counted.ts";

/** The answers that assign an id which another answer had assigned before. */
function sharedSessions(trace: Trace): Ref[] {
  const ids = assignedSessions(trace);
  return ids.flatMap(({ id, response }, index) => (ids.slice(0, index).some((other) => other.id === id) ? [response] : []));
}

export const sessionIdNotCounted: Check = {
  id: "http.session-id-not-counted",
  title: "Session ids are neither repeated nor counted up",
  subject: "server",
  level: "MUST",
  spec: { ...places.verifiedRequests, "2026-07-28": "removed" },
  transports: ["http"],
  advice: "Draw session ids from a cryptographic source: who knows one must not be able to tell another.",
  // Who shares a session loses it when somebody else ends it.
  explains: [
    {
      checks: [
        "http.session-id-strong",
        "http.session-delete-status",
        "http.get-stream-or-405",
        "cancellation.completed-ignored",
        "cancellation.unknown-ignored",
      ],
      within: "revision",
      at: sharedSessions,
    },
  ],
  tolerance: "Only what shows is judged: an id that comes twice, and ids that differ by a small step in one number.",
  verify(trace) {
    const ids = assignedSessions(trace).filter(
      ({ response }) => !exchangesTagged(trace, "no-authorization").some((one) => one.response?.seq === response.seq),
    );
    if (ids.length === 0) return notApplicable("the server assigns no session ids");
    if (ids.length === 1) return notApplicable("only one session was opened, so that there is nothing to compare");
    const counted = areCounted(ids.map(({ id }) => id));
    return overall(
      ids.map(({ id, response }, index): Exhibit => {
        const again = ids.slice(0, index).some((other) => other.id === id);
        return {
          ref: response,
          wrong: again
            ? "the same session id was assigned twice"
            : counted
              ? `session ids are counted: ${JSON.stringify(id)} is one of them`
              : undefined,
        };
      }),
      "no session was opened",
    );
  },
};
