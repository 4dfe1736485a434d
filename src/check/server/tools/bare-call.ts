import { isArray, valueAt } from "../../../jsonrpc/json.ts";
import { errorCodeOf, type ToolCall, toolCalls } from "../../../trace/facts/tool-call.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { stepsTagged } from "../../../trace/step.ts";
import type { Check } from "../../check.ts";
import { notApplicable, overall } from "../../outcome.ts";
import { hangsReason, toolsHang } from "../../rules/calls/hanging-tools.ts";
import { succeedsPlainly } from "./plain-twins.ts";

const tag = "bare-call";

export const toolsBareCall: Check = {
  id: "tools.bare-call",
  title: "A tool that requires no arguments can be called without the member arguments",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/tools#calling-tools" },
  capability: "tools",
  advice: "Take a call without arguments for one with {}: the schema makes the member optional, and clients leave it out.",
  tolerance:
    "Judged where the same tool succeeded each time it was called with {}, at least twice. Where several tools never answer, it is chance which of the others do in time, and nothing is said.",
  verify(trace) {
    if (toolsHang(trace, stepsTagged(trace, tag)[0]?.connection)) return notApplicable(hangsReason);
    const telling = toolCalls(trace).filter(
      (call) =>
        stepOf(trace, call.call.request)?.tag === tag &&
        call.outcome !== "none" &&
        requiresNothing(call) &&
        succeedsPlainly(trace, call.name, {}),
    );
    if (stepsTagged(trace, tag).length > 0 && telling.length === 0)
      return notApplicable("no tool that may be called always does with {}");
    return overall(
      telling.map((call) => ({ ref: call.seq, wrong: defectOf(call) })),
      "no tool was called without the member arguments",
    );
  },
};

function requiresNothing({ tool }: ToolCall): boolean {
  const required = valueAt(tool, "inputSchema", "required");
  return tool !== undefined && (required === undefined || (isArray(required) && required.length === 0));
}

function defectOf(call: ToolCall): string | undefined {
  if (call.outcome === "error")
    return `${JSON.stringify(call.name)} answered with error ${JSON.stringify(errorCodeOf(call.call))}, and succeeds with {}`;
  return call.outcome === "is-error" ? `${JSON.stringify(call.name)} failed, and succeeds with {}` : undefined;
}
