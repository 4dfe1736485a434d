import { looseId } from "../../../jsonrpc/frame.ts";
import { valueAt } from "../../../jsonrpc/json.ts";
import { isSuccess, mediaType, type Posted, posts } from "../../../trace/facts/http-facts.ts";
import { frameIn } from "../../../trace/frame-in.ts";
import { messagesOf } from "../../../trace/message.ts";
import { eventsOf, type Trace } from "../../../trace/trace.ts";
import type { EventOf } from "../../../trace/wire-event.ts";
import { notApplicable, type Outcome } from "../../outcome.ts";

/** A request that was answered with an event stream. */
export type Streamed = Posted & { readonly asked: readonly string[] };

/** The POSTs with requests that were answered with an event stream that could be read; subscriptions are left out. */
function opened(trace: Trace): Streamed[] {
  return posts(trace).flatMap((post) => {
    const members = post.frame.kind === "batch" ? post.frame.items : [post.frame];
    const asked = members.flatMap((frame) =>
      frame.kind === "request" && frame.method !== "subscriptions/listen" ? [looseId(frame.id)] : [],
    );
    const isStream = isSuccess(post.response.status) && mediaType(post) === "text/event-stream";
    const isRead = !post.stream.some((event) => frameIn(event)?.kind === "too-large");
    return isStream && isRead && asked.length > 0 ? [{ ...post, asked }] : [];
  });
}

/**
 * The POSTs with requests that were answered with an event stream; subscriptions are left out, and what the client gave up: requests it
 * cancelled, and those it still waited for when it ended the session.
 */
export function streamed(trace: Trace): Streamed[] {
  const cancelled = new Set(
    messagesOf(trace, "sent", "notification")
      .filter(({ frame }) => frame.method === "notifications/cancelled")
      .map(({ connection, frame }) => `${connection} ${looseId(valueAt(frame.params, "requestId"))}`),
  );
  const goodbyes = eventsOf(trace, "http-request").filter(({ method }) => method === "DELETE");
  const leftOpen = (one: Streamed): boolean => {
    const answered = lastResponse(one)?.seq ?? one.end?.seq ?? Infinity;
    return goodbyes.some(({ connection, seq }) => connection === one.connection && seq > one.request.seq && seq < answered);
  };
  return opened(trace).filter((one) => !one.asked.some((id) => cancelled.has(`${one.connection} ${id}`)) && !leftOpen(one));
}

/** The outcome for servers that answer every request with plain JSON, or all but those that were given up; undefined for the others. */
export function withoutStreams(trace: Trace): Outcome | undefined {
  if (posts(trace).length === 0 || streamed(trace).length > 0) return undefined;
  const others = opened(trace).length > 0 ? ", but what the client gave up" : "";
  return notApplicable(`the server answers no request with a stream${others}`);
}

/** The outcome for servers on Streamable HTTP that say nothing in a stream of any kind; undefined for the others. */
export function withoutMessages(trace: Trace): Outcome | undefined {
  const spoke = trace.events.some((event) => event.kind === "sse-event" && carriesData(event));
  return trace.subject.transport === "http" && posts(trace).length > 0 && !spoke
    ? notApplicable("the server sends no message in an event stream")
    : undefined;
}

/** The events of a stream that carry the last of the responses asked for; undefined while one is missing. */
export function lastResponse({ stream, asked }: Streamed): EventOf<"sse-event"> | undefined {
  const left = new Set(asked);
  return stream.find((event) => {
    for (const id of answerIds(event)) left.delete(id);
    return left.size === 0;
  });
}

/** The ids of the responses an event carries, whatever their JSON type: that is for other checks. */
export function answerIds(event: EventOf<"sse-event">): string[] {
  const frame = frameIn(event);
  const members = frame?.kind === "batch" ? frame.items : frame === undefined ? [] : [frame];
  return members.flatMap((member) => {
    if (member.kind === "not-jsonrpc") return member.answers === undefined ? [] : [looseId(member.answers)];
    return member.kind === "result" || member.kind === "error" ? [looseId(member.id)] : [];
  });
}

/** Whether an event holds anything: priming events and comments do not. */
export const carriesData = (event: EventOf<"sse-event">): boolean => event.data !== undefined && event.data !== "";
