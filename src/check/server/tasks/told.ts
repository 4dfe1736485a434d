import { valueAt } from "../../../jsonrpc/json.ts";
import { answered, calls } from "../../../trace/call.ts";
import { isSuccess, mediaType, posts } from "../../../trace/facts/http-facts.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import { createdTasks, only2025, seenTasks, withoutTasks } from "../../rules/tasks-seen.ts";

export const tasksFailedMessage: Check = {
  id: "tasks.failed-message",
  title: "A task that failed says why",
  subject: "server",
  level: "SHOULD",
  spec: only2025("task-execution-errors"),
  capability: "tasks",
  advice: "Put what went wrong into statusMessage when a task becomes failed.",
  verify(trace) {
    return overallIfAny(
      seenTasks(trace)
        .filter(({ task }) => task["status"] === "failed")
        .map((seen): Exhibit => {
          const said = seen.task["statusMessage"];
          return {
            ref: seen,
            wrong: typeof said === "string" && said !== "" ? undefined : "a failed task without statusMessage",
          };
        }),
      withoutTasks(trace, "no task failed"),
    );
  },
};

export const tasksErrorFails: Check = {
  id: "tasks.error-fails",
  title: "A task whose tool call ends with isError has failed",
  subject: "server",
  level: "SHOULD",
  spec: only2025("task-execution-errors"),
  capability: "tasks",
  advice: "Move the task to failed when the result of the tool has isError: true, not to completed.",
  verify(trace) {
    const created = new Set(createdTasks(trace).map(({ task }) => task["taskId"]));
    return overallIfAny(
      answered(calls(trace, "tasks/result")).flatMap(({ request, answer }): Exhibit[] => {
        const id = valueAt(request.frame.params, "taskId");
        if (!created.has(id) || valueAt(answer.frame.result, "isError") !== true) return [];
        const later = seenTasks(trace).find(
          ({ since, method, task }) => since > answer.seq && method === "tasks/get" && task["taskId"] === id,
        );
        if (later === undefined) return [];
        const { status } = later.task;
        return [{ ref: later, wrong: status === "completed" ? "the result has isError, and the task completed" : undefined }];
      }),
      withoutTasks(trace, "no task ended with an error of its tool"),
    );
  },
};

export const tasksGetPlain: Check = {
  id: "tasks.get-plain",
  title: "tasks/get is not answered with an event stream",
  subject: "server",
  level: "SHOULD NOT",
  spec: only2025("input-required-status"),
  capability: "tasks",
  transports: ["http"],
  advice: "Answer polls with application/json: who polls has chosen not to wait on a stream.",
  tolerance: "Only where possible, says the specification; so this warns.",
  verify(trace) {
    return overall(
      posts(trace).flatMap((one): Exhibit[] => {
        if (one.frame.kind !== "request" || one.frame.method !== "tasks/get" || !isSuccess(one.response.status)) return [];
        return [
          {
            ref: one.response,
            wrong: mediaType(one) === "text/event-stream" ? "tasks/get was answered with an event stream" : undefined,
          },
        ];
      }),
      withoutTasks(trace, "no task was asked for over HTTP"),
    );
  },
};
