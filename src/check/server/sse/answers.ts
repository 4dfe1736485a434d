import { frameIn } from "../../../trace/frame-in.ts";
import { type HttpExchange, httpExchanges } from "../../../trace/http-exchange.ts";
import { isSuccess, mediaType, type Posted, posts, responded } from "../../../trace/facts/http-facts.ts";
import { headerValue } from "../../../trace/message.ts";
import { stepOf } from "../../../trace/step-index.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { EventOf } from "../../../trace/wire-event.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overdue, overall } from "../../outcome.ts";
import { places } from "../../places.ts";
import { answerIds, carriesData, lastResponse, streamed, withoutStreams } from "./streamed.ts";
import { shortJson } from "../../rules/text-forms.ts";

export const responseDelivered: Check = {
  id: "sse.response-delivered",
  title: "A stream that answers a request brings the response before it ends",
  subject: "server",
  level: "SHOULD",
  spec: places.sseAnswers,
  transports: ["http"],
  advice: "Send the response, also an error, as the last event of the stream.",
  tolerance: "A stream with event ids may be cut and resumed, and is left out.",
  verify(trace) {
    return (
      withoutStreams(trace) ??
      overall(
        streamed(trace).flatMap((one): Exhibit[] => {
          const response = lastResponse(one);
          if (response !== undefined) return [{ ref: response }];
          const resumable = one.stream.some((event) => event.id !== undefined);
          return one.end?.how === "complete" && !resumable
            ? [{ ref: one.end, wrong: "the stream ended without the response" }]
            : [];
        }),
        "no request was answered with a stream",
      )
    );
  },
};

/** How long a stream may stay open after its last response before we call it open, in ms. */
const closingGrace = 1000;

export const streamEnds: Check = {
  id: "sse.stream-ends",
  title: "A stream that answers a request ends after the response",
  subject: "server",
  level: "SHOULD",
  spec: places.sseAnswers,
  transports: ["http"],
  advice: "End the HTTP response after the last event: every open stream costs both sides a connection.",
  verify(trace) {
    return (
      withoutStreams(trace) ??
      overall(
        streamed(trace).flatMap((one): Exhibit[] => {
          const response = lastResponse(one);
          if (response === undefined || one.end === undefined || one.end.how === "broken") return [];
          if (one.end.how === "complete") return [{ ref: one.end }];
          const waited = Math.round(one.end.at - response.at);
          return waited < closingGrace ? [] : [overdue(one.end, `the stream was still open ${waited} ms after the response`)];
        }),
        "no stream was observed to its end",
      )
    );
  },
};

export const responseLast: Check = {
  id: "sse.response-last",
  title: "Nothing is sent on a stream after the response it was opened for",
  subject: "server",
  level: "SHOULD",
  spec: places.sseAnswers,
  transports: ["http"],
  advice: "Send notifications about a request before its response; clients stop reading there.",
  verify(trace) {
    return (
      withoutStreams(trace) ??
      overall(
        streamed(trace).flatMap((one): Exhibit[] => {
          const response = lastResponse(one);
          if (response === undefined) return [];
          const after = one.stream.filter((event) => event.seq > response.seq && carriesData(event));
          return [{ ref: response }, ...after.map((event): Exhibit => ({ ref: event, wrong: "a message after the response" }))];
        }),
        "no request was answered with a stream",
      )
    );
  },
};

export const noResponseOnGet: Check = {
  id: "sse.no-response-on-get",
  title: "A stream opened with GET carries no responses",
  subject: "server",
  level: "MUST NOT",
  spec: places.getStream,
  transports: ["http"],
  advice: "Send a response on the stream of its own POST; other streams get them only when they are resumed.",
  verify(trace) {
    const streams = responded(httpExchanges(trace, "GET")).filter(
      (exchange) => isSuccess(exchange.response.status) && mediaType(exchange) === "text/event-stream" && !isResumed(exchange),
    );
    if (streams.length === 0 && httpExchanges(trace, "GET").length > 0) return notApplicable("the server opens no stream on GET");
    return overall(
      streams.flatMap(({ stream, response }): Exhibit[] => [
        { ref: response },
        ...stream.map((event): Exhibit => ({
          ref: event,
          wrong: answerIds(event).length > 0 ? "a response on a stream opened with GET" : undefined,
        })),
      ]),
      "no stream was opened with GET",
    );
  },
};

