import { memoized } from "../../base/memoized.ts";
import { isId } from "../../jsonrpc/frame.ts";
import { httpExchanges } from "../http-exchange.ts";
import { type FrameOf, type Message, messages } from "../message.ts";
import { eventsOf, type Trace } from "../trace.ts";

/**
 * What the subject said as an MCP peer, in order. Over HTTP, JSON that is the business of HTTP or OAuth does not count
 * (a metadata document, the body of a 401): an answer counts when it is the answer to a POST and has a 2xx status, or
 * calls itself JSON-RPC.
 */
export const spoken = memoized((trace: Trace): readonly Message[] => {
  const accepted = new Set(
    httpExchanges(trace, "POST")
      .filter(({ response }) => response !== undefined && response.status >= 200 && response.status < 300)
      .map(({ exchange }) => exchange),
  );
  const streams = new Set(eventsOf(trace, "sse-event").map((event) => event.seq));
  return messages(trace).filter(
    (message) =>
      message.direction === "received" &&
      (message.exchange === undefined ||
        streams.has(message.seq) ||
        accepted.has(message.exchange) ||
        ("value" in message.frame && typeof message.frame.value === "object" && callsItselfJsonRpc(message))),
  );
});

function callsItselfJsonRpc({ frame }: Message): boolean {
  return "value" in frame && typeof frame.value === "object" && frame.value !== null && "jsonrpc" in frame.value;
}

/** The answers the subject gave: results and errors, members of batches included. */
export function answers(trace: Trace): Message<FrameOf<"result"> | FrameOf<"error">>[] {
  return spoken(trace).filter(
    (message): message is Message<FrameOf<"result"> | FrameOf<"error">> =>
      message.frame.kind === "result" || message.frame.kind === "error",
  );
}

/** The errors the subject answered with. */
export function errors(trace: Trace): Message<FrameOf<"error">>[] {
  return answers(trace).filter((message): message is Message<FrameOf<"error">> => message.frame.kind === "error");
}

/** The results the subject answered with. */
export function results(trace: Trace): Message<FrameOf<"result">>[] {
  return answers(trace).filter((message): message is Message<FrameOf<"result">> => message.frame.kind === "result");
}

/** The requests the subject sent to mcpcheck. */
export function serverRequests(trace: Trace): Message<FrameOf<"request">>[] {
  return spoken(trace).filter((message): message is Message<FrameOf<"request">> => message.frame.kind === "request");
}

/** What mcpcheck sent on purpose that no peer can give a proper id: broken JSON, no JSON-RPC, an id of a forbidden type, a batch. */
export function malformedSent(trace: Trace): Message[] {
  return messages(trace).filter(({ direction, frame, batched }) => {
    if (direction !== "sent" || batched) return false;
    if (frame.kind === "request") return !isId(frame.id);
    return frame.kind === "not-json" || frame.kind === "not-jsonrpc" || frame.kind === "batch" || frame.defects.length > 0;
  });
}
