import { valueAt, type Json } from "../../../jsonrpc/json.ts";
import type { CallStep } from "../../../suite/scenario.ts";
import type { Connection } from "../connection.ts";

/** What receivers have to ignore in favour of the parameter. */
const otherTask = { "io.modelcontextprotocol/related-task": { taskId: "mcpcheck-another-task" } };

/**
 * Does with a task (2025-11-25, basic/utilities/tasks) what a client may: asks for it, also with another one in `_meta`, lists, and waits for its result or
 * cancels it; then asks once more and cancels what has ended. Nothing where the answer is not a task.
 */
export async function followTask({ session }: Connection, choice: NonNullable<CallStep["task"]>, result: Json): Promise<void> {
  const taskId = valueAt(result, "task", "taskId");
  if (taskId === undefined) return;
  await session.request("tasks/get", { taskId });
  await session.request("tasks/list");
  await session.request("tasks/get", { taskId, _meta: otherTask });
  await session.request("tasks/get", { taskId });
  await session.request(choice === "follow" ? "tasks/result" : "tasks/cancel", { taskId });
  await session.request("tasks/get", { taskId });
  if (choice === "follow") await session.request("tasks/cancel", { taskId });
}
