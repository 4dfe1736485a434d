import { holdsTooMuch } from "../jsonrpc/bounds.ts";
import { isId, parseFrame } from "../jsonrpc/frame.ts";
import type { FrameEvent, HttpBodyEvent, SseEvent, Unread, Unrecorded } from "./wire-event.ts";

/** How much is kept of a message nobody reads, in UTF-16 units: what a person may want to see of it. */
const keptOfUnread = 64 * 1024;

/** An event that brings what the subject sent. */
export type Received = Unrecorded<FrameEvent> | Unrecorded<HttpBodyEvent> | Unrecorded<SseEvent>;

/** The text of an event that brings what the subject sent; undefined for all others. */
export function receivedText(event: Unrecorded): string | undefined {
  if (event.kind === "frame") return event.direction === "received" ? event.text : undefined;
  return event.kind === "http-body" ? event.text : event.kind === "sse-event" ? event.data : undefined;
}

/** How much text of the subject is in events, in UTF-16 units. */
export function textIn(events: readonly Unrecorded[]): number {
  return events.reduce((sum, event) => sum + (receivedText(event)?.length ?? 0), 0);
}

/** An event as it is kept: of a message that is too large to be read only the beginning, and what its envelope says. */
export function excerptOf(event: Unrecorded): Unrecorded {
  const text = receivedText(event);
  if (text === undefined || !holdsTooMuch(text)) return event;
  const frame = parseFrame(text);
  if (frame.kind !== "too-large") return event;
  const { id, mayAnswer, why } = frame;
  const unread: Unread = { ...(isId(id) ? { id } : {}), mayAnswer, why };
  return cutTo(event as Received, keptOfUnread, unread);
}

/** An event with only so many UTF-16 units of its text, and why nobody reads it. */
export function cutTo(event: Received, length: number, unread: Unread): Unrecorded {
  // A piece of a text keeps the whole of it in memory, but for one that was written and read anew.
  const cut = (text: string): string =>
    JSON.parse(JSON.stringify(text.slice(0, length).replace(/[\uD800-\uDBFF]$/, ""))) as string;
  const { base64: _left, ...kept } = event;
  if (kept.kind === "sse-event") return { ...kept, data: cut(kept.data ?? ""), cut: true, unread };
  return { ...kept, text: cut(kept.text), cut: true, unread };
}
