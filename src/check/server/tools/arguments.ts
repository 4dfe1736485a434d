import { headerMismatch, invalidParams } from "../../../jsonrpc/error-codes.ts";
import { bothRefuse, schemaOpinions } from "../../../trace/annotation.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { errorCodeOf, type ToolCall, toolCalls } from "../../../trace/facts/tool-call.ts";
import { revisionOf, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { notApplicable, overall, type Outcome, unreachable } from "../../outcome.ts";
import { fairCalls } from "./fair-calls.ts";
import { refusedWhateverArguments, wasRefused } from "./refusal.ts";
import { errorDefect } from "../../rules/error-defect.ts";

/** Calls in a step with this tag that were answered and whose arguments, as far as both validators were asked, do not fit the inputSchema. */
const badCalls = (trace: Trace, tag: string): ToolCall[] => misfitCalls(trace, tag).filter(({ outcome }) => outcome !== "none");

/** The same, answered or not. */
function misfitCalls(trace: Trace, tag: string): ToolCall[] {
  const refused = new Map(schemaOpinions(trace, "arguments").map((found) => [found.about, bothRefuse(found)]));
  return toolCalls(trace).filter(
    (call) =>
      stepOf(trace, call.call.request)?.tag === tag && call.tool !== undefined && refused.get(call.call.request.seq) === true,
  );
}

/** The calls of the same tools with arguments that fit. */
function fairTwins(trace: Trace, misfits: readonly ToolCall[]): ToolCall[] {
  const tools = new Set(misfits.map(({ name }) => name));
  return fairCalls(trace).filter(({ name }) => tools.has(name));
}

/** An answer that cannot be read, or a connection that ends, is no silence. */
const isSilent = ({ outcome, call }: ToolCall): boolean => outcome === "none" && call.silence !== undefined;

/** Whether the server was silent to these calls, and to any of the same tools with arguments that fit: then what is odd about them is not why. */
function areSilentAnyway(trace: Trace, misfits: readonly ToolCall[]): boolean {
  const fair = fairTwins(trace, misfits);
  return misfits.length > 0 && fair.length > 0 && [...misfits, ...fair].every(isSilent);
}

/** Whether tools were silent to these calls that succeed with no arguments either: what they work with may be out of reach, and let them wait. */
function areOutOfReach(trace: Trace, misfits: readonly ToolCall[]): boolean {
  const fair = fairTwins(trace, misfits);
  return misfits.length > 0 && fair.length > 0 && misfits.every(isSilent) && fair.every(({ outcome }) => outcome !== "success");
}

const silentAnyway = "the tools did not answer in time, whatever their arguments";

function mustFail(trace: Trace, tag: string, what: string): Outcome {
  const misfits = misfitCalls(trace, tag);
  if (areSilentAnyway(trace, misfits)) return notApplicable(silentAnyway);
  if (areOutOfReach(trace, misfits))
    return unreachable(`no call ${what} was answered in time, and no other call of the tools succeeded`);
  return overall(
    badCalls(trace, tag).map((call) => ({
      ref: call.seq,
      wrong: call.outcome === "success" || call.outcome === "task" ? `${JSON.stringify(call.name)} succeeded ${what}` : undefined,
    })),
    misfits.length === 0 ? `no tool was called ${what}` : `no call ${what} was answered in time`,
  );
}

export const toolsMissingArgument: Check = {
  id: "tools.missing-argument",
  title: "A call without a required argument does not succeed",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/tools#security-considerations" },
  capability: "tools",
  advice:
    "Validate the arguments against the inputSchema, and set isError where they do not fit; or do not list the member as required.",
  explains: [{ checks: ["tools.mistyped-argument"], within: "revision" }],
  tolerance:
    "Servers must validate inputs, but the wire does not show how: a result without isError may still tell of the error in its text, so this warns.",
  verify: (trace) => mustFail(trace, "missing-argument", "without a required argument"),
};

export const toolsMistypedArgument: Check = {
  id: "tools.mistyped-argument",
  title: "A call with an argument of a wrong type does not succeed",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/tools#security-considerations" },
  capability: "tools",
  advice: "Validate the arguments against the inputSchema, and set isError where they do not fit.",
  tolerance: "A server may convert a value into the type it wants; the wire does not show it, so this warns.",
  verify: (trace) => mustFail(trace, "mistyped-argument", "with an argument of a wrong type"),
};

const misfitsOfAnyKind = (trace: Trace): ToolCall[] => [
  ...misfitCalls(trace, "missing-argument"),
  ...misfitCalls(trace, "mistyped-argument"),
];

const badCallsOfAnyKind = (trace: Trace): ToolCall[] => misfitsOfAnyKind(trace).filter(({ outcome }) => outcome !== "none");

/**
 * Calls whose arguments do not fit, refused for that: a tool that fails in the same words anyway is left out, and one whose calls with
 * fitting arguments were not answered, for nobody knows what it says to those. So is a call refused for its headers: an argument that
 * is mirrored into one cannot be mirrored when it is of a wrong type, and a server looks at headers first.
 */
function refusedForArguments(trace: Trace): ToolCall[] {
  const anyway = refusedWhateverArguments(trace);
  const fair = fairCalls(trace);
  const isUnknown = ({ name }: ToolCall): boolean => {
    const own = fair.filter((call) => call.name === name);
    return own.length > 0 && own.every(({ outcome }) => outcome === "none");
  };
  return badCallsOfAnyKind(trace).filter(
    (call) => wasRefused(call) && errorCodeOf(call.call) !== headerMismatch && !anyway(call) && !isUnknown(call),
  );
}

const failsAnyway = "the tools fail in the same words whatever their arguments, or were refused for their headers";

export const toolsArgumentErrorInResult: Check = {
  id: "tools.argument-error-in-result",
  title: "Arguments that do not fit are answered with an isError result",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-11-25": "server/tools#error-handling" },
  capability: "tools",
  advice: "Put the message into a result with isError: true: the model reads it and tries again.",
  tolerance: "2026-07-28 lists invalid tool arguments under -32602 in its schema as well; there both ways are accepted.",
  verify(trace) {
    const lenient = revisionOf(trace) === "2026-07-28";
    const bad = badCallsOfAnyKind(trace);
    if (areSilentAnyway(trace, misfitsOfAnyKind(trace))) return notApplicable(silentAnyway);
    if (bad.length > 0 && !bad.some(wasRefused)) return notApplicable("arguments that do not fit were accepted");
    const refused = refusedForArguments(trace);
    if (bad.length > 0 && refused.length === 0) return notApplicable(failsAnyway);
    return overall(
      refused.map((call) => ({
        ref: call.seq,
        wrong:
          call.outcome === "is-error" || (lenient && errorCodeOf(call.call) === invalidParams)
            ? undefined
            : `${JSON.stringify(call.name)} answered with error ${JSON.stringify(errorCodeOf(call.call))}`,
      })),
      "no call with arguments that do not fit was refused",
    );
  },
};

export const toolsArgumentErrorCode: Check = {
  id: "tools.argument-error-code",
  title: "A JSON-RPC error for arguments that do not fit is -32602",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/tools#error-handling" },
  capability: "tools",
  advice: "Use -32602, or better an isError result; -32603 says that the server is broken.",
  verify(trace) {
    const bad = badCallsOfAnyKind(trace);
    if (areSilentAnyway(trace, misfitsOfAnyKind(trace))) return notApplicable(silentAnyway);
    if (bad.length > 0 && !bad.some((call) => call.outcome === "error"))
      return notApplicable("arguments that do not fit were answered with results");
    const refused = refusedForArguments(trace).filter((call) => call.outcome === "error");
    if (bad.length > 0 && refused.length === 0) return notApplicable(failsAnyway);
    return overall(
      refused.map((call) => ({ ref: call.seq, wrong: errorDefect(call.call, invalidParams) })),
      "no call with arguments that do not fit was refused with an error",
    );
  },
};
