import type { Finding } from "../../check/finding.ts";
import { answersOf } from "../../check/model/answers.ts";
import type { ModelCheck } from "../../check/model/model-check.ts";
import { type ModelEvent, modelEvents, type ModelTrace } from "../../check/model/model-event.ts";
import { notApplicable, type Outcome } from "../../check/outcome.ts";
import { verdictOf } from "../../check/verdict.ts";
import { counted } from "../../base/counted.ts";
import type { WireExcerpt } from "../wire/wire-excerpt.ts";

/** A verdict on a family, with the bytes it rests on. */
export type ModelVerdict = { readonly finding: Finding; readonly wire: readonly WireExcerpt[] };

/**
 * Judges the trace of one family on one path: pure, so that a saved trace gets the same findings. The bytes come with what did not
 * pass; with `always`, with everything that was decided.
 */
export function judgeModel(trace: ModelTrace, checks: readonly ModelCheck[], bytes: "bad" | "always" = "bad"): ModelVerdict[] {
  const [setting] = modelEvents(trace, "setting");
  if (setting === undefined) return [];
  const answers = answersOf(trace);
  return checks.map((check) => {
    const spec = check.spec[setting.api];
    const outcome = spec === undefined ? notApplicable(`says nothing about the ${setting.api} wire`) : check.verify(trace);
    const evidence = outcome.kind === "satisfied" || outcome.kind === "violated" ? outcome.evidence : [];
    const decided = answers.find(({ seen }) => seen === evidence[0]);
    const finding: Finding = {
      check: check.id,
      title: check.title,
      level: check.level,
      revision: `${setting.family}/${setting.path}`,
      verdict: verdictOf(check.level, outcome),
      message: messageOf(outcome),
      spec: spec ?? Object.values(check.spec)[0] ?? "",
      advice: check.advice,
      scenario: decided === undefined ? null : `conversations/${decided.asked.scenario}`,
      evidence,
      promised: false,
    };
    const shown =
      (bytes === "bad" && finding.verdict === "pass") || decided === undefined
        ? []
        : excerpts(trace, decided.asked.exchange, evidence);
    return { finding, wire: shown };
  });
}

function messageOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case "satisfied":
      return outcome.note ?? `shown by ${counted(outcome.evidence.length, "answer")}`;
    case "violated":
      return outcome.message;
    default:
      return outcome.reason;
  }
}

const excerptLimit = 2048;
const mostExcerpts = 8;

function excerpts(trace: ModelTrace, exchange: number, evidence: readonly number[]): WireExcerpt[] {
  return trace
    .filter((event): event is Shown => "exchange" in event && event.exchange === exchange && event.kind in texts)
    .slice(0, mostExcerpts)
    .map((event) => {
      const whole = texts[event.kind](event as never);
      return {
        seq: event.seq,
        at: event.at,
        direction: event.kind === "request" ? "sent" : event.kind === "asked" ? "harness" : "received",
        kind: "frame",
        text: whole.slice(0, excerptLimit),
        ...(whole.length > excerptLimit ? { cut: true } : {}),
        evidence: evidence.includes(event.seq),
      };
    });
}

type Shown = Extract<ModelEvent, { kind: keyof typeof texts }>;
type Of<K extends ModelEvent["kind"]> = Extract<ModelEvent, { kind: K }>;

const texts = {
  asked: ({ text }: Of<"asked">) => `the model says: ${text}`,
  request: ({ method, path, body }: Of<"request">) => `${method} ${path} ${JSON.stringify(body)}`,
  response: ({ status }: Of<"response">) => `status ${status}`,
  chunk: ({ text }: Of<"chunk">) => text,
  end: ({ how, message }: Of<"end">) => `${how}${message === undefined ? "" : `: ${message}`}`,
} as const;

/** What has been constrained: scenarios whose script the server did not let the model say. */
export function constrainedIn(trace: ModelTrace): readonly { readonly scenario: string; readonly reason: string }[] {
  const found = answersOf(trace).filter(({ played, asked }) => played === "constrained" && !asked.group.startsWith("choice"));
  return [...new Map(found.map((answer) => [answer.asked.scenario, answer])).values()].map(({ asked, tokens }) => ({
    scenario: asked.scenario,
    reason: `constrained: the model said ${tokens} tokens, its script has ${asked.tokens}`,
  }));
}
