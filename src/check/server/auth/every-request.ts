import { challenges, methodIn, unauthorized } from "../../../trace/facts/authorization.ts";
import { isSuccess, mediaType, responded } from "../../../trace/facts/http-facts.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { headerValue } from "../../../trace/message.ts";
import { exchangesTagged } from "../../../trace/step.ts";
import type { Trace } from "../../../trace/trace.ts";
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
  tolerance:
    "initialize, server/discover and ping may be open to everybody. A DELETE counts where its session is gone after it; a GET that opens no stream, and is not refused for its authorization, says nothing.",
  verify: (trace) =>
    whenDemanded(trace, () => {
      const demanded = challenges(trace).map((exchange) => methodIn(exchange) ?? "a request");
      return overall(
        [
          ...unauthorized(trace)
            .filter((exchange) => !handshakes.has(methodIn(exchange)))
            .map((exchange): Exhibit => ({
              ref: exchange.response,
              wrong: isSuccess(exchange.response.status)
                ? `${methodIn(exchange) ?? "a message"} was served without authorization (status ${exchange.response.status}), which ${demanded[0]} was refused for`
                : undefined,
            })),
          ...streams(trace),
          ...deletions(trace),
        ],
        "nothing but the handshake and a ping was asked without authorization",
      );
    }),
};

const refused = (status: number): boolean => status === 401 || status === 403;

/** Streams of the server that were asked for without its token, or with a wrong one. */
function streams(trace: Trace): Exhibit[] {
  return responded(exchangesTagged(trace, "stream-unauthorized")).flatMap((exchange): Exhibit[] => {
    const { response, request } = exchange;
    if (refused(response.status)) return [{ ref: response }];
    return isSuccess(response.status) && mediaType(exchange) === "text/event-stream"
      ? [{ ref: response, wrong: `a stream of the session was opened by GET ${credentialsOf(request.headers)}` }]
      : [];
  });
}

/** Sessions that somebody without the token tried to end: what the owner is told before and after shows whether it is gone. */
function deletions(trace: Trace): Exhibit[] {
  const asked = responded(httpExchanges(trace, "POST"));
  return responded(exchangesTagged(trace, "delete-unauthorized")).flatMap(({ connection, request, response }): Exhibit[] => {
    if (refused(response.status)) return [{ ref: response }];
    const here = asked.filter((one) => one.connection === connection);
    const before = here.findLast((one) => one.response.seq < request.seq);
    const after = here.find((one) => one.request.seq > response.seq);
    const ended =
      before !== undefined && isSuccess(before.response.status) && after !== undefined && !isSuccess(after.response.status);
    return isSuccess(response.status) && ended
      ? [{ ref: response, wrong: `the session was ended by DELETE ${credentialsOf(request.headers)}` }]
      : [];
  });
}

const credentialsOf = (headers: Parameters<typeof headerValue>[0]): string =>
  headerValue(headers, "authorization") === undefined ? "without authorization" : "with a token that nobody issued";
