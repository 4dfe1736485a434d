import { valueAt, type Json } from "../../../jsonrpc/json.ts";
import type { CallStep } from "../../../suite/scenario.ts";
import type { Connection } from "../connection.ts";

/** What receivers have to ignore in favour of the parameter. */
const otherTask = { "io.modelcontextprotocol/related-task": { taskId: "mcpcheck-another-task" } };

/**
 * Does with a task (2025-11-25, basic/utilities/tasks) what a client may: asks for it, also with another one in `_meta`, lists, and waits for its result;
 * then asks once more and cancels what has ended. One that is to be cancelled is so at once, before it can end by itself. Nothing
 * where the answer is not a task.
 */
export async function followTask({ session }: Connection, choice: NonNullable<CallStep["task"]>, result: Json): Promise<void> {
  const taskId = valueAt(result, "task", "taskId");
  if (taskId === undefined) return;
  if (choice === "cancel") await session.request("tasks/cancel", { taskId });
  await session.request("tasks/get", { taskId });
  await session.request("tasks/list");
  await session.request("tasks/get", { taskId, _meta: otherTask });
  await session.request("tasks/get", { taskId });
  if (choice === "cancel") return;
  await session.request("tasks/result", { taskId });
  await session.request("tasks/get", { taskId });
  await session.request("tasks/cancel", { taskId });
}
