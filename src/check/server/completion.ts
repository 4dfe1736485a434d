import { invalidParams, methodNotFound } from "../../jsonrpc/error-codes.ts";
import { asObject, valueAt, isArray, type JsonObject } from "../../jsonrpc/json.ts";
import { answered, type Call, calls, lastOf } from "../../trace/call.ts";
import { declares, listed, offersCompletion } from "../../trace/facts/server-facts.ts";
import { errorCodeOf } from "../../trace/facts/tool-call.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, inconclusive, notApplicable, type Outcome, overall } from "../outcome.ts";
import { overTellingCalls } from "../rules/fails-anyway.ts";
import { errorDefect } from "../rules/error-defect.ts";

const method = "completion/complete";

/** The completions that came back, each with the event that brought it. */
function completions(trace: Trace): { seq: number; completion: JsonObject }[] {
  return answered(calls(trace, method)).map((call) => ({
    seq: call.answer.seq,
    completion: asObject(valueAt(call.answer.frame.result, "completion")),
  }));
}

const nothingCompleted = (trace: Trace, outcome: Outcome): Outcome =>
  outcome.kind === "inconclusive" && !offersCompletion(trace) ? notApplicable("the server offers no completion") : outcome;

const answeredCalls = (trace: Trace): Call[] => calls(trace, method).filter((call) => call.answer !== undefined);
export const completionValuesLimit: Check = {
  id: "completion.values-limit",
  title: "A completion has at most 100 values",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/utilities/completion#completion-results" },
  advice: "Cut the list at 100, and say hasMore: true.",
  explains: [{ checks: ["schema.completion"], within: "message" }],
  verify(trace) {
    return nothingCompleted(
      trace,
      overall(
        completions(trace).map(({ seq, completion }) => {
          const values = completion["values"];
          return { ref: seq, wrong: isArray(values) && values.length > 100 ? `${values.length} values` : undefined };
        }),
        "nothing was completed",
      ),
    );
  },
};

export const completionTotals: Check = {
  id: "completion.totals",
  title: "total and hasMore fit the values of a completion",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/utilities/completion#completion-results" },
  advice: "total counts all matches, the ones sent included; hasMore tells whether there are others.",
  verify(trace) {
    return nothingCompleted(
      trace,
      overall(
        completions(trace).map(({ seq, completion }) => ({ ref: seq, wrong: totalsDefect(completion) })),
        "nothing was completed",
      ),
    );
  },
};

function totalsDefect({ values, total, hasMore }: JsonObject): string | undefined {
  const count = isArray(values) ? values.length : 0;
  if (typeof total !== "number") return undefined;
  if (total < count) return `total is ${total}, but there are ${count} values`;
  if (hasMore === true && total === count) return `hasMore is true, but all ${total} values are here`;
  return hasMore === false && total > count ? `hasMore is false, but ${count} of ${total} values are here` : undefined;
}

export const completionDeclared: Check = {
  id: "completion.declared",
  title: "A server that completes arguments declares the completions capability",
  subject: "server",
  level: "MUST",
  spec: { "2025-03-26": "server/utilities/completion#capabilities" },
  advice: 'Add "completions": {} to the capabilities: clients do not ask otherwise.',
  tolerance:
    "An empty list completes nothing: a library that answers so on behalf of servers without completions is not accused here.",
  verify(trace) {
    const declared = declares(trace, "completions");
    if (declared === undefined) return inconclusive("the server announced no capabilities");
    return overall(
      answeredCalls(trace).map((call) => ({
        ref: lastOf(call),
        wrong:
          !declared && valueAt(call.answer?.frame.value, "result", "completion", "values", 0) !== undefined
            ? "completions came, but completions is not declared"
            : undefined,
      })),
      "no completion was asked for",
    );
  },
};

export const completionCapabilityServed: Check = {
  id: "completion.capability-served",
  title: "Declaring completions goes with a completion/complete that is known",
  subject: "server",
  level: "PRACTICE",
  spec: { "2025-03-26": "server/utilities/completion#capabilities" },
  capability: "completions",
  advice: "Implement completion/complete, or do not declare completions.",
  verify(trace) {
    if (declares(trace, "completions") !== true) return inconclusive("the server announced no capabilities");
    return overall(
      answeredCalls(trace).map((call) => ({
        ref: lastOf(call),
        wrong: errorCodeOf(call) === methodNotFound ? "answered with error -32601" : undefined,
      })),
      "no completion was asked for",
    );
  },
};

export const completionUndeclaredMethod: Check = {
  id: "completion.undeclared-method",
  title: "Without the completions capability completion/complete is answered -32601",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-03-26": "server/utilities/completion#error-handling" },
  advice: "Register the handler only with the capability.",
  verify(trace) {
    const declared = declares(trace, "completions");
    if (declared === undefined) return inconclusive("the server announced no capabilities");
    if (declared) return notApplicable("the server declares completions");
    if (completions(trace).some(({ completion }) => isArray(completion["values"]) && completion["values"].length > 0))
      return notApplicable("arguments were completed, which is judged by completion.declared");
    return overall(
      answeredCalls(trace).map((call) => ({
        ref: lastOf(call),
        wrong: errorDefect(call, methodNotFound),
      })),
      "no completion was asked for",
    );
  },
};

export const completionUnknownRef: Check = {
  id: "completion.unknown-ref",
  title: "A completion for a prompt that does not exist is answered with error -32602",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-03-26": "server/utilities/completion#error-handling" },
  capability: "completions",
  advice: "Look the reference up first, and answer with error -32602 when there is none.",
  verify(trace) {
    const unknown = ofUnknownPrompts(trace);
    const special = answeredCalls(trace).filter(
      (call) =>
        unknown(call) && valueAt(call.request.frame.params, "argument") !== undefined && errorCodeOf(call) !== methodNotFound,
    );
    const isControl = (call: Call): boolean => !unknown(call) && isWhole(call);
    return overTellingCalls(
      trace,
      { special, isControl, none: "no completion was asked for an unknown prompt" },
      refusedAsInvalid,
    );
  },
};

export const completionMissingArgument: Check = {
  id: "completion.missing-argument",
  title: "A completion without argument is answered with error -32602",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-03-26": "server/utilities/completion#error-handling" },
  capability: "completions",
  advice: "Validate ref and argument, and answer with error -32602 when one is missing.",
  verify(trace) {
    const unknown = ofUnknownPrompts(trace);
    const special = answeredCalls(trace).filter((call) => !isWhole(call) && errorCodeOf(call) !== methodNotFound);
    // A prompt that does not exist is refused with the same code, and often in the same words, for a reason of its own.
    const isControl = (call: Call): boolean => isWhole(call) && !(unknown(call) && errorCodeOf(call) === invalidParams);
    return overTellingCalls(
      trace,
      { special, isControl, none: "no completion was asked for without argument" },
      refusedAsInvalid,
    );
  },
};

/** Whether a completion is asked for a prompt that the server does not list. */
function ofUnknownPrompts(trace: Trace): (call: Call) => boolean {
  const known = new Set(listed(trace, "prompts").map(({ item }) => item["name"]));
  return ({ request: { frame } }) =>
    valueAt(frame.params, "ref", "type") === "ref/prompt" && !known.has(valueAt(frame.params, "ref", "name"));
}

/** Whether a completion is asked for an argument. */
const isWhole = (call: Call): boolean => valueAt(call.request.frame.params, "argument") !== undefined;

const refusedAsInvalid = (call: Call): Exhibit => ({ ref: lastOf(call), wrong: errorDefect(call, invalidParams) });
