import { countValues } from "../../jsonrpc/count-values.ts";
import { outline } from "../../jsonrpc/outline.ts";
import { cutTo, excerptOf, type Received, receivedText } from "../../trace/excerpt.ts";
import type { Recorder } from "../../trace/recorder.ts";
import type { Unrecorded } from "../../trace/wire-event.ts";
import { digestOf } from "./known-results.ts";

/** What all connections of a run may bring together: events, and what they cost in bytes of memory. Honest servers stay far below. */
export type Traffic = { readonly events: number; readonly cost: number };

/** The bounds of a run. Every connection has its own besides; but a server that floods one floods the next, too. */
export const usualTraffic: Traffic = { events: 25_000, cost: 160 * 1024 * 1024 };

/** After so much text, in UTF-16 units, there is some to be handed over. */
const heavyText = 1024 * 1024;

/** How much is kept of a message that comes too late to be read, in UTF-16 units. */
const keptOfSurplus = 1024;

/** A recorder that calls `whenHeavy`'s act each time much text was recorded, for whoever takes it over. */
export type MeteredRecorder = Recorder & { readonly whenHeavy: (act: () => void) => void };

/** What one value costs that was parsed, in bytes: an object of its own members takes so much. */
const valueCost = 100;

/** From this many characters on a result is looked at for being the same as an earlier one, which is parsed only once. */
const worthComparing = 8 * 1024;

/**
 * A recorder that tells, once, when more was recorded than a run may bring. It goes on recording: what ends the run is up to
 * `onTooMuch`; but of what still comes then only beginnings are kept. What a message costs is known by what it holds: every text is kept twice, by those who drive and by those who
 * judge, and those parse it. Of what is too large to be read only the beginning is kept.
 */
export function meteredRecorder(recorder: Recorder, traffic: Traffic, onTooMuch: () => void): MeteredRecorder {
  const results = new Set<string>();
  let events = 0;
  let cost = 0;
  let weight = 0;
  let heavy = (): void => undefined;
  let told = false;

  /** What parsing a message costs that was not parsed before in other words. */
  function parsedCost(text: string): number {
    const span = text.length < worthComparing ? undefined : outline(text, ["result"])?.result;
    if (span !== undefined) {
      const result = digestOf(text.slice(span.from, span.to));
      if (results.has(result)) return 0;
      results.add(result);
    }
    return memoryOf(text) + valueCost * countValues(text);
  }

  return {
    ...recorder,
    whenHeavy(act) {
      heavy = act;
    },
    record(whole) {
      const event = told ? shortened(whole) : excerptOf(whole);
      const text = receivedText(event);
      events += 1;
      cost += 2 * memoryOf(textOf(event)) + (text === undefined || "unread" in event ? 0 : parsedCost(text));
      if (!told && (events > traffic.events || cost > traffic.cost)) {
        told = true;
        onTooMuch();
      }
      const recorded = recorder.record(event);
      weight += textOf(event).length;
      if (weight >= heavyText) {
        weight = 0;
        heavy();
      }
      return recorded;
    },
  };
}

/** What is still on its way when a run has been told to end is kept so that one can see what it was. */
function shortened(event: Unrecorded): Unrecorded {
  const text = receivedText(event);
  if (text === undefined || text.length <= keptOfSurplus) return event;
  return cutTo(event as Received, keptOfSurplus, { mayAnswer: true, why: "it came when the run had brought more than it may" });
}

function textOf(event: Unrecorded): string {
  switch (event.kind) {
    case "frame":
    case "stderr":
    case "http-body":
      return event.text;
    case "http-request":
      return event.body ?? "";
    case "sse-event":
      return (event.data ?? "") + (event.comment ?? "");
    default:
      return "";
  }
}

/** How many bytes a text takes: one for each character, or two for each where one of them is not of Latin-1. */
function memoryOf(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length;
}
