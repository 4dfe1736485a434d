import { type Json, type JsonObject, asObject, isObject, valueAt } from "../../../jsonrpc/json.ts";
import { extensionIds } from "../../../spec/extensions.ts";
import { answered, type AnsweredCall, type Call, calls } from "../../call.ts";
import type { FrameOf, Message } from "../../message.ts";
import { clientCapabilitiesKey, notificationsFrom } from "../server-message.ts";
import type { Trace } from "../../trace.ts";

/** The methods of tasks by the extension io.modelcontextprotocol/tasks. */
export const handleMethods = ["tasks/get", "tasks/update", "tasks/cancel"] as const;

/** Whether a request declares the extension for tasks: by its own envelope, whatever others declared. */
export function declaresTasks({ request }: { readonly request: Message<FrameOf<"request">> }): boolean {
  return valueAt(request.frame.params, "_meta", clientCapabilitiesKey, "extensions", extensionIds.tasks) !== undefined;
}

/** The id of the task a request is about. */
export const taskIdOf = (call: Call): Json | undefined => valueAt(call.request.frame.params, "taskId");

/** A call that was answered with a task. */
export type Handle = { readonly call: AnsweredCall; readonly task: JsonObject; readonly taskId: string };

/** The calls that were answered with a task: by its type, or by what only a task has. */
export function handles(trace: Trace): Handle[] {
  return answered(calls(trace, "tools/call")).flatMap((call) => {
    const task = asObject(call.answer.frame.result);
    const { resultType, taskId, status, content } = task;
    const isTask = resultType === "task" || (typeof status === "string" && content === undefined);
    return isTask && typeof taskId === "string" ? [{ call, task, taskId }] : [];
  });
}

/** A task as the server describes it: when it makes it, when it is asked for it, or in a notification. */
export type TaskState = {
  readonly seq: number;
  readonly how: "created" | "asked" | "told";
  readonly state: JsonObject;
  /** When it was asked for: the answer may tell of any moment after that. */
  readonly since?: number;
  /** The task that was asked for. */
  readonly asked?: Json | undefined;
};

/** Every description of a task, in order. */
export function taskStates(trace: Trace): TaskState[] {
  const created = handles(trace).map(({ call, task }): TaskState => ({ seq: call.answer.seq, how: "created", state: task }));
  const asked = answered(calls(trace, "tasks/get")).map((call): TaskState => ({
    seq: call.answer.seq,
    how: "asked",
    since: call.request.seq,
    state: asObject(call.answer.frame.result),
    asked: taskIdOf(call),
  }));
  const told = notificationsFrom(trace, "notifications/tasks").map((note): TaskState => ({
    seq: note.seq,
    how: "told",
    state: asObject(note.frame.params),
  }));
  return [...created, ...asked, ...told].toSorted((a, b) => a.seq - b.seq);
}

/** The descriptions of each task that was made, by its id, in order. */
export function statesByTask(trace: Trace): Map<string, TaskState[]> {
  const found = new Map<string, TaskState[]>();
  for (const one of taskStates(trace)) {
    const id = one.state["taskId"];
    if (typeof id === "string") found.set(id, [...(found.get(id) ?? []), one]);
  }
  return found;
}

/** Whether a status is final. */
export const isFinal = (status: Json | undefined): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

/** Whether the arguments and the tool of two calls are the same. */
export function sameCall(one: Call, other: Call): boolean {
  const [first, second] = [one, other].map(({ request }) => {
    const { name, arguments: given } = asObject(request.frame.params);
    return JSON.stringify([name, given]);
  });
  return first === second;
}

/** Whether a value has the form of a JSON-RPC error. */
export const isRpcError = (value: Json | undefined): boolean =>
  isObject(value) && Number.isInteger(value["code"]) && typeof value["message"] === "string";
