import { challenges, methodIn, unauthorized } from "../../../trace/facts/authorization.ts";
import { isSuccess } from "../../../trace/facts/http-facts.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { places } from "../../places.ts";
import { whenDemanded } from "../../rules/when-demanded.ts";

/** What a server may open to everybody before it wants to know who asks: it gives nothing away. */
const handshakes: ReadonlySet<string | undefined> = new Set(["initialize", "server/discover", "ping"]);

export const everyRequestAuthorized: Check = {
  id: "auth.every-request",
  title: "A server that demands authorization demands it of every request, also in a session that was opened with it",
  subject: "server",
  level: "MUST",
  spec: places.verifiedRequests,
  transports: ["http"],
  advice: "Verify the token of every request; a session id, or an earlier request, proves nothing about who sends this one.",
  tolerance: "initialize, server/discover and ping may be open to everybody.",
  verify: (trace) =>
    whenDemanded(trace, () => {
      const demanded = challenges(trace).map((exchange) => methodIn(exchange) ?? "a request");
      return overall(
        unauthorized(trace)
          .filter((exchange) => !handshakes.has(methodIn(exchange)))
          .map((exchange): Exhibit => ({
            ref: exchange.response,
            wrong: isSuccess(exchange.response.status)
              ? `${methodIn(exchange) ?? "a message"} was served without authorization (status ${exchange.response.status}), which ${demanded[0]} was refused for`
              : undefined,
          })),
        "nothing but the handshake and a ping was asked without authorization",
      );
    }),
};
