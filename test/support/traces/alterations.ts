import { isArray, isObject, type Json } from "../../../src/jsonrpc/json.ts";
import type { Trace } from "../../../src/trace/trace.ts";
import type { WireEvent } from "../../../src/trace/wire-event.ts";

/** A trace that differs from another in one place, and which, as `#4 text /params/name longer`. */
export type Alteration = { readonly what: string; readonly trace: Trace };

/** How much later an event comes that comes late, in ms: more than any check takes for soon. */
const longMs = 30_000;

/**
 * Every trace that differs from this one in one place, from one of its events on: an event is missing, comes again, trades places with
 * the next one or comes much later, with all that follows; or one value of it is another one. What says which revision is judged stays.
 */
export function* alterations(trace: Trace, from: number): Generator<Alteration> {
  const { subject, events } = trace;
  const altered = (what: string, changed: readonly WireEvent[]): Alteration => ({ what, trace: { subject, events: changed } });
  for (const [place, event] of events.entries()) {
    const name = `#${event.seq}`;
    if (place < from || event.kind === "connect" || event.kind === "judge-as") continue;
    yield altered(`${name} missing`, events.toSpliced(place, 1));
    yield altered(`${name} again`, renumbered(events.toSpliced(place, 0, event)));
    const next = events[place + 1];
    if (next !== undefined) {
      const traded = [
        { ...next, seq: event.seq, at: event.at },
        { ...event, seq: next.seq, at: next.at },
      ];
      yield altered(`${name} after the next`, events.toSpliced(place, 2, ...traded));
    }
    const late = events.slice(place).map((one) => ({ ...one, at: one.at + longMs }));
    yield altered(`${name} late`, events.toSpliced(place, events.length, ...late));
    for (const { what, value } of otherValues(event)) yield altered(`${name} ${what}`, events.toSpliced(place, 1, value));
  }
}

/** Events whose numbers count up again. What an event says about another one by its number is left as it is. */
const renumbered = (events: readonly WireEvent[]): WireEvent[] => events.map((event, index) => ({ ...event, seq: index + 1 }));

type Other<T> = { readonly what: string; readonly value: T };

/** What places an event, or says how it was read: never altered. */
const fixed: ReadonlySet<string> = new Set(["seq", "at", "kind", "bytes", "direction", "transport", "revision"]);

/** The event with one value changed: of what a peer wrote any, also away; of our own words only to another of the kind. */
function* otherValues(event: WireEvent): Generator<Other<WireEvent>> {
  for (const [member, value] of Object.entries(event) as [string, Json][]) {
    if (fixed.has(member)) continue;
    const said = typeof value === "string" ? structureIn(value) : undefined;
    const others: Iterable<Other<Json>> =
      said !== undefined
        ? mapped(inside(said, ""), (json) => JSON.stringify(json))
        : member === "headers"
          ? headersOf(value)
          : own(value);
    for (const { what, value: other } of others) yield { what: `${member} ${what}`, value: { ...event, [member]: other } };
  }
}

/** The object or array a text stands for. */
function structureIn(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function* mapped<T, U>(others: Iterable<Other<T>>, change: (value: T) => U): Generator<Other<U>> {
  for (const { what, value } of others) yield { what, value: change(value) };
}

/** Every JSON value that differs in one place: a member less, another value, or one of another type. */
function* inside(value: Json, pointer: string): Generator<Other<Json>> {
  if (isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield { what: `${pointer}/${index} missing`, value: value.toSpliced(index, 1) };
      yield* mapped(inside(item, `${pointer}/${index}`), (other) => value.with(index, other));
    }
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _, ...rest } = value;
      yield { what: `${pointer}/${name} missing`, value: rest };
      yield* mapped(inside(member as Json, `${pointer}/${name}`), (other) => ({ ...value, [name]: other }));
    }
  } else for (const { what, value: other } of own(value)) yield { what: `${pointer} ${what}`, value: other };
  if (value !== null) yield { what: `${pointer} null`, value: null };
}

/** Another value of the same type. */
function* own(value: Json): Generator<Other<Json>> {
  if (typeof value === "string") {
    yield { what: "longer", value: `${value}x` };
    if (value !== "") yield { what: "empty", value: "" };
  } else if (typeof value === "number") {
    yield { what: "more", value: value + 1 };
    yield { what: "less", value: value - 1 };
  } else if (typeof value === "boolean") yield { what: "reversed", value: !value };
}

/** Headers of which one is missing or has another value. */
function* headersOf(value: Json): Generator<Other<Json>> {
  if (!isArray(value)) return;
  for (const [index, pair] of value.entries()) {
    const [name, text] = isArray(pair) ? pair : [];
    if (typeof name !== "string" || typeof text !== "string") continue;
    yield { what: `${name} missing`, value: value.toSpliced(index, 1) };
    yield { what: `${name} longer`, value: value.with(index, [name, `${text}x`]) };
  }
}
