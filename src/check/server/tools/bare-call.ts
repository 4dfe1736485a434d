import { isArray, valueAt } from "../../../jsonrpc/json.ts";
import { errorCodeOf, type ToolCall, toolCalls } from "../../../trace/facts/tool-call.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { stepsTagged } from "../../../trace/step.ts";
import type { Check } from "../../check.ts";
import { notApplicable, overall } from "../../outcome.ts";
import { unlessToolsHang } from "../../rules/calls/hanging-tools.ts";
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
    "Judged where the same tool succeeded each time it was called with {}, at least twice. Where several tools never answer, it is chance which of the others do in time, and only a fault is told.",
  verify(trace) {
    const tagged = stepsTagged(trace, tag);
    const telling = toolCalls(trace).filter(
      (call) =>
        stepOf(trace, call.call.request)?.tag === tag &&
        call.outcome !== "none" &&
        requiresNothing(call) &&
        succeedsPlainly(trace, call.name, {}),
    );
    const outcome =
      tagged.length > 0 && telling.length === 0
        ? notApplicable("no tool that may be called always does with {}")
        : overall(
            telling.map((call) => ({ ref: call.seq, wrong: defectOf(call) })),
            "no tool was called without the member arguments",
          );
    return unlessToolsHang(trace, tagged[0]?.connection, outcome);
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
