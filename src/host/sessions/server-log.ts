import type { Recorder } from "../../trace/recorder.ts";
import type { WireEvent } from "../../trace/wire-event.ts";

/** What went over one connection, within bounds, and what is known of how it ended. */
export type ServerLog = Recorder & {
  /** What failed last underneath the protocol. */
  readonly lastFailure: () => string | undefined;
  /** How the process ended, if it did. */
  readonly exit: () => { readonly code: number | null; readonly signal: string | null; readonly at: number } | undefined;
};

/** Events kept of one connection; older ones are dropped, for a host runs for long. */
const keptEvents = 1000;

/** Longest text kept of one frame or body; hosts pass results of many MiB. */
const keptText = 64 * 1024;

/**
 * A recorder for a host's own connections: the last events only, every text without secrets. `now` gives monotonic ms. `onCut` is
 * told the beginning of what was too long to be kept whole, and so is not a message for anybody; `onRecorded` what was kept.
 */
export function createServerLog(
  now: () => number,
  redact: (text: string) => string = (text) => text,
  onCut: (beginning: string) => void = () => undefined,
  onRecorded: (event: WireEvent) => void = () => undefined,
): ServerLog {
  let events: WireEvent[] = [];
  let seq = 0;
  let connections = 0;
  let exchanges = 0;
  let lastFailure: string | undefined;
  let exit: { readonly code: number | null; readonly signal: string | null; readonly at: number } | undefined;
  return {
    record(event) {
      if (event.kind === "frame" && event.cut === true) onCut(event.text.slice(0, keptText));
      if (event.kind === "sse-event" && event.cut === true) onCut((event.data ?? "").slice(0, keptText));
      const recorded = bounded({ seq: ++seq, at: now(), ...event }, redact);
      events.push(recorded);
      onRecorded(recorded);
      if (events.length > 2 * keptEvents) events = events.slice(-keptEvents);
      if (recorded.kind === "failure") lastFailure = recorded.message;
      if (recorded.kind === "exit") exit = { code: recorded.code, signal: recorded.signal, at: recorded.at };
      return recorded;
    },
    nextConnection: () => ++connections,
    nextExchange: () => ++exchanges,
    trace: () => ({ subject: { kind: "server", transport: "stdio" }, events: events.slice(-keptEvents) }),
    handOver: () => [],
    describe: () => undefined,
    hide: redact,
    lastFailure: () => lastFailure,
    exit: () => exit,
  };
}

function bounded(event: WireEvent, redact: (text: string) => string): WireEvent {
  switch (event.kind) {
    case "frame":
    case "stderr":
    case "http-body":
      return { ...event, text: redact(event.text.slice(0, keptText)) };
    case "failure":
      return { ...event, message: redact(event.message) };
    default:
      return event;
  }
}
