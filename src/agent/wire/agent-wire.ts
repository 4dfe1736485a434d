import type { JsonObject } from "../../jsonrpc/json.ts";
import type { JsonRpcId } from "../../jsonrpc/frame.ts";
import type { AgentError, AgentRead } from "../agent-error.ts";
import type { TaskNews, Wish } from "../asked.ts";
import type { TaskPage } from "../list-tasks.ts";
import type { AgentTask } from "../task.ts";

/** How much of a task is shown: its last messages, all of them where `historyLength` is undefined. */
export type Shown = { readonly historyLength: number | undefined; readonly results: boolean };

/** A form in which agents speak to each other. */
export type AgentWire = {
  /** What is asked by a method and its params. */
  readonly read: (method: string, params: JsonObject) => AgentRead<Wish>;
  /** A task, as it is got and as it is when it was cancelled. */
  readonly task: (task: AgentTask, shown: Shown) => JsonObject;
  /** The answer to a message. */
  readonly sent: (task: AgentTask, shown: Shown) => JsonObject;
  readonly page: (page: TaskPage, size: number, shown: Shown) => JsonObject;
  /** The error member of an answer. `about` is the task it is about, where there is one. */
  readonly error: (error: AgentError) => JsonObject;
  /** The first event of a stream, if there is one: its whole text. */
  readonly opening: (id: JsonRpcId, task: AgentTask) => string;
  /** The event for news of a task, if there is one for it. `task` is as it is after that. */
  readonly event: (id: JsonRpcId, task: AgentTask, news: TaskNews) => string;
};

/** An event of a stream with a value as its data. */
export function sseEvent(data: JsonObject, name?: string): string {
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}
