import { type Frame, parseFrame, parseReceived, tooLarge } from "../jsonrpc/frame.ts";
import type { KnownResults } from "../jsonrpc/parse-sharing.ts";
import type { EventOf, WireEvent } from "./wire-event.ts";

/** An event whose text may be a message. */
export type Carrier = EventOf<"frame"> | EventOf<"http-request"> | EventOf<"http-body"> | EventOf<"sse-event">;

const cache = new WeakMap<WireEvent, Frame>();

/**
 * What the text of an event is as a message, read once however often and in whatever part of a trace it is asked for; with
 * `known`, equal results of several events are one value. What was cut is too large where it was going to be a message, and
 * undefined where it broke off; so is what has no text.
 */
export function frameIn(event: Carrier, known?: KnownResults): Frame | undefined {
  const found = cache.get(event);
  if (found !== undefined) return found;
  if ("unread" in event && event.unread !== undefined) return { kind: "too-large", id: undefined, defects: [], ...event.unread };
  const text = textOf(event);
  if (text === undefined || (isCut(event) && !wasLong(event, text))) return undefined;
  const read = isSent(event) ? parseFrame : parseReceived;
  const frame = isCut(event) ? tooLarge(text, "it is longer than is kept") : read(text, known);
  cache.set(event, frame);
  return frame;
}

function textOf(event: Carrier): string | undefined {
  if (event.kind === "http-request") return event.body ?? undefined;
  return event.kind === "sse-event" ? event.data : event.text;
}

const isSent = (event: Carrier): boolean =>
  event.kind === "http-request" || (event.kind === "frame" && event.direction === "sent");

const isCut = (event: Carrier): boolean => "cut" in event && event.cut === true;

/** Whether what was cut came to its end, and was going to be JSON: what broke off, or never was any, is no message. */
function wasLong(event: Carrier, text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  if (event.kind === "frame") return event.terminator !== "";
  if (event.kind === "sse-event") return event.unterminated !== true;
  // A body that broke off is kept as far as it came, and no character of it takes more than three bytes.
  return event.kind === "http-body" && event.bytes > 3 * text.length;
}
