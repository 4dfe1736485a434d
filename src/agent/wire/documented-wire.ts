import * as z from "zod";
import { isObject, type JsonObject } from "../../jsonrpc/json.ts";
import { agentError, agentErrors, type AgentRead } from "../agent-error.ts";
import type { Sending, Wish } from "../asked.ts";
import { type AgentMessage, type AgentTask, isFinal, taskStates } from "../task.ts";
import { type AgentWire, sseEvent } from "./agent-wire.ts";
import { readParams } from "./read-by.ts";

const id = z.string("expected the id of a task").min(1).max(256);
const part = z.looseObject({ type: z.string().optional(), kind: z.string().optional(), text: z.string().optional() });
const sending = z.looseObject({
  task_id: id.nullish(),
  context_id: id.nullish(),
  model: z.string().min(1).nullish(),
  async: z.boolean().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  message: z.union([
    z.string(),
    z.looseObject({
      id: z.string().optional(),
      role: z.enum(["user", "agent", "assistant"]).default("user"),
      parts: z.array(part).optional(),
      content: z.string().optional(),
    }),
  ]),
});
const one = z.looseObject({ task_id: id });
const list = z.looseObject({
  state: z.enum(taskStates).nullish(),
  context_id: z.string().nullish(),
  limit: z.int().min(1).max(1000).default(1000),
});

/**
 * The wire of the bridge that the guide of Ollama with tool servers points to: methods with slashes, states in small letters, streams of
 * plain events.
 */
export const documentedWire: AgentWire = {
  read(method, params) {
    const read = readers.get(method);
    return read === undefined ? agentError("unknown-method", `there is no method ${method}`) : read(params);
  },
  task: taskOf,
  sent(task) {
    const last = task.messages.at(-1);
    return { task: taskOf(task), message: last === undefined || last.role === "user" ? null : messageOf(last) };
  },
  page: ({ tasks, total }) => ({ tasks: tasks.map((task) => taskOf(task)), total }),
  error: ({ error, message }) => ({ code: agentErrors[error][0], message }),
  opening: () => "",
  event(_, task, news) {
    if (news.kind === "text") return sseEvent({ type: "content", task_id: task.id, content: news.text }, "content");
    if (!isFinal(news.state)) return "";
    if (news.state === "completed") return sseEvent({ type: "done", task_id: task.id, task: taskOf(task) }, "done");
    const error = task.error ?? "the task was cancelled";
    return sseEvent({ type: "error", task_id: task.id, error, task: taskOf(task) }, "error");
  },
};

const readers = new Map<string, (params: JsonObject) => AgentRead<Wish>>([
  ["message/send", (params) => readSending("send", params)],
  ["message/stream", (params) => readSending("stream", params)],
  ["tasks/get", (params) => readOne(params, (taskId) => ({ kind: "get", id: taskId, historyLength: undefined }))],
  ["tasks/cancel", (params) => readOne(params, (taskId) => ({ kind: "cancel", id: taskId }))],
  [
    "tasks/list",
    (params) => {
      const read = readParams(list, params);
      if ("error" in read) return read;
      const { state, context_id, limit } = read.value;
      const filter = { state: state ?? undefined, contextId: context_id ?? undefined, after: undefined, size: limit, token: "" };
      return { value: { kind: "list", filter, historyLength: undefined, results: true } };
    },
  ],
]);

function readOne(params: JsonObject, wish: (taskId: string) => Wish): AgentRead<Wish> {
  const read = readParams(one, params);
  return "error" in read ? read : { value: wish(read.value.task_id) };
}

function readSending(kind: "send" | "stream", params: JsonObject): AgentRead<Wish> {
  const read = readParams(sending, params);
  if ("error" in read) return read;
  const { message: said, task_id, context_id, model, async: background, metadata } = read.value;
  const message = typeof said === "string" ? { role: "user" as const, content: said } : said;
  const texts = (message.parts ?? []).flatMap(({ text }) => (text === undefined ? [] : [text]));
  const text = texts.length > 0 ? texts.join("\n") : (message.content ?? "");
  if (text === "") return agentError("invalid-params", "message: there is no text in its parts, nor in its content");
  const value: Sending = {
    newId: task_id ?? undefined,
    taskId: undefined,
    contextId: context_id ?? undefined,
    message: { id: "id" in message ? message.id : undefined, role: message.role === "user" ? "user" : "agent", text },
    model: model ?? undefined,
    background: background ?? false,
    historyLength: undefined,
    push: undefined,
    metadata: isObject(metadata) ? metadata : {},
    extras: params,
  };
  return { value: { kind, sending: value } };
}

function taskOf({ id: taskId, state, messages, result, error, metadata, createdAt, updatedAt }: AgentTask): JsonObject {
  return {
    id: taskId,
    state,
    messages: messages.map(messageOf),
    artifacts: result === "" ? [] : [{ name: "answer", parts: [{ type: "text", text: result }] }],
    metadata: error === undefined ? metadata : { ...metadata, error },
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

function messageOf({ id: messageId, role, text }: AgentMessage): JsonObject {
  return { id: messageId, role, parts: [{ type: "text", text }] };
}
