import type { Level } from "../check.ts";
import { inconclusive, notApplicable, type Outcome, overall, type Exhibit } from "../outcome.ts";
import { counted } from "../../base/counted.ts";
import { type Fault, type FormatObservations, type Observation, readRight, rightInTokens } from "./observation.ts";

/** A statement about a tool-call parser, judged for each format by what replaying its corpus showed. */
export type ParserCheck = {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly spec: string;
  readonly advice: string;
  /** Which cases it looks at, and what is wrong with one. */
  readonly looksAt: (seen: Observation) => boolean;
  readonly fault: (seen: Observation) => Fault | undefined;
};

const rules = "docs/formats.md";
const ownGroups = ["reasoning", "fences"];

/**
 * The statements, in the order reports show them. Those about policies look at whole inputs only: that an answer depends
 * on the cuts is said once, by the other checks.
 */
export const parserChecks: readonly ParserCheck[] = [
  {
    id: "parser.whole",
    title: "Given in one piece, an output of the model gives exactly its text and its calls",
    level: "MUST",
    spec: `${rules}#the-rules`,
    advice: "Follow the structure of the format (strings, nesting, own closers) instead of searching for the first closer.",
    looksAt: ({ case: { level, group } }) => level === "must" && !ownGroups.includes(group),
    fault: ({ whole }) => whole,
  },
  {
    id: "parser.streamed",
    title: "Given in pieces, however cut, an output of the model gives exactly its text and its calls",
    level: "MUST",
    spec: `${rules}#what-a-run-looks-at`,
    advice: "Hold back what may still become a marker, across pieces of any size, and release it when it does not.",
    looksAt: ({ case: { level, group }, chunkings }) => level === "must" && chunkings > 0 && !ownGroups.includes(group),
    fault: ({ streamed }) => streamed,
  },
  {
    id: "parser.invariant",
    title: "The answer does not depend on how the output was cut into pieces",
    level: "MUST",
    spec: `${rules}#what-a-run-looks-at`,
    advice: "Let the batch parser be the streaming parser fed once; keep all state between pieces in the parser.",
    looksAt: ({ chunkings }) => chunkings > 0,
    fault: ({ variant }) => variant,
  },
  {
    id: "parser.deltas",
    title: "Each call is named once, and its streamed fragments add up to its arguments",
    level: "MUST",
    spec: `${rules}#what-a-run-looks-at`,
    advice: "Send fragments that only append; never guess a closer and take it back, never send one twice.",
    looksAt: ({ deltas }) => deltas > 0,
    fault: ({ delta }) => delta,
  },
  {
    id: "parser.layout",
    title: "Text is handed on to the letter, and whitespace that only separates calls is not text",
    level: "SHOULD",
    spec: `${rules}#the-rules`,
    advice: "Keep the whitespace of text segments; drop segments that are nothing but whitespace beside a call.",
    looksAt: ({ streamed, variant }) => streamed === undefined && variant === undefined,
    fault: ({ layout }) => layout,
  },
  {
    id: "parser.policy",
    title: "Where sound parsers differ, the parser follows the default policy",
    level: "SHOULD",
    spec: `${rules}#the-rules`,
    advice: "A difference here is a decision; write it down, and compare it with what the rule is there for.",
    looksAt: ({ case: { level, group } }) => level === "should" && !ownGroups.includes(group),
    fault: ({ whole }) => whole,
  },
  {
    id: "filter.reasoning",
    title: "Reasoning is kept apart from the answer, and calls in it follow the policy of the format",
    level: "SHOULD",
    spec: `${rules}#the-rules`,
    advice: "Read the reasoning markers in the same pass as the calls, with the policy of the family.",
    looksAt: ({ case: { group } }) => group === "reasoning",
    fault: ({ whole }) => whole,
  },
  {
    id: "filter.fences",
    title: "Call markup in a code fence of the answer is text, in formats whose calls do not appear in fences",
    level: "SHOULD",
    spec: `${rules}#the-rules`,
    advice: "Track fence lines while reading the answer, also when a fence line is cut between two pieces.",
    looksAt: ({ case: { group } }) => group === "fences",
    fault: ({ whole }) => whole,
  },
];

/**
 * What the observations of a format show of a check. Agreement of a parser that reads no call of the format shows
 * nothing: an empty answer agrees with itself.
 */
export function outcomeOf(check: ParserCheck, { format, unsupported, cases }: FormatObservations): Outcome {
  if (unsupported) return notApplicable("the parser does not know the format");
  const seen = cases.filter((one) => looksAt(check, one));
  if (seen.length === 0) return notApplicable(whyNothing(check, cases));
  const looked = seen.map((one): Exhibit => {
    const fault = check.fault(one);
    return fault === undefined ? { ref: one.seq } : { ref: fault.seq, wrong: wordsOf(one, fault) };
  });
  if (looked.every(({ wrong }) => wrong === undefined) && !cases.some(readRight))
    return inconclusive(`no call of the corpus of ${format} was read right, so that its answers show nothing`);
  return overall(looked, "the corpus has no such case");
}

/** In words, what a passed or violated check rests on. */
export function restsOn(check: ParserCheck, { cases }: FormatObservations): string {
  const seen = cases.filter((one) => looksAt(check, one));
  const right = seen.filter((one) => check.fault(one) === undefined).length;
  const chunkings = seen.reduce((sum, one) => sum + one.chunkings, 0);
  // A parser may be right for a server that streams tokens and wrong for any other cut: that is worth telling apart.
  const inTokens = seen.filter(rightInTokens).length;
  const tokens = check.id === "parser.streamed" && inTokens > right ? `, ${inTokens} when cut between tokens only` : "";
  return `${right} of ${counted(seen.length, "case")}${tokens}${chunkings > 0 ? `, ${counted(chunkings, "chunking")}` : ""}`;
}

/** A case with reasoning in it says nothing about a parser that leaves reasoning to others. */
export function looksAt(check: ParserCheck, seen: Observation): boolean {
  const { group, expect } = seen.case;
  return check.looksAt(seen) && (seen.tellsReasoning || (group !== "reasoning" && expect.reasoning === ""));
}

function whyNothing(check: ParserCheck, cases: readonly Observation[]): string {
  if (check.id === "parser.deltas") return "the parser tells no deltas";
  if (check.id === "filter.reasoning" && cases.some((one) => !one.tellsReasoning)) return "the parser tells no reasoning";
  return "the corpus of the format has no such case";
}

function wordsOf({ case: { id } }: Observation, { chunking, message }: Fault): string {
  return `${id} (${chunking}): ${message}`;
}
