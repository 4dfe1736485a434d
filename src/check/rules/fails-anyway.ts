import { internalError } from "../../jsonrpc/error-codes.ts";
import { asObject, type Json, valueAt } from "../../jsonrpc/json.ts";
import { type Call, calls, refused } from "../../trace/call.ts";
import { listMethods } from "../../trace/facts/server-facts.ts";
import { errorCodeOf } from "../../trace/facts/tool-call.ts";
import type { Trace } from "../../trace/trace.ts";
import { type Exhibit, notApplicable, type Outcome, overall } from "../outcome.ts";
import { isPlain } from "./plain-call.ts";
import { textOrJson } from "./text-forms.ts";

/** How much of an error message is compared, in UTF-16 units, and how many of the texts of a request are looked for in it. */
const comparedLength = 500;
const comparedTexts = 20;

/**
 * What a request was refused with, as text to compare: code and message, without numbers and without what the request itself
 * named. Undefined where it was not refused.
 */
function refusalWords(call: Call): string | undefined {
  if (call.answer?.frame.kind !== "error") return undefined;
  const { code, message } = call.answer.frame.error;
  const own = textsIn(call.request.frame.params).slice(0, comparedTexts);
  const bare = own.reduce((text, one) => text.replaceAll(one, "…"), textOrJson(message).slice(0, comparedLength));
  return `${textOrJson(code)} ${bare.replace(/\d+/g, "0")}`;
}

/** The strings in the params of a request, long ones first; those too short to be told from a part of a word are left out. */
function textsIn(params: Json | undefined): string[] {
  const { _meta: _, ...own } = asObject(params);
  const texts = Object.values(own).flatMap((one) => [one, ...Object.values(asObject(one))]);
  return texts
    .filter((one) => typeof one === "string")
    .filter((one) => one.length > 2)
    .toSorted((a, b) => b.length - a.length);
}

/**
 * Whether a request was refused in the words in which others are refused too that have nothing special: those of its method that
 * `isControl` names (plain ones when absent), and, for an internal error, the plain lists of the server. Then what is special
 * about it is not why it failed, and its refusal shows nothing.
 */
export function failsAnyway(
  trace: Trace,
  call: Call,
  isControl: (other: Call) => boolean = (other) => isPlain(trace, other),
): boolean {
  const words = refusalWords(call);
  if (words === undefined) return false;
  const controls = [
    ...refused(calls(trace, call.request.frame.method)).filter(isControl),
    ...(errorCodeOf(call) === internalError ? failedLists(trace) : []),
  ];
  return controls.some((other) => other.request.seq !== call.request.seq && refusalWords(other) === words);
}

/** The lists that were asked for without anything special and failed inside the server, as they do when it cannot reach what it lists. */
const failedLists = (trace: Trace): Call[] =>
  Object.values(listMethods)
    .flatMap(({ method }) => refused(calls(trace, method)))
    .filter((call) => errorCodeOf(call) === internalError && isPlain(trace, call) && !hasCursor(call));

const hasCursor = (call: Call): boolean => valueAt(call.request.frame.params, "cursor") !== undefined;

/**
 * `overall` of special requests, those left out that fail in the same words without what is special about them. Where these
 * are all there are, nothing can be said: what makes the method fail is somewhere else.
 */
export function overTellingCalls<C extends Call>(
  trace: Trace,
  { special, isControl, none }: { special: readonly C[]; isControl?: (other: Call) => boolean; none: string },
  look: (call: C) => Exhibit | readonly Exhibit[],
): Outcome {
  const telling = special.filter((call) => !failsAnyway(trace, call, isControl));
  const [silenced] = special;
  if (silenced !== undefined && telling.length === 0)
    return notApplicable(`${silenced.request.frame.method} fails in the same words whatever it is asked`);
  return overall(
    telling.flatMap((call) => look(call)),
    none,
  );
}
