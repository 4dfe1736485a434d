import { asObject, isObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { type Delegated, taskTold } from "./outcome-of.ts";

/** The result of a task, as it is delivered to whoever handed the task over. */
export type Delivery = {
  readonly taskId: string;
  /** Who worked on it, with which tool, and for which session, where the delivery says so. */
  readonly agent: string | undefined;
  readonly tool: string | undefined;
  readonly sessionId: string | undefined;
  /** Undefined: it has not ended; `unsaid`: it has, and what came of it has to be asked for. */
  readonly outcome: Delegated | "unsaid" | undefined;
};

/**
 * What the body of a delivery says; undefined where it is none. There are four forms: that of signed webhooks
 * (`event`, `task_id`, `result`), the plain one (`task_id`, `success`, `content`), the plain one as params of a JSON-RPC request,
 * and the notifications of A2A 1.0 (section 4.3.3: `task`, `statusUpdate` or `artifactUpdate`).
 */
export function deliveryIn(body: JsonObject): Delivery | undefined {
  const { task, statusUpdate, artifactUpdate } = body;
  if (isObject(task)) return published(task["id"], taskTold(task).outcome);
  if (isObject(artifactUpdate)) return published(artifactUpdate["taskId"], undefined);
  if (isObject(statusUpdate)) {
    const { outcome } = taskTold({ status: statusUpdate["status"] ?? null });
    // A state brings no result; only a failure says what there is to know.
    return published(statusUpdate["taskId"], outcome === undefined || "error" in outcome ? outcome : "unsaid");
  }
  const said = body["jsonrpc"] === undefined ? body : asObject(body["params"]);
  const { task_id: taskId, agent, tool, session_id: sessionId, event, result, success, content } = said;
  if (typeof taskId !== "string" || taskId === "") return undefined;
  const names = { taskId, agent: textOf(agent), tool: textOf(tool), sessionId: textOf(sessionId) };
  if (event === "task.completed" || event === "task.failed") {
    const text = textOf(result) ?? "";
    return { ...names, outcome: event === "task.failed" ? { error: text } : { text } };
  }
  if (typeof success !== "boolean" || typeof content !== "string") return undefined;
  return { ...names, outcome: success ? { text: content } : { error: content } };
}

function published(taskId: Json | undefined, outcome: Delivery["outcome"]): Delivery | undefined {
  if (typeof taskId !== "string" || taskId === "") return undefined;
  return { taskId, agent: undefined, tool: undefined, sessionId: undefined, outcome };
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
