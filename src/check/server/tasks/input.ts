import { valueAt, type Json } from "../../../jsonrpc/json.ts";
import { answered, calls } from "../../../trace/call.ts";
import { type FrameOf, type Message, messagesOf } from "../../../trace/message.ts";
import { requestsFrom } from "../../../trace/facts/server-message.ts";
import type { Trace } from "../../../trace/trace.ts";
import { relatedTaskKey } from "../../../spec/related-task.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { only2025, withoutTasks } from "../../rules/tasks-seen.ts";
import { shortJson } from "../../rules/text-forms.ts";

/** Something a task asked of the client, and when the client's answer went out; Infinity while it has not. */
type Question = { readonly asked: Message<FrameOf<"request">>; readonly taskId: Json; readonly answeredAt: number };

/** What the tasks of a trace asked, in order. */
function questionsOf(trace: Trace): Question[] {
  const answers = [...messagesOf(trace, "sent", "result"), ...messagesOf(trace, "sent", "error")];
  return requestsFrom(trace).flatMap((asked): Question[] => {
    const taskId = valueAt(asked.frame.params, "_meta", relatedTaskKey, "taskId");
    if (taskId === undefined) return [];
    const answer = answers.find(
      ({ seq, connection, frame }) => seq > asked.seq && connection === asked.connection && frame.id === asked.frame.id,
    );
    return [{ asked, taskId, answeredAt: answer?.seq ?? Infinity }];
  });
}

/** The statuses that tasks/get gave of the task of a question, with the moments of the request and of its answer. */
function statusesFor(trace: Trace, { asked, taskId }: Question) {
  return answered(calls(trace, "tasks/get"))
    .filter(({ request }) => request.connection === asked.connection && valueAt(request.frame.params, "taskId") === taskId)
    .map(({ request, answer }) => ({ from: request.seq, to: answer.seq, status: valueAt(answer.frame.result, "status") }));
}

/** While a task waits for its requestor, it says so. */
export const tasksInputStatus: Check = {
  id: "tasks.input-status",
  title: "A task that has asked the client for something is input_required until it is answered",
  subject: "server",
  level: "SHOULD",
  spec: only2025("input-required-status"),
  capability: "tasks",
  advice: "Give the task the status input_required before you send what it asks of the client.",
  verify: (trace) =>
    overallIfAny(
      questionsOf(trace).flatMap((question): Exhibit[] =>
        statusesFor(trace, question)
          .filter(({ from, to }) => from > question.asked.seq && to < question.answeredAt)
          // One that has ended meanwhile waits for nothing, and what is no status is the matter of another check.
          .filter(({ status }) => status === "working" || status === "input_required")
          .map(({ to, status }) => ({
            ref: to,
            wrong: status === "working" ? `it was ${shortJson(status)} while ${question.asked.frame.method} waited` : undefined,
          })),
      ),
      withoutTasks(trace, "no task was asked for while something it had asked was open"),
    ),
};
