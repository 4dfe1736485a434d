import type { Trace } from "../../../src/trace/trace.ts";
import type { WireEvent } from "../../../src/trace/wire-event.ts";

/** Milliseconds between two events from which on the time is kept: a wait was meant. Shorter ones differ from run to run. */
const wait = 1000;
const usualStep = 2;

/**
 * What a trace of a run becomes as a recorded trace of a check: only some of its connections (all, when none is given), numbered
 * anew, without the chance in its times, and with the lengths of its texts as they are.
 */
export function excerpt({ subject, events }: Trace, connections: readonly number[]): Trace {
  const chosen = events.filter(({ connection }) => connections.length === 0 || connections.includes(connection));
  const seqs = new Map(chosen.map(({ seq }, index) => [seq, index + 1]));
  const known = [...new Set(chosen.map(({ connection }) => connection))];
  let at = -usualStep;
  const taken = chosen.map((event, index): WireEvent => {
    const gap = event.at - (chosen[index - 1]?.at ?? event.at);
    at += gap < wait ? usualStep : Math.round(gap);
    const { seq: _seq, at: _at, connection, ...rest } = event;
    const about = event.kind === "annotation" ? { about: seqs.get(event.about) ?? event.about } : {};
    return { seq: index + 1, at, connection: known.indexOf(connection) + 1, ...rest, ...about, ...lengthOf(event) };
  });
  return { subject, events: taken };
}

/** The length of a text that is kept whole: it was another one if the text was redacted, or changed by hand. */
function lengthOf(event: WireEvent): { readonly bytes?: number } {
  if (event.kind !== "frame" && event.kind !== "http-body") return {};
  return event.base64 === undefined && event.cut === undefined ? { bytes: Buffer.byteLength(event.text) } : {};
}
