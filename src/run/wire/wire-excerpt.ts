import { createHash } from "node:crypto";
import { memoized } from "../../base/memoized.ts";
import type { Finding } from "../../check/finding.ts";
import { httpExchanges } from "../../trace/http-exchange.ts";
import { allCalls } from "../../trace/call.ts";
import { eventsAt, type Trace } from "../../trace/trace.ts";
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
  /** How many further events of the evidence read the same but for their ids: they are not shown again. */
  readonly alike?: number;
};

/** Most characters of one excerpt. */
const textLimit = 2048;

/** Most events of the evidence that are shown: a pass only shows what it rests on. What led to each stands beside it. */
const evidenceShown = { pass: 2, other: 4 } as const;

/** Most excerpts of a finding. */
const excerptLimit = 12;

/** The evidence of a finding, in wire order, the same only once, together with the requests it answers. */
export function wireOf(trace: Trace, finding: Finding): WireExcerpt[] {
  if (finding.evidence.length === 0) return [];
  const isPass = finding.verdict === "pass";
  const distinct = [...distinctOf(trace, finding.evidence)].slice(0, isPass ? evidenceShown.pass : evidenceShown.other);
  const evidence = new Map(distinct);
  const wanted = new Set(evidence.keys());
  if (!isPass) for (const seq of contextOf(trace, evidence)) if (wanted.size < excerptLimit) wanted.add(seq);
  return eventsAt(trace, wanted).map((event) => ({
    ...excerpt(event, evidence.has(event.seq)),
    ...alikeOf(evidence.get(event.seq)),
  }));
}

const alikeOf = (count = 0): Pick<WireExcerpt, "alike"> => (count === 0 ? {} : { alike: count });

/** The events of the evidence that read differently: sequence number, and how many more read the same. */
function distinctOf(trace: Trace, evidence: readonly number[]): Map<number, number> {
  const firsts = new Map<string, number>();
  const found = new Map<number, number>();
  for (const event of eventsAt(trace, evidence)) {
    const words = wordsOf(event);
    const first = firsts.get(words);
    if (first === undefined) {
      firsts.set(words, event.seq);
      found.set(event.seq, 0);
    } else found.set(first, (found.get(first) ?? 0) + 1);
  }
  return found;
}

/** What an event reads but for its id, as a digest: one message is the evidence of many findings, and may be long. */
const wordsOf = memoized((event: WireEvent): string => {
  const words = `${event.kind} ${wireText(event).replace(/"id":\s*(?:"[^"]*"|[\d.]+)/u, '"id"')}`;
  return createHash("sha256").update(words).digest("base64");
});

/** The events that led to the evidence: the request a message answers, the request and status line of an HTTP exchange. */
function contextOf(trace: Trace, evidence: ReadonlyMap<number, unknown>): number[] {
  const requests = allCalls(trace)
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

/** Certain events of a trace, in wire order, alike or not. */
export function wireAt(trace: Trace, seqs: ReadonlySet<number>, evidence: ReadonlySet<number>): WireExcerpt[] {
  return eventsAt(trace, seqs).map((event) => excerpt(event, evidence.has(event.seq)));
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
