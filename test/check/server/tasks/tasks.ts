import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { type Answer, asked, gives, type Part } from "../conversation.ts";
import { listing, tool } from "../tools/tools.ts";

export const relatedTask = "io.modelcontextprotocol/related-task";

/** `slow`, which can run as a task, is listed. */
export const slow: Part = listing(tool("slow", { execution: { taskSupport: "optional" } }));

/** `slow` is called as a task, which the server makes; `more` is said of it. */
export const made = (taskId: Json, more: JsonObject = {}, params: JsonObject = {}): Part =>
  asked("tools/call", { name: "slow", task: {}, ...params }, gives({ task: { taskId, status: "working", ...more } }));

/** A task is asked for, and has this status. */
export const got = (taskId: Json, status: Json, more: JsonObject = {}): Part =>
  asked("tasks/get", { taskId }, gives({ taskId, status, ...more }));

/** The result of a task is asked for. */
export const fetched = (taskId: Json, answer: Answer | undefined = gives({ content: [] })): Part =>
  asked("tasks/result", { taskId }, answer);

/** Tasks are listed, these ones. */
export const tasks = (...ids: readonly Json[]): Part =>
  asked("tasks/list", {}, gives({ tasks: ids.map((taskId) => ({ taskId })) }));
