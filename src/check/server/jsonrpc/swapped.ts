import { asObject, type JsonObject } from "../../../jsonrpc/json.ts";
import { callsTagged } from "../../../trace/step.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { type Call, lastOf } from "../../../trace/call.ts";
import { outcomeOfCall } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { unlessToolsHang } from "../../rules/calls/hanging-tools.ts";
import { places } from "../../places.ts";

/** How the texts begin by which calls side by side can be told apart. */
const mark = /^mcpcheck-side-\w+$/;

const paramsOf = (call: Call): JsonObject => asObject(call.request.frame.params);

const markOf = (call: Call): string | undefined =>
  Object.values(asObject(paramsOf(call)["arguments"])).find(
    (value): value is string => typeof value === "string" && mark.test(value),
  );

/** What a call was answered with, as text. */
function answerText({ answer }: Call): string | undefined {
  if (answer === undefined) return undefined;
  return JSON.stringify(answer.frame.kind === "result" ? answer.frame.result : answer.frame.error);
}

export const answersNotSwapped: Check = {
  id: "jsonrpc.answers-not-swapped",
  title: "Requests side by side each get their own answer",
  subject: "server",
  level: "MUST",
  spec: places.responses,
  advice: "Keep the id of a request with its work, and nothing of it in a place all requests share.",
  tolerance:
    "Judged of tools whose answer holds a text they were called with. The own text in the answer of a tool that fails shows nothing: whether it fails in time may lie with what it cannot reach.",
  verify(trace) {
    const side = callsTagged(trace, "side-by-side");
    const outcome = overallIfAny(
      side.flatMap((call): Exhibit[] => {
        const own = markOf(call);
        const text = answerText(call);
        if (own === undefined || text === undefined) return [];
        // A tool that fails because of what it cannot reach fails in time in some runs and in others not.
        if (text.includes(own)) return outcomeOfCall(call) === "success" ? [{ ref: lastOf(call) }] : [];
        const foreign = sisters(trace, side, call).find((other) => text.includes(markOf(other) ?? own));
        return foreign === undefined
          ? []
          : [
              {
                ref: lastOf(call),
                wrong: `the answer to ${JSON.stringify(call.request.frame.id)} holds the text of ${JSON.stringify(foreign.request.frame.id)}, not its own`,
              },
            ];
      }),
      "no tool that succeeds answers with a text it was called with",
    );
    return unlessToolsHang(trace, side[0]?.request.connection, outcome);
  },
};

/** The calls of the same tool in the same step. */
function sisters(trace: Trace, side: readonly Call[], call: Call): Call[] {
  const step = stepOf(trace, call.request);
  return side.filter(
    (other) =>
      other !== call && paramsOf(other)["name"] === paramsOf(call)["name"] && stepOf(trace, other.request)?.seq === step?.seq,
  );
}
