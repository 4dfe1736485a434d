import type { Finding } from "../../check/finding.ts";
import { httpExchanges } from "../../trace/http-exchange.ts";
import { calls } from "../../trace/message.ts";
import type { Trace } from "../../trace/trace.ts";
import type { WireEvent } from "../../trace/wire-event.ts";
import { wireText } from "./wire-text.ts";

/**
 * A wire event as reports show it. `harness` events travelled in neither direction (an exit, a silence). `evidence`
 * marks those the verdict names; the others are shown because they asked for them.
 */
export type WireExcerpt = {
  readonly seq: number;
  /** Milliseconds since the trace began. */
  readonly at: number;
  readonly direction: "sent" | "received" | "harness";
  readonly kind: WireEvent["kind"];
  readonly text: string;
  /** Set when `text` is only the beginning. */
  readonly cut?: true;
  readonly evidence: boolean;
};

/** Most characters of one excerpt. */
const textLimit = 2048;

/** Most excerpts of a finding: those of a pass only show what it rests on. */
const excerptLimit = { pass: 2, other: 12 } as const;

/** The evidence of a finding, in wire order, together with the requests it answers. */
export function wireOf(trace: Trace, finding: Finding): WireExcerpt[] {
  if (finding.evidence.length === 0) return [];
  const limit = finding.verdict === "pass" ? excerptLimit.pass : excerptLimit.other;
  const evidence = new Set(finding.evidence.slice(0, limit));
  const wanted = new Set(evidence);
  if (finding.verdict !== "pass") for (const seq of contextOf(trace, evidence)) if (wanted.size < limit) wanted.add(seq);
  return trace.events.filter((event) => wanted.has(event.seq)).map((event) => excerpt(event, evidence.has(event.seq)));
}

/** The events that led to the evidence: the request a message answers, the request and status line of an HTTP exchange. */
function contextOf(trace: Trace, evidence: ReadonlySet<number>): number[] {
  const requests = calls(trace)
    .filter((call) => call.answer !== undefined && evidence.has(call.answer.seq))
    .map((call) => call.request.seq);
  const exchanges = httpExchanges(trace).filter((exchange) =>
    [exchange.response, exchange.body, exchange.end, ...exchange.stream].some(
      (event) => event !== undefined && evidence.has(event.seq),
    ),
  );
  return [
    ...requests,
    ...exchanges.flatMap(({ request, response, body }) =>
      [request.seq, response?.seq, body?.seq].filter((seq) => seq !== undefined),
    ),
  ];
}

function excerpt(event: WireEvent, isEvidence: boolean): WireExcerpt {
  const whole = wireText(event);
  const cut = whole.length > textLimit || ("cut" in event && event.cut === true);
  return {
    seq: event.seq,
    at: event.at,
    direction: directionOf(event),
    kind: event.kind,
    text: whole.length > textLimit ? whole.slice(0, textLimit).replace(/[\uD800-\uDBFF]$/, "") : whole,
    ...(cut ? { cut } : {}),
    evidence: isEvidence,
  };
}

function directionOf(event: WireEvent): WireExcerpt["direction"] {
  switch (event.kind) {
    case "frame":
      return event.direction;
    case "http-request":
    case "stdin-closed":
    case "signal":
      return "sent";
    case "http-response":
    case "http-body":
    case "sse-event":
    case "stderr":
      return "received";
    default:
      return "harness";
  }
}
