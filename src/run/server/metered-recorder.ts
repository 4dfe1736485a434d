import type { Recorder } from "../../trace/recorder.ts";
import type { Unrecorded } from "../../trace/wire-event.ts";

/** What all connections of a run may bring together: events, and characters of text. Honest servers stay far below. */
export type Traffic = { readonly events: number; readonly chars: number };

/** The bounds of a run. Every connection has its own besides; but a server that floods one floods the next, too. */
export const usualTraffic: Traffic = { events: 25_000, chars: 128 * 1024 * 1024 };

/** A recorder that tells, once, when more was recorded than a run may bring. It goes on recording: what ends the run is up to `onTooMuch`. */
export function meteredRecorder(recorder: Recorder, traffic: Traffic, onTooMuch: () => void): Recorder {
  let events = 0;
  let chars = 0;
  let told = false;
  return {
    ...recorder,
    record(event) {
      events += 1;
      chars += charsOf(event);
      if (!told && (events > traffic.events || chars > traffic.chars)) {
        told = true;
        onTooMuch();
      }
      return recorder.record(event);
    },
  };
}

function charsOf(event: Unrecorded): number {
  switch (event.kind) {
    case "frame":
    case "stderr":
    case "http-body":
      return event.text.length;
    case "sse-event":
      return (event.data?.length ?? 0) + (event.comment?.length ?? 0);
    default:
      return 0;
  }
}
