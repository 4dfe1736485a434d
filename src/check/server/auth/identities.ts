import { assignedSessions } from "../../../trace/facts/assigned-sessions.ts";
import { isSuccess, type Responded, responded } from "../../../trace/facts/http-facts.ts";
import { results } from "../../../trace/facts/spoken.ts";
import { exchangesTagged } from "../../../trace/step.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, notApplicable, overall } from "../../outcome.ts";
import { places } from "../../places.ts";

export const sessionBound: Check = {
  id: "auth.session-bound",
  title: "A session is of no use to another user",
  subject: "server",
  level: "SHOULD",
  spec: { ...places.verifiedRequests, "2026-07-28": "removed" },
  transports: ["http"],
  advice: "Keep with every session whose token opened it, and refuse it to all others: an id that leaks must not be enough.",
  tolerance: "Judged where the other user's token opens a session of its own. Any refusal is accepted.",
  verify(trace) {
    const answeredIn = new Set(results(trace).map(({ exchange }) => exchange));
    const isServed = ({ response, exchange }: Responded): boolean => isSuccess(response.status) && answeredIn.has(exchange);
    const tried = responded(exchangesTagged(trace, "other-user"));
    if (tried.length === 0)
      return inconclusive("no request of another user was sent (--auth says how the server is told whom to trust)");
    if (assignedSessions(trace).length === 0) return notApplicable("the server assigns no session ids");
    if (!responded(exchangesTagged(trace, "other-user-alone")).some(isServed))
      return notApplicable("the other user is not let in at all");
    return overall(
      tried.map((exchange): Exhibit => ({
        ref: exchange.response,
        wrong: isServed(exchange) ? "a session was used with the token of another user" : undefined,
      })),
      "",
    );
  },
};
