import { internalError, invalidParams } from "../../../jsonrpc/error-codes.ts";
import { listWalks } from "../../../trace/facts/list-walk.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { errorCodeOf, type ToolCall, toolCalls } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { inconclusive, notApplicable, type Outcome, overall } from "../../outcome.ts";
import { fairCalls } from "./fair-calls.ts";
import { refusedLikeFairCalls } from "./refusal.ts";
import { errorDefect } from "../../rules/error-defect.ts";

const tagOf = (trace: Trace, call: ToolCall): string | undefined => stepOf(trace, call.call.request)?.tag;

/** Calls of unknown tools, but for those that fail as every call does; the reason where these are all. */
function unknownCalls(trace: Trace): { readonly telling: ToolCall[]; readonly silenced: Outcome | undefined } {
  const all = allUnknownCalls(trace);
  const anyway = refusedLikeFairCalls(trace);
  const telling = all.filter((call) => !anyway(call));
  const silenced = all.length > 0 && telling.length === 0;
  return { telling, silenced: silenced ? notApplicable("listed tools fail in the same words") : undefined };
}

/** Calls that were answered and name a tool which a complete list does not hold. */
function allUnknownCalls(trace: Trace): ToolCall[] {
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
  advice: "Throw a protocol error (-32602) when the name is unknown: no model can fix that with other arguments.",
  tolerance: "Unknown tools are listed among the protocol errors without a MUST, so an isError result is only a warning.",
  verify(trace) {
    const { telling, silenced } = unknownCalls(trace);
    if (silenced !== undefined) return silenced;
    return overall(
      telling.map((call) => ({
        ref: call.seq,
        wrong: call.outcome === "error" ? undefined : `the unknown tool ${JSON.stringify(call.name)} was answered with a result`,
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
    const { telling: unknown, silenced } = unknownCalls(trace);
    if (silenced !== undefined) return silenced;
    if (unknown.length > 0 && !unknown.some((call) => call.outcome === "error"))
      return notApplicable("the call of an unknown tool was answered with a result");
    return overall(
      unknown
        .filter((call) => call.outcome === "error")
        .map((call) => ({ ref: call.seq, wrong: errorDefect(call.call, invalidParams) })),
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
  explains: [{ checks: ["tools.unknown-name"], within: "exchange" }],
  verify(trace) {
    const { telling, silenced } = unknownCalls(trace);
    if (silenced !== undefined) return silenced;
    return overall(
      telling.map((call) => ({
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

export const toolsFailureInResult: Check = {
  id: "tools.failure-in-result",
  title: "A tool that fails says so in a result with isError, not with a JSON-RPC error",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/tools#error-handling" },
  capability: "tools",
  advice: "Catch what the tool throws and return it as content with isError: true: -32603 never reaches the model.",
  verify(trace) {
    const failed = fairCalls(trace).filter(
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
