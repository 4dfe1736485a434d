import { internalError, invalidParams } from "../../jsonrpc/error-codes.ts";
import { type Json, type JsonObject, asObject, isObject } from "../../jsonrpc/json.ts";
import { type Answer, badParams, refuse } from "../conversation/answer.ts";
import type { Call } from "./call.ts";
import { pageOf } from "./page.ts";
import { relatedTaskKey } from "../../spec/related-task.ts";
import type { Task, TaskStatus } from "../conversation/task.ts";

const pollInterval = 100;

/** Answers with a new task and lets `work` go on with a call that sends what it has to say as messages of the task. */
export function startTask(call: Call, work: (call: Call) => Promise<Answer>): Answer {
  const wanted = call.params["task"];
  if (!isObject(wanted)) return badParams("task must be an object");
  const { ttl } = wanted;
  if (ttl !== undefined && ttl !== null && (typeof ttl !== "number" || ttl < 0))
    return badParams("task.ttl must be a positive number");
  const now = timeOf(call);
  const task: Task = {
    id: call.omits("unguessable") ? `task-000${call.conversation.tasks.size + 1}` : call.world.random(),
    createdAt: now,
    ttl: typeof ttl === "number" ? ttl : null,
    status: "working",
    updatedAt: now,
    answer: undefined,
    waiting: new Set(),
    cancel: () => undefined,
  };
  call.conversation.tasks.set(task.id, task);
  const first = describe(task);
  const inside = callInTask(call, task);
  inside
    .sleep(0) // so that the answer, which tells the task's id, is sent before anything of the task
    .then(() => work(inside))
    .catch(() => refuse(internalError, "Internal error"))
    .then((answer) => finish(call, task, failed(answer) ? "failed" : "completed", answer))
    .catch(() => undefined);
  return { result: { task: first } };
}

function failed(answer: Answer): boolean {
  return "error" in answer || answer.result["isError"] === true;
}

function finish(call: Call, task: Task, status: TaskStatus, answer: Answer): void {
  if (isOver(task)) return;
  task.status = status;
  task.updatedAt = timeOf(call);
  task.answer = answer;
  for (const resolve of task.waiting) resolve(answer);
  task.waiting.clear();
}

function isOver(task: Task): boolean {
  return task.answer !== undefined;
}

/** The call as the task's work sees it: messages name the task and go their own way, and only `tasks/cancel` ends it. */
function callInTask(call: Call, task: Task): Call {
  const name = (params: JsonObject | undefined): JsonObject => ({
    ...params,
    _meta: { ...asObject(params?.["_meta"]), [relatedTaskKey]: { taskId: task.id } },
  });
  const endings = new Set<() => void>();
  task.cancel = () => {
    for (const end of endings) end();
  };
  return {
    ...call,
    notify: (method, params) => {
      if (!isOver(task)) call.pushNotification(method, name(params));
    },
    ask: async (method, params) => {
      if (!call.omits("input-status")) task.status = "input_required";
      const answer = await call.pushRequest(method, name(params));
      if (!isOver(task)) task.status = "working";
      return answer;
    },
    sleep: (ms) => new Promise((resolve) => endings.add(call.world.clock.setTimeout(ms, resolve))),
  };
}

/** Answers the `tasks/` methods. */
export function answerTaskMethod(call: Call): Answer | Promise<Answer> {
  const { tasks } = call.conversation;
  if (call.method === "tasks/list") return pageOf(call, "tasks", [...tasks.values()].map(describe));
  const { taskId } = call.params;
  const task = typeof taskId === "string" ? tasks.get(taskId) : undefined;
  if (task === undefined) return refuse(invalidParams, "Task not found");
  if (call.method === "tasks/get") return { result: describe(task) };
  if (call.method === "tasks/cancel") return cancelTask(call, task);
  if (task.answer !== undefined) return withTask(task, task.answer);
  return new Promise((resolve) => task.waiting.add((answer) => resolve(withTask(task, answer))));
}

function cancelTask(call: Call, task: Task): Answer {
  if (isOver(task)) return badParams(`Cannot cancel a task that is ${task.status}`);
  task.cancel();
  finish(call, task, "cancelled", refuse(internalError, "The task was cancelled"));
  return { result: describe(task) };
}

function withTask(task: Task, answer: Answer): Answer {
  if ("error" in answer) return answer;
  return { result: { ...answer.result, _meta: { ...asObject(answer.result["_meta"]), [relatedTaskKey]: { taskId: task.id } } } };
}

function describe(task: Task): { readonly [member: string]: Json } {
  return {
    taskId: task.id,
    status: task.status,
    createdAt: task.createdAt,
    lastUpdatedAt: task.updatedAt,
    ttl: task.ttl,
    pollInterval,
  };
}

function timeOf(call: Call): string {
  return new Date(call.world.date()).toISOString();
}
