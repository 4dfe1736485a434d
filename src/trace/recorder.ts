import { createSecrets } from "../base/secrets/secrets.ts";
import { cutTo, type Received, receivedText } from "./excerpt.ts";
import { hiddenEvent, type Hiding } from "./hidden-event.ts";
import type { Subject, Trace } from "./trace.ts";
import type { Unrecorded, WireEvent } from "./wire-event.ts";

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
  /** Takes secrets out of a text that is shown without being recorded, such as the tail of stderr; `cut` where it is only a beginning. */
  readonly hide: (text: string, cut?: boolean) => string;
};

/**
 * A recorder. `now` gives monotonic milliseconds; `secrets` are taken out of everything before it is kept, so that nobody can show
 * them: those who judge, too, see only what a saved trace has, which is judged again with the same verdicts.
 */
export function createRecorder(subject: Subject, now: () => number, secrets: Hiding = createSecrets()): Recorder {
  const events: WireEvent[] = [];
  const began = now();
  let about = secrets.hideValue(subject);
  let handedOver = 0;
  let connections = 0;
  let exchanges = 0;
  // What is found out about a trace is kept with it: as long as nothing is added it stays the same one.
  let current: Trace | undefined;
  return {
    record(event) {
      const seq = events.length + 1;
      const at = Math.round((now() - began) * 1000) / 1000;
      const recorded = numbered(hiddenEvent(event, secrets), seq, at);
      events.push(recorded);
      current = undefined;
      return recorded;
    },
    nextConnection: () => ++connections,
    nextExchange: () => ++exchanges,
    trace: () => (current ??= { subject: about, events: events.slice() }),
    handOver({ keep } = { keep: false }) {
      const whole = events.slice(handedOver);
      if (!keep) current = undefined;
      if (!keep) for (const [index, event] of whole.entries()) events[handedOver + index] = beginningOf(event);
      handedOver = events.length;
      return whole;
    },
    describe(more) {
      current = undefined;
      about = { ...about, ...secrets.hideValue(more) };
    },
    hide: secrets.hide,
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

/** As in `hiddenFrame`, nearly all events of a flood are whole frames: these are copied member by member. */
function numbered(event: Unrecorded, seq: number, at: number): WireEvent {
  if (event.kind !== "frame" || "cut" in event || "base64" in event || "unread" in event || "pieces" in event)
    return { seq, at, ...event };
  const { kind, connection, direction, text, bytes, terminator } = event;
  return { seq, at, kind, connection, direction, text, bytes, terminator };
}
