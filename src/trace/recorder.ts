import type { JsonObject } from "../jsonrpc/json.ts";
import { cutTo, type Received, receivedText } from "./excerpt.ts";
import type { Subject, Trace } from "./trace.ts";
import type { FrameEvent, Unrecorded, WireEvent } from "./wire-event.ts";

/** Appends to one trace. All transports of a run share one, so that sequence numbers order everything. */
export type Recorder = {
  /** Numbers and times an event and appends it; hands back what was recorded. */
  readonly record: (event: Unrecorded) => WireEvent;
  /** A connection number that was not used before. */
  readonly nextConnection: () => number;
  /** An HTTP exchange number that was not used before. */
  readonly nextExchange: () => number;
  /** The trace so far; later events do not change what was handed out. */
  readonly trace: () => Trace;
  /**
   * Gives the events that were not given before to whoever keeps them whole from now on: here only the beginnings of their
   * long texts stay, unless they are to be kept here too.
   */
  readonly handOver: (options?: { readonly keep: boolean }) => readonly WireEvent[];
  /** Adds what the subject says of itself, once it is known. */
  readonly describe: (about: Partial<Subject>) => void;
  /** Removes secrets from a text that is shown without being recorded, such as the tail of stderr. */
  readonly redact: (text: string) => string;
};

/**
 * A recorder. `now` gives monotonic milliseconds; `redact` removes secrets from every text before it is kept, so that
 * no reporter and no saved trace can show them.
 */
export function createRecorder(subject: Subject, now: () => number, redact: (text: string) => string = unchanged): Recorder {
  const events: WireEvent[] = [];
  const began = now();
  let about = subject;
  let handedOver = 0;
  let connections = 0;
  let exchanges = 0;
  return {
    record(event) {
      const seq = events.length + 1;
      const at = Math.round((now() - began) * 1000) / 1000;
      const recorded = event.kind === "frame" ? frameOf(event, seq, at, redact) : numbered(redactEvent(event, redact), seq, at);
      events.push(recorded);
      return recorded;
    },
    nextConnection: () => ++connections,
    nextExchange: () => ++exchanges,
    trace: () => ({ subject: about, events: events.slice() }),
    handOver({ keep } = { keep: false }) {
      const whole = events.slice(handedOver);
      if (!keep) for (const [index, event] of whole.entries()) events[handedOver + index] = beginningOf(event);
      handedOver = events.length;
      return whole;
    },
    describe(more) {
      about = { ...about, ...more };
    },
    redact,
  };
}

/** How much of a text stays that was handed over, in UTF-16 units. */
const keptOfHandedOver = 1024;

function beginningOf(event: WireEvent): WireEvent {
  const text = receivedText(event);
  if (text === undefined || text.length <= keptOfHandedOver) return event;
  const { seq, at } = event;
  return numbered(cutTo(event as Received, keptOfHandedOver, { mayAnswer: true, why: "it was handed over" }), seq, at);
}

const unchanged = (text: string): string => text;

function numbered(event: Unrecorded, seq: number, at: number): WireEvent {
  return { seq, at, ...event };
}

/** The member by member copy is for speed: nearly all events of a flood are frames. */
function frameOf(event: Unrecorded<FrameEvent>, seq: number, at: number, redact: (text: string) => string): WireEvent {
  const { kind, connection, direction, text, bytes, terminator, base64, cut, unread } = event;
  const frame = { seq, at, kind, connection, direction, text: redact(text), bytes, terminator };
  if (base64 === undefined && cut === undefined) return frame;
  const rest = { ...(base64 === undefined ? {} : { base64 }), ...(cut === undefined ? {} : { cut }) };
  return { ...frame, ...rest, ...(unread === undefined ? {} : { unread }) };
}

/** An event without what `redact` takes out of every text of it. */
export function redactEvent(event: Unrecorded, redact: (text: string) => string): Unrecorded {
  switch (event.kind) {
    case "frame":
      return { ...event, text: redact(event.text) };
    case "report":
      return { ...event, value: JSON.parse(redact(JSON.stringify(event.value))) as JsonObject };
    case "connect":
      return { ...event, target: redact(event.target) };
    case "stderr":
      return { ...event, text: redact(event.text) };
    case "http-request":
      return {
        ...event,
        url: redact(event.url),
        headers: redactHeaders(event.headers, redact),
        body: event.body === null ? null : redact(event.body),
      };
    case "http-response":
      return { ...event, headers: redactHeaders(event.headers, redact) };
    case "http-body":
      return { ...event, text: redact(event.text) };
    case "sse-event":
      return event.data === undefined ? event : { ...event, data: redact(event.data) };
    case "failure":
      return { ...event, message: redact(event.message) };
    default:
      return event;
  }
}

function redactHeaders(
  headers: readonly (readonly [string, string])[],
  redact: (text: string) => string,
): (readonly [string, string])[] {
  return headers.map(([name, value]) => [name, redact(value)] as const);
}
