import { invalidParams } from "../../../jsonrpc/error-codes.ts";
import { type Json, valueAt } from "../../../jsonrpc/json.ts";
import type { Call } from "../../../trace/call.ts";
import { declares } from "../../../trace/facts/server-facts.ts";
import { errorCodeOf, type ToolCall, toolCalls } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { failsAnyway } from "../../rules/fails-anyway.ts";
import { succeedsPlainly } from "../tools/plain-twins.ts";
import { inconclusive, notApplicable, type Outcome, overall } from "../../outcome.ts";

const spec: Check["spec"] = { "2025-11-25": "basic/utilities/tasks#task-support-and-handling", "2026-07-28": "removed" };

const advice = "Ignore params.task when tasks.requests.tools.call is not declared.";

const madeUp =
  "An isError result and error -32602 are accepted, for the made-up arguments may be the reason, unless the same call succeeds each time it is no task.";

/** The listed tools that were called as tasks and answered. */
function calledAsTasks(trace: Trace): ToolCall[] {
  return toolCalls(trace).filter(
    (call) =>
      call.call.answer !== undefined && call.tool !== undefined && valueAt(call.call.request.frame.params, "task") !== undefined,
  );
}

/** A tool that is refused in the same words when it is called as any other shows nothing of tasks. */
function ignoredTask(trace: Trace, called: readonly ToolCall[]): Outcome {
  const telling = called.filter(({ call, name }) => !failsAnyway(trace, call, (other) => isOrdinary(other, name)));
  if (called.length > 0 && telling.length === 0)
    return notApplicable("the tools fail in the same words when they are not called as tasks");
  const alwaysFails = called.length > 1 && called.every(({ outcome }) => outcome === "is-error" || outcome === "error");
  return overall(
    telling.map((call) => ({
      ref: call.seq,
      wrong:
        defectOf(call) ??
        (alwaysFails && succeedsPlainly(trace, call.name, call.arguments)
          ? "fails each time it is called as a task, and never when it is not"
          : undefined),
    })),
    "no tool was called as a task",
  );
}

const isOrdinary = ({ request }: Call, name: Json | undefined): boolean =>
  valueAt(request.frame.params, "task") === undefined && valueAt(request.frame.params, "name") === name;

function defectOf(call: ToolCall): string | undefined {
  if (call.outcome === "task") return "answered with a task";
  const code = errorCodeOf(call.call);
  return code === undefined || code === invalidParams ? undefined : `answered with error ${JSON.stringify(code)}`;
}

export const tasksUndeclaredIgnored: Check = {
  id: "tasks.undeclared-ignored",
  title: "A server with tasks processes a task-augmented call without the capability for it as any other",
  subject: "server",
  level: "MUST",
  spec,
  advice,
  tolerance: `${madeUp} The requirements are those of parties that support tasks: a server that declares none and makes none is not held to them.`,
  verify(trace) {
    const declared = declares(trace, "tasks.requests.tools.call");
    if (declared === undefined) return inconclusive("the server announced no capabilities");
    if (declared) return notApplicable("the server declares tasks.requests.tools.call");
    const called = calledAsTasks(trace);
    const hasTasks = declares(trace, "tasks") === true || called.some((call) => call.outcome === "task");
    if (called.length > 0 && !hasTasks) return notApplicable("the server has no tasks");
    return ignoredTask(trace, called);
  },
};

export const tasksUnsupportedIgnored: Check = {
  id: "tasks.unsupported-ignored",
  title: "A server without tasks processes a task-augmented call as any other",
  subject: "server",
  level: "PRACTICE",
  spec,
  advice,
  tolerance: `${madeUp} The sentence is a MUST, under a heading that limits it to parties that support tasks: so this warns.`,
  verify(trace) {
    const declared = declares(trace, "tasks");
    if (declared === undefined) return inconclusive("the server announced no capabilities");
    if (declared) return notApplicable("the server declares tasks");
    const called = calledAsTasks(trace);
    if (called.some((call) => call.outcome === "task")) return notApplicable("the server makes tasks without declaring them");
    return ignoredTask(trace, called);
  },
};
