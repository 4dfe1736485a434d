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
  /** A library that has to be recognised by words of its own too, for others may say the same. */
  readonly beside?: string;
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
  /** A process is written in one language: libraries of two are never named together. */
  readonly language: "typescript" | "python" | "go" | "java" | "rust" | "csharp";
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
  const present = librariesIn(attributions, trace);
  if (present.length === 0) return findings;
  const textOf = textsOf(trace);
  return findings.map((finding) => {
    if (finding.verdict !== "fail" && finding.verdict !== "warn") return finding;
    const source = present.find(({ behaviours }) => behaviours.some((behaviour) => explains(behaviour, finding, textOf)));
    return source === undefined ? finding : { ...finding, inheritedFrom: source.sdk };
  });
}

/** The libraries a server is built on, as far as its words tell: those of one language, and none that yields to another. */
export function librariesIn(attributions: readonly Attribution[], trace: Trace): readonly Attribution[] {
  const seen = attributions.map((attribution) => ({ attribution, signs: signsIn(trace, attribution) }));
  const alone = new Set(
    seen.filter(({ signs }) => signs.some(({ beside }) => beside === undefined)).map((one) => one.attribution.sdk),
  );
  const recognised = seen
    .map(({ attribution, signs }) => ({
      attribution,
      signs: signs.filter(({ beside }) => beside === undefined || alone.has(beside)),
    }))
    .filter(({ signs }) => signs.length > 0);
  const language = languageOf(recognised);
  const ofOne = recognised.map(({ attribution }) => attribution).filter((one) => one.language === language);
  const names = new Set(ofOne.map(({ sdk }) => sdk));
  return ofOne.filter(({ unless = [] }) => !unless.some((sdk) => names.has(sdk)));
}

type Recognised = { readonly attribution: Attribution; readonly signs: readonly Signature[] };

/**
 * The language that the words of a trace speak for. A tool may say anything, and repeat what another server told it: where
 * libraries of several languages are recognised, errors of the protocol decide, and where these disagree, nobody knows.
 */
function languageOf(recognised: readonly Recognised[]): Attribution["language"] | undefined {
  const languages = new Set(recognised.map(({ attribution }) => attribution.language));
  if (languages.size <= 1) return [...languages][0];
  const bySpeech = recognised.filter(({ signs }) => signs.some(({ where }) => where === "error-message"));
  const spoken = new Set(bySpeech.map(({ attribution }) => attribution.language));
  return spoken.size === 1 ? [...spoken][0] : undefined;
}

/** What of the signatures of a library is in a trace. */
function signsIn(trace: Trace, { recognisedBy }: Attribution): Signature[] {
  const errors = messagesOf(trace, "received", "error").map(({ frame }) => frame.error);
  const texts = messagesOf(trace, "received", "result").flatMap(({ frame }) => toolErrorTexts(frame.result));
  return recognisedBy.filter(({ where, code, pattern, data }) => {
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
