import type { Clock } from "../../base/time/clock.ts";
import { type ConnectionTimeline, mostTold, type TimedCall, toldCalls } from "../../trace/timeline/connection-timeline.ts";
import type { WireEvent } from "../../trace/wire-event.ts";
import { isReadable } from "./answer/parser-answer.ts";
import type { Ledger } from "./drive.ts";
import type { ParserExchange } from "./parser-under-test.ts";

/** A ledger that also tells when what was asked: a row for each format. */
export type TimedLedger = Ledger & {
  /** Ends the row of a format; what is asked from now on belongs to the next one. */
  readonly ended: (format: string) => void;
  readonly connections: () => readonly ConnectionTimeline[];
};

/** Numbers exchanges, notes their times, and keeps them as frames where the trace is wanted. */
export function createParserLedger(clock: Clock, kept: WireEvent[] | undefined): TimedLedger {
  const began = clock.now();
  const asked = new Map<number, number>();
  const rows: ConnectionTimeline[] = [];
  let calls: TimedCall[] = [];
  let last = 0;
  const frame = (seq: number, at: number, direction: "sent" | "received", text: string): WireEvent => ({
    seq,
    at,
    connection: 0,
    kind: "frame",
    direction,
    text,
    bytes: Buffer.byteLength(text),
    terminator: "\n",
  });
  return {
    next() {
      last += 2;
      asked.set(last, clock.now() - began);
      return last;
    },
    keep(seq, exchange) {
      const now = clock.now() - began;
      const at = asked.get(seq) ?? now;
      asked.delete(seq);
      if (exchange.skipped !== true) calls.push({ method: "", at, ms: now - at, outcome: outcomeOf(exchange) });
      kept?.push(frame(seq - 1, at, "sent", exchange.request()), frame(seq, now, "received", exchange.reply()));
    },
    ended(format) {
      const all = calls.toSorted((one, other) => one.at - other.at).map((call) => ({ ...call, method: format }));
      calls = [];
      const [first] = all;
      if (first === undefined || rows.length >= mostTold.connections) return;
      const answered = all.map(({ at, ms }) => at + (ms ?? 0));
      rows.push({
        connection: rows.length + 1,
        session: format,
        revision: null,
        from: first.at,
        to: Math.max(...answered),
        first: Math.min(...answered),
        ...toldCalls(all),
        marks: [],
      });
    },
    connections: () => rows,
  };
}

function outcomeOf({ answer }: ParserExchange): TimedCall["outcome"] {
  return answer === "unsupported" || !isReadable(answer) ? "error" : "result";
}
