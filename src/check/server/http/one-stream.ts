import { valueAt } from "../../../jsonrpc/json.ts";
import { frameIn } from "../../../trace/frame-in.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { headerValue, messagesOf } from "../../../trace/message.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { EventOf } from "../../../trace/wire-event.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { resumedExchanges } from "../../../trace/facts/http-facts.ts";

export const oneStream: Check = {
  id: "http.no-broadcast",
  title: "A message is sent on one stream only",
  subject: "server",
  level: "MUST NOT",
  spec: { "2025-03-26": "basic/transports#multiple-connections", "2026-07-28": "removed" },
  transports: ["http"],
  advice: "Choose one of the open streams for each message; use resumption against loss.",
  tolerance:
    "Requests and progress are compared, for other equal notifications may be two: progress of one request never stays where it was. Log messages count where at least three came while the client's own stream stood, and each of them on that stream too; news of lists and resources where two such streams stood, and brought at least three different ones in the same order. Streams resumed with Last-Event-ID may repeat.",
  explains: [{ checks: ["jsonrpc.server-request-id-unique", "progress.increases"], within: "message" }],
  verify(trace) {
    const resumed = resumedExchanges(trace);
    const streamOf = new Map<string, number>();
    const looked = trace.events.flatMap((event): Exhibit[] => {
      if (event.kind !== "sse-event" || resumed.has(event.exchange) || event.data === undefined) return [];
      const what = unrepeatable(trace, event);
      if (what === undefined) return [];
      const key = `${event.connection} ${what.key}`;
      const first = streamOf.get(key);
      streamOf.set(key, first ?? event.exchange);
      return [
        {
          ref: event,
          wrong: first === undefined || first === event.exchange ? undefined : `${what.name} was sent on two streams`,
        },
      ];
    });
    const several = [...broadcastLogs(trace), ...broadcastNews(trace)];
    return overallIfAny([...looked, ...several], "the server sent no request and no progress on a stream");
  },
};

/** One log message may be said twice by chance; as many as these are not. */
const fewestTwins = 3;

/** Log messages that came on streams of requests and, each of them, on a stream of GET that stood beside. */
function broadcastLogs(trace: Trace): Exhibit[] {
  const streams = httpExchanges(trace).map((one) => ({ ...one, logs: one.stream.filter(isLog) }));
  const own = streams.filter(({ request }) => request.method === "GET" && !isResumption(request));
  return own.flatMap((stream): Exhibit[] => {
    const others = streams
      .filter(({ connection, request }) => connection === stream.connection && request.method === "POST")
      .filter(({ request }) => request.seq > stream.request.seq && request.seq < (stream.end?.seq ?? Infinity))
      .flatMap(({ logs }) => logs);
    if (others.length < fewestTwins) return [];
    const left = stream.logs.map(({ data }) => data);
    const hasTwin = others.every(({ data }) => {
      const at = left.indexOf(data);
      if (at !== -1) left.splice(at, 1);
      return at !== -1;
    });
    const wrong = hasTwin ? "each log message of a request was sent on two streams" : undefined;
    return others.map((event) => ({ ref: event, wrong }));
  });
}

/** News that came on two streams of GET which stood side by side, all of it on both. */
function broadcastNews(trace: Trace): Exhibit[] {
  const own = httpExchanges(trace)
    .filter(({ request }) => request.method === "GET" && !isResumption(request))
    .map((one) => ({ ...one, news: one.stream.filter(isNews) }));
  return own.flatMap((first): Exhibit[] => {
    const second = own.find((one) => one.connection === first.connection && one.request.seq > first.request.seq);
    const opened = second?.response?.seq;
    if (second === undefined || opened === undefined) return [];
    // What one of them did not live to bring says nothing.
    const over = Math.min(first.end?.seq ?? Infinity, second.end?.seq ?? Infinity);
    const during = ({ seq }: EventOf<"sse-event">): boolean => seq > opened && seq < over;
    const [here, there] = [first.news.filter(during), second.news.filter(during)];
    const common = Math.min(here.length, there.length);
    const compared = here.slice(0, common);
    if (new Set(compared.map(({ data }) => data)).size < fewestTwins) return [];
    const alike = Math.abs(here.length - there.length) <= 1 && compared.every(({ data }, at) => data === there[at]?.data);
    const wrong = alike ? "each notification was sent on both of two streams that stood side by side" : undefined;
    return there.slice(0, common).map((event) => ({ ref: event, wrong }));
  });
}

function isNews(event: EventOf<"sse-event">): boolean {
  const frame = frameIn(event);
  return (
    frame?.kind === "notification" &&
    (frame.method === "notifications/resources/updated" || frame.method.endsWith("/list_changed"))
  );
}

function isLog(event: EventOf<"sse-event">): boolean {
  const frame = frameIn(event);
  return frame?.kind === "notification" && frame.method === "notifications/message";
}

const isResumption = ({ headers }: EventOf<"http-request">): boolean => headerValue(headers, "last-event-id") !== undefined;

/** What a server can have meant to send once only: a request, by its id, or progress of a request, by all that it says. */
function unrepeatable(trace: Trace, event: EventOf<"sse-event">): { readonly key: string; readonly name: string } | undefined {
  const frame = frameIn(event);
  if (frame?.kind === "request")
    return { key: `request ${JSON.stringify(frame.id)}`, name: `the request ${JSON.stringify(frame.id)}` };
  if (frame?.kind !== "notification" || frame.method !== "notifications/progress") return undefined;
  const token = valueAt(frame.params, "progressToken");
  // A token may serve again for a later request.
  const request = messagesOf(trace, "sent", "request").findLast(
    (sent) =>
      sent.connection === event.connection &&
      sent.seq < event.seq &&
      token !== undefined &&
      valueAt(sent.frame.params, "_meta", "progressToken") === token,
  );
  if (request === undefined) return undefined;
  const key = `progress ${request.seq} ${JSON.stringify(frame.params)}`;
  return { key, name: `progress of the request ${JSON.stringify(request.frame.id)}` };
}