const isResumed = ({ request }: HttpExchange): boolean => headerValue(request.headers, "last-event-id") !== undefined;

export const retryBeforeClose: Check = {
  id: "sse.retry-before-close",
  title: "A server that closes a stream before the response sends a retry field first",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-11-25": "basic/transports#sending-messages-to-the-server", "2026-07-28": "removed" },
  transports: ["http"],
  advice: "Send retry: <ms> before you close, so that the client knows when to come back.",
  verify(trace) {
    const none = withoutStreams(trace);
    if (none !== undefined) return none;
    const cut = streamed(trace).filter(
      (one) =>
        lastResponse(one) === undefined && one.end?.how === "complete" && one.stream.some((event) => event.id !== undefined),
    );
    if (cut.length === 0 && streamed(trace).length > 0) return notApplicable("the server closed no stream before the response");
    return overall(
      cut.flatMap((one): Exhibit[] => {
        const retry = one.stream.find((event) => event.retry !== undefined);
        if (retry !== undefined) return [{ ref: retry }];
        return one.end === undefined
          ? []
          : [{ ref: one.end, wrong: "the stream was closed before the response, without a retry field" }];
      }),
      "no request was answered with a stream",
    );
  },
};

export const noBuffering: Check = {
  id: "sse.no-buffering",
  title: "Event streams carry X-Accel-Buffering: no",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": "basic/transports/streamable-http#receiving-messages" },
  transports: ["http"],
  advice: "Reverse proxies hold events back without it.",
  verify(trace) {
    const streams = responded(httpExchanges(trace, "POST")).filter((exchange) => mediaType(exchange) === "text/event-stream");
    if (streams.length === 0 && posts(trace).length > 0) return notApplicable("the server opened no event stream");
    return overall(
      streams.map(({ response }): Exhibit => {
        const value = headerValue(response.headers, "x-accel-buffering");
        return {
          ref: response,
          wrong: value?.trim().toLowerCase() === "no" ? undefined : `X-Accel-Buffering is ${shortJson(value)}`,
        };
      }),
      "nothing was answered",
    );
  },
};

export const relatedOnly: Check = {
  id: "sse.no-list-changes-on-request",
  title: "The stream of a request carries only what relates to that request",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "basic/transports/streamable-http#receiving-messages" },
  transports: ["http"],
  advice: "Send changes of lists and resources on streams of subscriptions/listen.",
  tolerance: "Accused are only change notifications, which never relate to a request.",
  explains: [{ checks: ["subscriptions.only-requested", "subscriptions.id-present"], within: "message" }],
  verify(trace) {
    return (
      withoutStreams(trace) ??
      overall(
        streamed(trace).flatMap((one): Exhibit[] =>
          one.stream.filter(carriesData).map((event): Exhibit => {
            const method = methodIn(event);
            const foreign =
              method !== undefined && (method.endsWith("/list_changed") || method === "notifications/resources/updated");
            return { ref: event, wrong: foreign ? `${method} on the stream of ${methodOf(one)}${tagOf(trace, one)}` : undefined };
          }),
        ),
        "no request was answered with a stream",
      )
    );
  },
};

function methodIn(event: EventOf<"sse-event">): string | undefined {
  const frame = frameIn(event);
  return frame?.kind === "notification" ? frame.method : undefined;
}

const methodOf = ({ frame }: Posted): string => (frame.kind === "request" ? frame.method : "a batch");

function tagOf(trace: Trace, one: Posted): string {
  const tag = stepOf(trace, one.request)?.tag;
  return tag === undefined ? "" : ` (${tag})`;
}
