import { valueAt, isArray, isObject, type Json } from "../../../jsonrpc/json.ts";
import { relatedTaskKey } from "../../../spec/related-task.ts";
import { answered, calls } from "../../../trace/call.ts";
import { stepOf } from "../../../trace/step-index.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { notApplicable, overall } from "../../outcome.ts";
import { textOrJson } from "../../rules/text-forms.ts";

import { createdTasks, only2025, seenTasks, withoutTasks } from "../../rules/tasks-seen.ts";

const noTask = "no task was created";

export const tasksCreateResult: Check = {
  id: "tasks.create-result",
  title: "A task-augmented call that is accepted is answered with a task",
  subject: "server",
  level: "MUST",
  spec: only2025("result-retrieval"),
  capability: "tasks.requests.tools.call",
  advice: "Answer at once with { task }, and keep the result for tasks/result.",
  tolerance:
    "An error refuses the task, and a tool that forbids tasks may be answered as it always is. Arguments of a wrong type may be found wrong before there is a task.",
  verify(trace) {
    return overall(
      answered(calls(trace, "tools/call"))
        .filter(
          (call) =>
            valueAt(call.request.frame.params, "task") !== undefined &&
            stepOf(trace, call.request)?.tag !== "mistyped-as-task" &&
            supports(trace, valueAt(call.request.frame.params, "name")),
        )
        .map((call) => ({
          ref: call.answer,
          wrong: isObject(valueAt(call.answer.frame.result, "task"))
            ? undefined
            : "the call was answered with its result instead of a task",
        })),
      withoutTasks(trace, "no tool was called as a task"),
    );
  },
};

function supports(trace: Trace, name: Json | undefined): boolean {
  const support = taskSupportOf(trace, name);
  return support === "optional" || support === "required";
}

function taskSupportOf(trace: Trace, name: Json | undefined): Json | undefined {
  for (const call of answered(calls(trace, "tools/list"))) {
    const tools = valueAt(call.answer.frame.result, "tools");
    const tool = isArray(tools) ? tools.find((one) => valueAt(one, "name") === name) : undefined;
    if (tool !== undefined) return valueAt(tool, "execution", "taskSupport");
  }
  return undefined;
}

export const tasksResultRelated: Check = {
  id: "tasks.result-related",
  title: "The answer to tasks/result names the task in its _meta",
  subject: "server",
  level: "MUST",
  spec: only2025("related-task-metadata"),
  capability: "tasks",
  advice: 'Add _meta["io.modelcontextprotocol/related-task"] with the taskId.',
  verify(trace) {
    return overall(
      answered(calls(trace, "tasks/result")).map((call) => {
        const named = valueAt(call.answer.frame.result, "_meta", relatedTaskKey, "taskId");
        const wanted = valueAt(call.request.frame.params, "taskId");
        return {
          ref: call.answer,
          wrong: named === wanted ? undefined : `the related task is ${JSON.stringify(named) ?? "missing"}`,
        };
      }),
      withoutTasks(trace, "no result of a task was asked for"),
    );
  },
};

export const tasksStatusUnrelated: Check = {
  id: "tasks.status-unrelated",
  title: "Descriptions of a task do not name it a second time in _meta",
  subject: "server",
  level: "SHOULD NOT",
  spec: only2025("associating-task-related-messages"),
  capability: "tasks",
  advice: "Leave related-task out of tasks/get, tasks/list, tasks/cancel and notifications/tasks/status.",
  verify(trace) {
    return overall(
      seenTasks(trace)
        .filter((seen) => seen.method !== "tools/call" && seen.method !== "tasks/list")
        .map((seen) => ({
          ref: seen,
          wrong:
            valueAt(seen.task, "_meta", relatedTaskKey) === undefined ? undefined : `${seen.method} has related-task in _meta`,
        })),
      withoutTasks(trace, "no task was asked for"),
    );
  },
};

export const tasksCancelTakes: Check = {
  id: "tasks.cancel-takes",
  title: "A cancelled task is answered with the status cancelled",
  subject: "server",
  level: "MUST",
  spec: only2025("task-cancellation"),
  capability: "tasks.cancel",
  advice: "Move the task to cancelled before answering tasks/cancel.",
  verify(trace) {
    if (calls(trace, "tasks/cancel").length === 0 && createdTasks(trace).length === 0) return notApplicable(noTask);
    return overall(
      seenTasks(trace)
        .filter((seen) => seen.method === "tasks/cancel")
        .map((seen) => ({
          ref: seen,
          wrong:
            seen.task["status"] === "cancelled" ? undefined : `the status is ${JSON.stringify(seen.task["status"]) ?? "missing"}`,
        })),
      withoutTasks(trace, "no task was cancelled"),
    );
  },
};

const came = (kind: string): string => (kind === "error" ? "an error came at once" : "the result came");

export const tasksResultWaits: Check = {
  id: "tasks.result-waits",
  title: "tasks/result is answered only when the task has ended",
  subject: "server",
  level: "MUST",
  spec: only2025("result-retrieval"),
  capability: "tasks",
  advice: "Hold the answer back until the task is completed, failed or cancelled.",
  tolerance: "A task that is gone when it is asked for next has ended.",
  verify(trace) {
    return overall(
      calls(trace, "tasks/result").flatMap((call) => {
        const { answer } = call;
        if (answer === undefined) return [];
        const id = valueAt(call.request.frame.params, "taskId");
        const next = seenTasks(trace).find(
          (seen) => seen.since > answer.seq && seen.method === "tasks/get" && seen.task["taskId"] === id,
        );
        const status = next?.task["status"];
        const open = status === "working" || status === "input_required";
        return next === undefined
          ? []
          : [
              {
                ref: answer,
                wrong: open ? `${came(answer.frame.kind)}, and the task is still ${textOrJson(status)}` : undefined,
              },
            ];
      }),
      withoutTasks(trace, "no task was asked for after its result"),
    );
  },
};
