import { parseFrame } from "../../jsonrpc/frame.ts";
import type { Frame } from "../../jsonrpc/frame.ts";
import type { TimedEvent } from "./scenario-record.ts";

/** The messages a client sent, as far as they could be read; members of batches one by one. */
export function framesFromClient(events: readonly TimedEvent[]): readonly Frame[] {
  return events.flatMap(({ event }): readonly Frame[] => {
    const text =
      event.kind === "http-request" ? event.body : event.kind === "frame" && event.direction === "received" ? event.text : null;
    if (text === null || text.trim() === "") return [];
    const frame = parseFrame(text);
    return frame.kind === "batch" ? frame.items : [frame];
  });
}

/** Whether the client sent a request or notification of a method; without one, whether it sent any request at all. */
export function isAnyOf(events: readonly TimedEvent[], method: string | undefined): boolean {
  return framesFromClient(events).some(
    (frame) =>
      (frame.kind === "request" && (method === undefined || frame.method === method)) ||
      (frame.kind === "notification" && frame.method === method),
  );
}
