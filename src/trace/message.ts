import { memoized } from "../base/memoized.ts";
import { type Frame, isForeign } from "../jsonrpc/frame.ts";
import type { Json } from "../jsonrpc/json.ts";
import { createLineJoiner, type LineJoiner } from "../jsonrpc/line-joiner.ts";
import type { KnownResults } from "../jsonrpc/parse-sharing.ts";
import { type Carrier, frameIn } from "./frame-in.ts";
import { isMessageBody } from "../jsonrpc/message-body.ts";
import { eventsOf, type Trace } from "./trace.ts";
import type { Direction, EventOf, WireEvent } from "./wire-event.ts";

/**
 * One JSON-RPC message (or what stood in its place) on the wire, whatever the transport. `seq` is the event that
 * carried it. `exchange` is the HTTP exchange it came in, absent on stdio. `batched` marks a member of a batch: then
 * several messages share a `seq`.
 */
export type Message<F extends Frame = Frame> = {
  readonly seq: number;
  readonly at: number;
  readonly connection: number;
  readonly direction: Direction;
  readonly frame: F;
  readonly exchange?: number;
  readonly batched?: true;
};

/** The messages of a trace that could be read, and those that could not. */
type Messages = {
  readonly read: readonly Message[];
  readonly unread: readonly Message<FrameOf<"too-large">>[];
  readonly spread: ReadonlySet<number>;
};

/**
 * Every message of a trace, both directions, in order. Members of a batch stand one by one after the batch itself.
 * HTTP bodies count when they look like JSON by content type or by content; empty bodies and empty lines do not count, nor
 * do messages that are too large to be read.
 */
export function messages(trace: Trace): readonly Message[] {
  return allMessages(trace).read;
}

/** The messages of a trace that were not read, for what that would have cost; members of batches among them. */
export function unreadMessages(trace: Trace): readonly Message<FrameOf<"too-large">>[] {
  return allMessages(trace).unread;
}

/** The lines that only together are a message: somebody printed it to be read. The message has the number of its last line. */
export function spreadLines(trace: Trace): ReadonlySet<number> {
  return allMessages(trace).spread;
}

const allMessages = memoized((trace: Trace): Messages => {
  const responses = new Map(eventsOf(trace, "http-response").map((response) => [response.exchange, response]));
  const known = new Map<string, Json>();
  const isClient = trace.subject.kind === "client";
  const joinLines = lineJoining();
  const all = trace.events.flatMap((event) => {
    const here = messagesOfEvent(event, { responses, isClient }, known);
    return event.kind === "frame" ? joinLines.with(event, here) : here;
  });
  const spread = joinLines.spread;
  const whole = spread.size === 0 ? all : all.filter(({ seq, frame }) => !spread.has(seq) || !isForeign(frame));
  return { read: whole.filter((message) => !isUnread(message)), unread: whole.filter(isUnread), spread };
});

/** Adds to the messages of each line the one it completes together with lines before it on its connection. */
function lineJoining(): {
  readonly with: (event: EventOf<"frame">, here: Message[]) => Message[];
  readonly spread: ReadonlySet<number>;
} {
  const joiners = new Map<number, LineJoiner<number>>();
  const spread = new Set<number>();
  return {
    spread,
    with(event, here) {
      const [first] = here;
      if (event.direction === "sent" || first === undefined) return here;
      const joiner = joiners.get(event.connection) ?? createLineJoiner<number>();
      joiners.set(event.connection, joiner);
      const joined = joiner.push(event.text, first.frame, event.seq);
      if (joined === undefined) return here;
      for (const seq of joined.marks) spread.add(seq);
      return [...here, { ...first, frame: joined.frame }];
    },
  };
}

const isUnread = (message: Message): message is Message<FrameOf<"too-large">> => message.frame.kind === "too-large";

/** What decides whether an event carries a message, and which way: how exchanges were answered, and who asks over HTTP. */
type Surroundings = { readonly responses: ReadonlyMap<number, EventOf<"http-response">>; readonly isClient: boolean };

function messagesOfEvent(event: WireEvent, { responses, isClient }: Surroundings, known: KnownResults): Message[] {
  const [asking, answering] = isClient ? (["received", "sent"] as const) : (["sent", "received"] as const);
  switch (event.kind) {
    case "frame":
      return event.text.trim() === "" ? [] : toMessages(event, event.direction, known);
    case "http-request":
      return event.body === "" ? [] : toMessages(event, asking, known);
    case "http-body":
      return holdsMessage(responses.get(event.exchange), event.text) ? toMessages(event, answering, known) : [];
    case "sse-event":
      return event.unterminated || !carriesMessage(event) ? [] : toMessages(event, answering, known);
    default:
      return [];
  }
}

/** The default event type is `message`; others (such as `endpoint` of HTTP+SSE) carry no JSON-RPC. Priming events are empty. */
function carriesMessage(event: EventOf<"sse-event">): boolean {
  return (
    (event.event === undefined || event.event === "message" || event.event === "") &&
    event.data !== undefined &&
    event.data !== ""
  );
}

function holdsMessage(response: EventOf<"http-response"> | undefined, body: string): boolean {
  return response !== undefined && isMessageBody(response.status, headerValue(response.headers, "content-type"), body);
}

function toMessages(event: Carrier, direction: Direction, known: KnownResults): Message[] {
  const frame = frameIn(event, known);
  if (frame === undefined) return [];
  const base = { seq: event.seq, at: event.at, connection: event.connection, direction };
  const whole: Message = "exchange" in event ? { ...base, frame, exchange: event.exchange } : { ...base, frame };
  if (frame.kind !== "batch") return [whole];
  return [whole, ...frame.items.map((item): Message => ({ ...whole, frame: item, batched: true }))];
}

/** The first value of a header, by case-insensitive name. */
export function headerValue(headers: readonly (readonly [string, string])[], name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** A frame of one kind. */
export type FrameOf<K extends Frame["kind"]> = Extract<Frame, { kind: K }>;

const kindCache = new WeakMap<Trace, Map<string, readonly Message[]>>();

/** The messages of one kind in one direction, in order. Kept, for every check asks and a trace may hold very many. */
export function messagesOf<K extends Frame["kind"]>(trace: Trace, direction: Direction, kind: K): readonly Message<FrameOf<K>>[] {
  const kinds = kindCache.get(trace) ?? new Map<string, readonly Message[]>();
  kindCache.set(trace, kinds);
  const key = `${direction} ${kind}`;
  const found =
    kinds.get(key) ?? messages(trace).filter((message) => message.direction === direction && message.frame.kind === kind);
  kinds.set(key, found);
  return found as readonly Message<FrameOf<K>>[];
}
