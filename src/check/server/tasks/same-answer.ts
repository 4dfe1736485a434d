import { type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { answered, calls } from "../../../trace/call.ts";
import { type ToolCall, toolCalls } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overall } from "../../outcome.ts";
import { only2025 } from "../../rules/tasks-seen.ts";
import { canonical } from "../../rules/text-forms.ts";
import { plainTwins } from "../tools/plain-twins.ts";

export const tasksSameAnswer: Check = {
  id: "tasks.same-answer",
  title: "A tool gives the same as a task as it gives otherwise",
  subject: "server",
  level: "PRACTICE",
  spec: only2025("result-retrieval"),
  capability: "tools",
  advice: "Do the same work whether params.task is there or not: only how the result is fetched differs.",
  tolerance:
    "Judged where the same call without a task gave one and the same result each time, before and after; what a tool gives anew each time is not compared.",
  explains: [{ checks: ["tasks.unsupported-ignored"], within: "exchange" }],
  verify(trace) {
    const asTasks = toolCalls(trace).filter(isCalledAsTask);
    const done = comeToResults(trace, asTasks);
    const looked = done.flatMap((one) => compared(trace, one));
    if (asTasks.length > 0 && done.length === 0) return notApplicable("no tool that was called as a task came to a result");
    if (done.length > 0 && looked.length === 0)
      return notApplicable("no tool that was called as a task gives the same each time it is called without one");
    return overall(looked, "no tool was called as a task");
  },
};

const isCalledAsTask = ({ call }: ToolCall): boolean => valueAt(call.request.frame.params, "task") !== undefined;

/** What a call as a task came to at last. */
type Done = { readonly call: ToolCall; readonly seq: number; readonly result: JsonObject };

/** The calls as tasks that came to a result, at once or when the task was asked for it. */
function comeToResults(trace: Trace, asTasks: readonly ToolCall[]): Done[] {
  const results = answered(calls(trace, "tasks/result"));
  return asTasks.flatMap((call): Done[] => {
    if (call.outcome === "success") return [{ call, seq: call.seq, result: call.result }];
    const taskId = valueAt(call.result, "task", "taskId");
    const fetched = results.find(({ request }) => taskId !== undefined && valueAt(request.frame.params, "taskId") === taskId);
    const result = fetched?.answer.frame.result;
    return fetched === undefined || !isSuccess(result) ? [] : [{ call, seq: fetched.answer.seq, result }];
  });
}

const isSuccess = (result: Json | undefined): result is JsonObject =>
  valueAt(result, "content") !== undefined && valueAt(result, "isError") !== true;

/** What a tool says, without what tells of the task. */
const said = ({ content, structuredContent }: JsonObject): string =>
  canonical({ content: content ?? null, structuredContent: structuredContent ?? null });

function compared(trace: Trace, { call, seq, result }: Done): Exhibit[] {
  const plain = plainTwins(trace, call.name, call.arguments).filter(({ outcome }) => outcome !== "none");
  const isBetween = plain.some((one) => one.seq < call.call.request.seq) && plain.some((one) => one.call.request.seq > seq);
  const usual = new Set(plain.map((one) => (one.outcome === "success" ? said(one.result) : "")));
  if (!isBetween || usual.size !== 1 || usual.has("")) return [];
  const wrong = usual.has(said(result)) ? undefined : `${JSON.stringify(call.name)} gives something else as a task than without`;
  return [{ ref: seq, wrong, timing: true }];
}
