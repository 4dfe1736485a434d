import { internalError, invalidParams } from "../../jsonrpc/error-codes.ts";
import { at } from "../../jsonrpc/json.ts";
import { bothRefuse, schemaOpinions } from "../../trace/annotation.ts";
import { listWalks } from "../../trace/list-walk.ts";
import { stepOf } from "../../trace/step-index.ts";
import { errorCodeOf, type ToolCall, toolCalls } from "../../trace/tool-call.ts";
import { revisionOf, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { inconclusive, notApplicable, overall, type Outcome } from "../outcome.ts";

const tagOf = (trace: Trace, call: ToolCall): string | undefined => stepOf(trace, call.call.request)?.tag;

/** Calls that were answered and name a tool which a complete list does not hold. */
function unknownCalls(trace: Trace): ToolCall[] {
  const complete = listWalks(trace, "tools").some((walk) => walk.complete);
  return toolCalls(trace).filter(
    (call) =>
      call.tool === undefined &&
      typeof call.name === "string" &&
      call.outcome !== "none" &&
      (tagOf(trace, call) === "unknown-tool" || (complete && tagOf(trace, call) === undefined)),
  );
}

export const toolsUnknownName: Check = {
  id: "tools.unknown-name",
  title: "A call of a tool that does not exist is refused with a JSON-RPC error",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/tools#error-handling" },
  capability: "tools",
  advice: "Throw a protocol error (-32602) when the name is unknown: no model can mend that by other arguments.",
  tolerance: "Unknown tools are listed among the protocol errors without a MUST, so an isError result is only a warning.",
  verify(trace) {
    return overall(
      unknownCalls(trace).map((call) => ({
        ref: call.seq,
        wrong:
          call.outcome === "error"
            ? undefined
            : `the unknown tool ${JSON.stringify(call.name)} was answered with ${call.outcome === "is-error" ? "an isError result" : "a result"}`,
      })),
      "no unknown tool was called",
    );
  },
};

export const toolsUnknownNameCode: Check = {
  id: "tools.unknown-name-code",
  title: "The error for an unknown tool is -32602",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/tools#error-handling" },
  capability: "tools",
  advice: "Use -32602 (invalid params): the method exists, the name in its params does not.",
  verify(trace) {
    const unknown = unknownCalls(trace);
    if (unknown.length > 0 && !unknown.some((call) => call.outcome === "error"))
      return notApplicable("the call of an unknown tool was answered with a result");
    return overall(
      unknown
        .filter((call) => call.outcome === "error")
        .map((call) => ({
          ref: call.seq,
          wrong:
            errorCodeOf(call.call) === invalidParams
              ? undefined
              : `error ${JSON.stringify(errorCodeOf(call.call))}, expected -32602`,
        })),
      "no call of an unknown tool was refused with an error",
    );
  },
};

export const toolsUnknownNameFails: Check = {
  id: "tools.unknown-name-fails",
  title: "A call of a tool that does not exist does not succeed",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/tools#error-handling" },
  capability: "tools",
  advice: "Refuse the call: a caller must be able to tell that nothing was done.",
  verify(trace) {
    return overall(
      unknownCalls(trace).map((call) => ({
        ref: call.seq,
        wrong:
          call.outcome === "error" || call.outcome === "is-error"
            ? undefined
            : `the unknown tool ${JSON.stringify(call.name)} was answered as if it had worked`,
      })),
      "no unknown tool was called",
    );
  },
};

/** Calls in a step with this tag whose arguments, as far as both validators were asked, do not fit the inputSchema. */
function badCalls(trace: Trace, tag: string): ToolCall[] {
  const refused = new Map(schemaOpinions(trace, "arguments").map((found) => [found.about, bothRefuse(found)]));
  return toolCalls(trace).filter(
    (call) =>
      tagOf(trace, call) === tag &&
      call.tool !== undefined &&
      call.outcome !== "none" &&
      refused.get(call.call.request.seq) === true,
  );
}

function mustFail(trace: Trace, tag: string, what: string): Outcome {
  return overall(
    badCalls(trace, tag).map((call) => ({
      ref: call.seq,
      wrong: call.outcome === "success" || call.outcome === "task" ? `${JSON.stringify(call.name)} succeeded ${what}` : undefined,
    })),
    `no tool was called ${what}`,
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

const badCallsOfAnyKind = (trace: Trace): ToolCall[] => [
  ...badCalls(trace, "missing-argument"),
  ...badCalls(trace, "mistyped-argument"),
];

const wasRefused = (call: ToolCall): boolean => call.outcome === "error" || call.outcome === "is-error";

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
    if (bad.length > 0 && !bad.some(wasRefused)) return notApplicable("arguments that do not fit were accepted");
    return overall(
      bad.filter(wasRefused).map((call) => ({
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
    if (bad.length > 0 && !bad.some((call) => call.outcome === "error"))
      return notApplicable("arguments that do not fit were answered with results");
    return overall(
      bad
        .filter((call) => call.outcome === "error")
        .map((call) => ({
          ref: call.seq,
          wrong:
            errorCodeOf(call.call) === invalidParams
              ? undefined
              : `error ${JSON.stringify(errorCodeOf(call.call))}, expected -32602`,
        })),
      "no call with arguments that do not fit was refused with an error",
    );
  },
};

export const toolsFailureInResult: Check = {
  id: "tools.failure-in-result",
  title: "A tool that fails says so in a result with isError, not with a JSON-RPC error",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/tools#error-handling" },
  capability: "tools",
  advice: "Catch what the tool throws and return it as content with isError: true: -32603 never reaches the model.",
  verify(trace) {
    const unfit = new Set(
      schemaOpinions(trace, "arguments")
        .filter((found) => !found.ajv.valid || !found.hyperjump.valid)
        .map((found) => found.about),
    );
    const fair = toolCalls(trace).filter(
      (call) => call.tool !== undefined && !unfit.has(call.call.request.seq) && !isProbe(trace, call),
    );
    const failed = fair.filter(
      (call) =>
        call.outcome === "is-error" ||
        errorCodeOf(call.call) === internalError ||
        (tagOf(trace, call) === "upstream-failure" && call.outcome === "error"),
    );
    if (failed.length === 0) return inconclusive("no tool failed");
    return overall(
      failed.map((call) => ({
        ref: call.seq,
        wrong:
          call.outcome === "is-error"
            ? undefined
            : `${JSON.stringify(call.name)} failed with error ${JSON.stringify(errorCodeOf(call.call))}`,
      })),
      "no tool failed",
    );
  },
};

/** Steps that ask for an error of the protocol's own: they say nothing about how a tool fails. */
function isProbe(trace: Trace, call: ToolCall): boolean {
  const tag = tagOf(trace, call);
  if (at(call.call.request.frame.params, "task") !== undefined) return true;
  return tag !== undefined && tag !== "upstream-failure";
}
