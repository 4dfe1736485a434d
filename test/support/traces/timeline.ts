import type { Subject, Trace } from "../../../src/trace/trace.ts";
import type { WireEvent } from "../../../src/trace/wire-event.ts";
import { readEntry, writeEntry } from "./entry.ts";

/** One entry of a trace, and the line of the file it begins on. */
export type Entry = { readonly line: number; readonly text: string };

/** When the first event happens and how much later each further one, in milliseconds; said only where it is something else. */
const usual = { first: 0, step: 2 };

/** Milliseconds as the recorder keeps them. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

/**
 * A trace as entries: `subject`, `clock` where it is not the usual one, then the events. They follow each other by one in
 * number and by the step of the clock in time; `pause <ms>` comes before one that happened later. An event of another
 * connection than the first begins with the number of its connection.
 */
export function writeTimeline({ subject, events }: Trace): string[] {
  const clock = clockOf(events);
  const entries = [`subject ${JSON.stringify(subject)}`];
  if (clock.first !== usual.first || clock.step !== usual.step) entries.push(`clock ${clock.first} ${clock.step}`);
  let next = { seq: 1, at: clock.first };
  for (const { seq, at, connection, ...rest } of events) {
    if (at !== next.at) entries.push(`pause ${rounded(at - next.at)}`);
    const entry = writeEntry(seq === next.seq ? rest : Object.assign(rest, { seq }));
    entries.push(connection === 1 ? entry : `${connection} ${entry}`);
    next = { seq: seq + 1, at: rounded(at + clock.step) };
  }
  return entries;
}

function clockOf(events: readonly WireEvent[]): typeof usual {
  const first = events[0]?.at ?? usual.first;
  const steps = events.slice(1).map(({ at }, index) => rounded(at - (events[index]?.at ?? 0)));
  return { first, step: steps.length > 0 ? Math.min(...steps) : first || usual.step };
}

/** The trace that entries tell; `file` names it in errors. @throws Error with file and line for an entry that cannot be read */
export function readTimeline(entries: readonly Entry[], file: string): Trace {
  let subject: Subject | undefined;
  let clock = usual;
  let next = { seq: 1, at: clock.first };
  const events: WireEvent[] = [];
  const read = (entry: string): void => {
    const [, connection = "1", told = ""] = /^(?:(\d+) )?(.*)$/s.exec(entry) ?? [];
    const [word, ...rest] = told.split(" ");
    if (word === "subject") subject = JSON.parse(rest.join(" ")) as Subject;
    else if (word === "clock") {
      clock = { first: milliseconds(rest[0]), step: milliseconds(rest[1]) };
      next = { ...next, at: clock.first };
    } else if (word === "pause") next = { ...next, at: rounded(next.at + milliseconds(rest[0])) };
    else {
      const event = { ...next, connection: Number(connection), ...readEntry(told) };
      events.push(event);
      next = { seq: event.seq + 1, at: rounded(event.at + clock.step) };
    }
  };
  for (const { line, text } of entries)
    try {
      read(text);
    } catch (cause) {
      throw new Error(`${file}:${line}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  if (subject === undefined) throw new Error(`${file}:${entries[0]?.line ?? 1}: expected a line "subject <JSON>"`);
  return { subject, events };
}

function milliseconds(word: string | undefined): number {
  if (word === undefined || !/^-?\d+(\.\d+)?$/.test(word)) throw new Error(`expected milliseconds, found "${word ?? ""}"`);
  return Number(word);
}
