import type { Finding } from "../../check/finding.ts";
import { asObject, valueAt, isArray } from "../../jsonrpc/json.ts";
import { messagesOf } from "../../trace/message.ts";
import type { Trace } from "../../trace/trace.ts";
import { wireText } from "../wire/wire-text.ts";

/** What a library writes in its own words, so that its presence shows: in an error response or in a failed tool result. */
export type Signature = {
  readonly where: "error-message" | "tool-error-text";
  /** The error code that has to go with it. */
  readonly code?: number;
  /** A regular expression over the text. */
  readonly pattern: string;
  /** A regular expression over the error's data, which has to be a text. */
  readonly data?: string;
};

/** A behaviour that every server built on a library has, unless its author works around it. */
export type InheritedBehaviour = {
  readonly checks: readonly string[];
  /** A regular expression over the finding's message: only what was seen like this is inherited. */
  readonly message?: string;
  /** A regular expression that the bytes of every event in evidence have to match: the library's own words. */
  readonly evidence?: string;
  readonly note: string;
  /** Where this is known from. */
  readonly source: string;
};

/** A library, how to recognise that a server is built on it (any of the signatures), and what it brings along. */
export type Attribution = {
  readonly sdk: string;
  /** Libraries that say some of the same things: where one of them is recognised anywhere in the trace, this one is not. */
  readonly unless?: readonly string[];
  readonly recognisedBy: readonly Signature[];
  readonly behaviours: readonly InheritedBehaviour[];
};

/**
 * Names the library a bad finding is inherited from. Never changes a verdict: a server answers for what it is built on,
 * but its author should see at a glance what is not theirs to fix.
 */
export function attribute(attributions: readonly Attribution[], trace: Trace, findings: readonly Finding[]): readonly Finding[] {
  const recognised = attributions.filter((attribution) => isPresent(trace, attribution));
  const names = new Set(recognised.map(({ sdk }) => sdk));
  const present = recognised.filter(({ unless = [] }) => !unless.some((sdk) => names.has(sdk)));
  if (present.length === 0) return findings;
  const textOf = textsOf(trace);
  return findings.map((finding) => {
    if (finding.verdict !== "fail" && finding.verdict !== "warn") return finding;
    const source = present.find(({ behaviours }) => behaviours.some((behaviour) => explains(behaviour, finding, textOf)));
    return source === undefined ? finding : { ...finding, inheritedFrom: source.sdk };
  });
}

/** The libraries whose words are in a trace. */
export function isPresent(trace: Trace, { recognisedBy }: Attribution): boolean {
  const errors = messagesOf(trace, "received", "error").map(({ frame }) => frame.error);
  const texts = messagesOf(trace, "received", "result").flatMap(({ frame }) => toolErrorTexts(frame.result));
  return recognisedBy.some(({ where, code, pattern, data }) => {
    const words = new RegExp(pattern, "u");
    if (where === "tool-error-text") return texts.some((text) => words.test(text));
    return errors.some(
      (error) =>
        typeof error.message === "string" &&
        (code === undefined || error.code === code) &&
        words.test(error.message) &&
        (data === undefined || (typeof error.data === "string" && new RegExp(data, "u").test(error.data))),
    );
  });
}

function toolErrorTexts(result: Parameters<typeof valueAt>[0]): string[] {
  const content = valueAt(result, "isError") === true ? valueAt(result, "content") : undefined;
  if (!isArray(content)) return [];
  return content.flatMap((block) => {
    const { text } = asObject(block);
    return typeof text === "string" ? [text] : [];
  });
}

/** The bytes of an event, by its sequence number. */
function textsOf(trace: Trace): (seq: number) => string {
  const events = new Map(trace.events.map((event) => [event.seq, event]));
  return (seq) => {
    const event = events.get(seq);
    return event === undefined ? "" : wireText(event);
  };
}

function explains({ checks, message, evidence }: InheritedBehaviour, finding: Finding, textOf: (seq: number) => string): boolean {
  if (!checks.includes(finding.check)) return false;
  if (message !== undefined && !new RegExp(message, "u").test(finding.message)) return false;
  if (evidence === undefined) return true;
  const words = new RegExp(evidence, "u");
  return finding.evidence.length > 0 && finding.evidence.every((seq) => words.test(textOf(seq)));
}
