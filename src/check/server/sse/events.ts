import { valueAt, isObject } from "../../../jsonrpc/json.ts";
import { readJson } from "../../../jsonrpc/nesting.ts";
import { isForeign, textBehind } from "../../../jsonrpc/frame.ts";
import { frameIn } from "../../../trace/frame-in.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { posts, responded } from "../../../trace/facts/http-facts.ts";
import { headerValue } from "../../../trace/message.ts";
import { revisionsIn } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overall } from "../../outcome.ts";
import { places } from "../../places.ts";
import { carriesData, streamed, withoutMessages, withoutStreams } from "./streamed.ts";

export const eventData: Check = {
  id: "sse.event-data",
  title: "The data of every message event is a JSON-RPC message",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "basic/transports#http-with-sse", ...places.sseAnswers },
  transports: ["http", "sse"],
  advice: "Send keep-alives as comments (a line that begins with a colon), not as data.",
  verify(trace) {
    return (
      withoutMessages(trace) ??
      overall(
        trace.events.flatMap((event): Exhibit[] => {
          if (event.kind !== "sse-event" || event.cut || !carriesData(event)) return [];
          if (event.event !== undefined && event.event !== "" && event.event !== "message") return [];
          const frame = frameIn(event);
          if (frame?.kind === "too-large") return [];
          const fine = frame !== undefined && !isForeign(frame) && textBehind(event.data ?? "", frame) === undefined;
          return [
            { ref: event, wrong: fine ? undefined : `an event with the data ${JSON.stringify((event.data ?? "").slice(0, 60))}` },
          ];
        }),
        "no event was received",
      )
    );
  },
};

export const eventType: Check = {
  id: "sse.event-type",
  title: "JSON-RPC messages are sent as events of type message",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "basic/transports#http-with-sse", ...places.sseAnswers },
  transports: ["http", "sse"],
  advice: "Leave out the event field or set it to message: clients listen for that type only.",
  verify(trace) {
    return (
      withoutMessages(trace) ??
      overall(
        trace.events.flatMap((event): Exhibit[] => {
          if (event.kind !== "sse-event" || !carriesData(event) || event.cut) return [];
          const frame = frameIn(event);
          if (frame === undefined || isForeign(frame) || frame.kind === "too-large") return [];
          const fine = event.event === undefined || event.event === "" || event.event === "message";
          return [{ ref: event, wrong: fine ? undefined : `a message in an event of type ${JSON.stringify(event.event)}` }];
        }),
        "no message was received in an event",
      )
    );
  },
};

export const eventIdUnique: Check = {
  id: "sse.event-id-unique",
  title: "Event ids are unique within a session, over all its streams",
  subject: "server",
  level: "MUST",
  spec: { "2025-03-26": "basic/transports#resumability-and-redelivery", "2026-07-28": "removed" },
  transports: ["http"],
  advice: "Put the stream into the id, or count over the whole session.",
  verify(trace) {
    const seen = new Set<string>();
    const looked = httpExchanges(trace)
      .filter(({ request }) => headerValue(request.headers, "last-event-id") === undefined)
      .flatMap(({ stream }) => stream)
      .flatMap((event): Exhibit[] => {
        if (event.id === undefined || event.id === "") return [];
        const key = `${event.connection} ${event.id}`;
        const again = seen.has(key);
        seen.add(key);
        return [{ ref: event, wrong: again ? `the event id ${JSON.stringify(event.id)} was used before` : undefined }];
      });
    if (looked.length === 0 && posts(trace).length > 0) return notApplicable("the server attaches no ids to its events");
    return overall(looked, "no event was received");
  },
};

export const primingEvent: Check = {
  id: "sse.priming-event",
  title: "A stream that can be resumed begins with an event id and empty data",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-11-25": "basic/transports#sending-messages-to-the-server", "2026-07-28": "removed" },
  transports: ["http"],
  advice: "Send an event with an id and an empty data field at once, so that the client can resume from the very start.",
  tolerance: "A server that attaches no event ids at all cannot be resumed from, and is left out.",
  verify(trace) {
    const none = withoutStreams(trace);
    if (none !== undefined) return none;
    // A client that does not say it speaks this revision may not know priming events: servers spare it them.
    const streams = streamed(trace).filter(({ frame, request }) =>
      revisionsIn(trace).some(
        (revision) =>
          headerValue(request.headers, "mcp-protocol-version") === revision ||
          (frame.kind === "request" && frame.method === "initialize" && valueAt(frame.params, "protocolVersion") === revision),
      ),
    );
    if (streams.length > 0 && streams.every(({ stream }) => stream.every((event) => event.id === undefined)))
      return notApplicable("the server attaches no ids to its events");
    return overall(
      streams.flatMap(({ stream }): Exhibit[] => {
        const first = stream.find((event) => event.data !== undefined || event.id !== undefined);
        if (first === undefined) return [];
        return [
          {
            ref: first,
            wrong: first.id !== undefined && first.data === "" ? undefined : "the first event is not an id with empty data",
          },
        ];
      }),
      "no request was answered with a stream",
    );
  },
};

export const retryDigits: Check = {
  id: "sse.retry-digits",
  title: "A retry field holds digits only",
  subject: "server",
  level: "PRACTICE",
  spec: { "2025-03-26": "https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation" },
  transports: ["http", "sse"],
  advice: "Give the time in whole milliseconds; anything else is ignored.",
  verify(trace) {
    const fields = trace.events.filter((event) => event.kind === "sse-event" && event.retry !== undefined);
    if (fields.length === 0 && posts(trace).length > 0) return notApplicable("the server sends no retry field");
    return overall(
      fields.flatMap((event): Exhibit[] =>
        event.kind === "sse-event"
          ? [{ ref: event, wrong: /^\d+$/.test(event.retry ?? "") ? undefined : `retry: ${JSON.stringify(event.retry)}` }]
          : [],
      ),
      "no event was received",
    );
  },
};

/** The endpoint event of the old HTTP+SSE transport, which tells each client where to send its messages. */
export const endpointEvent: Check = {
  id: "sse.endpoint-event",
  title: "The stream of HTTP+SSE brings an endpoint event that holds a URI",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse" },
  transports: ["sse"],
  advice: "Send event: endpoint with the URI for POSTs as the first event.",
  tolerance: "The page does not say that it is the first event: others before it are accepted.",
  verify(trace) {
    return overall(
      responded(httpExchanges(trace, "GET")).flatMap(({ stream }): Exhibit[] => {
        const events = stream.filter((event) => event.data !== undefined);
        const endpoint = events.find((event) => event.event === "endpoint");
        if (endpoint === undefined)
          return events.slice(0, 1).map((event) => ({ ref: event, wrong: "no endpoint event was sent" }));
        const data = endpoint.data ?? "";
        const fine = data !== "" && !/\s/.test(data) && !isObject(readJson(data));
        return [
          {
            ref: endpoint,
            wrong: fine ? undefined : `the endpoint event holds ${JSON.stringify(data.slice(0, 60))}, expected a URI`,
          },
        ];
      }),
      "no stream was opened",
    );
  },
};
