import { frameIn } from "../../../trace/frame-in.ts";
import { headerValue } from "../../../trace/message.ts";
import { valueAt } from "../../../jsonrpc/json.ts";
import { type ClientCall, clientCalls, clientNotifications } from "../../../trace/facts/client-facts.ts";
import { type HttpExchange, httpExchanges } from "../../../trace/http-exchange.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";

/** A stream of a POST that ended before the answer came, with its last event id and what it said of `retry`. */
type Broken = { readonly exchange: HttpExchange; readonly id: string; readonly retry: number | undefined };

function brokenStreams(trace: Trace): readonly Broken[] {
  return clientCalls(trace, "tools/call").flatMap(({ request }): Broken[] => {
    const exchange = httpExchanges(trace).find((one) => one.exchange === request.exchange);
    const id = exchange?.stream.findLast((event) => event.id !== undefined && event.id !== "")?.id;
    const whole =
      exchange?.stream.some((event) => ["result", "error", "too-large"].includes(frameIn(event)?.kind ?? "")) === true;
    if (exchange?.end === undefined || exchange.end.how === "closed-by-peer" || id === undefined || whole) return [];
    if (!stayed(trace, request, exchange)) return [];
    const retry = exchange.stream.findLast((event) => event.retry !== undefined)?.retry;
    return [{ exchange, id, retry: retry === undefined ? undefined : Number(retry) }];
  });
}

/**
 * Whether the client was still there after a stream had ended, and still wanted the answer: it sent something more on the connection, and
 * it had not cancelled the call.
 */
function stayed(trace: Trace, { frame, connection, seq }: ClientCall["request"], { end }: HttpExchange): boolean {
  const ended = end?.seq ?? Infinity;
  const isCancelled = clientNotifications(trace, "notifications/cancelled").some(
    (one) => one.connection === connection && one.seq > seq && valueAt(one.frame.params, "requestId") === frame.id,
  );
  const isThere = httpExchanges(trace).some((one) => one.connection === connection && one.request.seq > ended);
  return isThere && !isCancelled;
}

/** The GET with which a client comes back for a stream. */
const resumptionOf = (trace: Trace, { exchange, id }: Broken): HttpExchange | undefined =>
  httpExchanges(trace, "GET").find(
    ({ request }) => request.seq > (exchange.end?.seq ?? Infinity) && headerValue(request.headers, "last-event-id") === id,
  );

/** A stream that broke is asked for again. */
export const clientResumes: Check = {
  id: "http.client-resumes",
  title: "The client comes back for a stream that ended before the answer, by GET with Last-Event-ID",
  subject: "client",
  level: "SHOULD",
  spec: { "2025-03-26": "basic/transports#resumability-and-redelivery", "2026-07-28": "removed" },
  transports: ["http"],
  advice: "Keep the id of the last event, and open a GET with it as Last-Event-ID when the stream ends early.",
  verify: (trace) =>
    overallIfAny(
      brokenStreams(trace).map((broken): Exhibit => {
        const back = resumptionOf(trace, broken);
        return {
          ref: back?.request ?? broken.exchange.end ?? broken.exchange.request,
          wrong: back === undefined ? "nobody came back for a stream that broke" : undefined,
        };
      }),
      "no stream with event ids broke before its answer",
    ),
};

/** Timers of one machine may differ by so many ms. */
const slackMs = 20;

/** Not sooner than the server asked. */
export const clientWaitsRetry: Check = {
  id: "http.client-retry-respected",
  title: "The client waits as long as the retry field says before it comes back",
  subject: "client",
  level: "MUST",
  spec: { "2025-11-25": "basic/transports#sending-messages-to-the-server", "2026-07-28": "removed" },
  transports: ["http"],
  advice: "Take the number of the last retry field for the least time, in milliseconds, before you reconnect.",
  verify: (trace) =>
    overall(
      brokenStreams(trace).flatMap((broken): Exhibit[] => {
        const back = resumptionOf(trace, broken);
        // The stream ended after its last event, whenever that was noticed here: so this is at least what the client waited.
        const last = broken.exchange.stream.at(-1)?.at;
        if (back === undefined || last === undefined || broken.retry === undefined) return [];
        const waited = back.request.at - last;
        const early = waited < broken.retry - slackMs;
        return [
          {
            ref: back.request,
            wrong: early ? `it came back after ${Math.round(waited)} ms, where retry said ${broken.retry}` : undefined,
          },
        ];
      }),
      "nobody came back for a stream with a retry field",
    ),
};
