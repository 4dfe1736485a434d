import { valueAt } from "../../../jsonrpc/json.ts";
import { frameIn } from "../../../trace/frame-in.ts";
import { messagesOf } from "../../../trace/message.ts";
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
    "Only requests and progress are compared, for other equal notifications may be two: progress of one request never stays where it was. Streams resumed with Last-Event-ID may repeat.",
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
    return overallIfAny(looked, "the server sent no request and no progress on a stream");
  },
};

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
