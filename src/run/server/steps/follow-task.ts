import { valueAt, type Json } from "../../../jsonrpc/json.ts";
import { relatedTaskKey } from "../../../spec/related-task.ts";
import type { CallStep } from "../../../suite/scenario.ts";
import type { Answer } from "../../../session/client-session.ts";
import type { Connection } from "../connection.ts";

/** What became of following a task: whether it had ended before it could be cancelled, and its id where the server says that it was. */
type Followed = { readonly tooLate: boolean; readonly cancelled?: Json };

/** What receivers have to ignore in favour of the parameter. */
const otherTask = { [relatedTaskKey]: { taskId: "mcpcheck-another-task" } };

/**
 * Does with a task (2025-11-25, basic/utilities/tasks) what a client may: asks for it, also with another one in `_meta`, lists, and waits for
 * its result; then asks once more and cancels what has ended. One that is to be cancelled is so at once, before it can end by itself:
 * whether that came too late is handed back, and what was cancelled. Nothing where the answer is not a task. With headers of its own it is
 * somebody else who gets, lists, fetches and cancels it.
 */
export async function followTask({ session }: Connection, step: CallStep, result: Json): Promise<Followed> {
  const taskId = valueAt(result, "task", "taskId");
  if (taskId === undefined) return { tooLate: false };
  const { task: choice, laterHeaders: headers } = step;
  if (headers !== undefined) {
    for (const method of ["tasks/get", "tasks/list", "tasks/result", "tasks/cancel"])
      await session.request(method, method === "tasks/list" ? undefined : { taskId }, { headers });
    return { tooLate: false };
  }
  const cancelled = choice === "cancel" ? await session.request("tasks/cancel", { taskId }) : undefined;
  const now = await session.request("tasks/get", { taskId });
  await session.request("tasks/list");
  await session.request("tasks/get", { taskId, _meta: otherTask });
  await session.request("tasks/get", { taskId });
  if (cancelled?.kind === "result") return { tooLate: false, cancelled: taskId };
  if (cancelled !== undefined) return { tooLate: cancelled.kind === "error" && hasEnded(now) };
  await session.request("tasks/result", { taskId });
  await session.request("tasks/get", { taskId });
  await session.request("tasks/cancel", { taskId });
  return { tooLate: false };
}

function hasEnded(answer: Answer): boolean {
  const status = answer.kind === "result" ? valueAt(answer.frame.result, "status") : undefined;
  return status === "completed" || status === "failed";
}
