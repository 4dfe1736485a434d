import * as z from "zod";
import { isObject, type JsonObject } from "../../jsonrpc/json.ts";
import { agentError, agentErrors, type AgentRead } from "../agent-error.ts";
import type { PushConfig, Wish } from "../asked.ts";
import { type AgentMessage, type AgentTask, type TaskState, taskStates } from "../task.ts";
import { type AgentWire, type Shown, sseEvent } from "./agent-wire.ts";
import { readParams } from "./read-by.ts";

/** The version this wire is of, as the header `A2A-Version` names it. */
export const publishedVersion = "1.0";

/** The artifact that an answer is: there is one for every task. */
const artifactId = "answer";

const id = z.string().min(1, "must not be empty").max(256);
const optionalId = z.string().max(256).nullish();
const historyLength = z.int().nonnegative("must not be negative").nullish();
const push = z.looseObject({
  id: optionalId,
  taskId: optionalId,
  url: z.string().min(1),
  token: z.string().nullish(),
  authentication: z.looseObject({ scheme: z.string().regex(/^[\w-]+$/), credentials: z.string().nullish() }).nullish(),
});
const request = z.looseObject({
  message: z.looseObject({
    messageId: id,
    contextId: optionalId,
    taskId: optionalId,
    role: z.literal("ROLE_USER"),
    parts: z
      .array(z.looseObject({ text: z.string().optional(), data: z.unknown().optional() }))
      .min(1, "at least one part is required"),
  }),
  configuration: z
    .looseObject({ returnImmediately: z.boolean().nullish(), historyLength, taskPushNotificationConfig: push.nullish() })
    .nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
const stateWords = taskStates.map(wordOf);
const list = z.looseObject({
  contextId: z.string().nullish(),
  status: z.enum(["TASK_STATE_UNSPECIFIED", "TASK_STATE_REJECTED", "TASK_STATE_AUTH_REQUIRED", ...stateWords]).nullish(),
  pageSize: z.int().min(1).max(100).nullish(),
  pageToken: z.string().nullish(),
  historyLength,
  statusTimestampAfter: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), "expected a time")
    .nullish(),
  includeArtifacts: z.boolean().nullish(),
});
const get = z.looseObject({ id, historyLength });
const ofTask = z.looseObject({ id });
const ofPush = z.looseObject({ taskId: id, id });
const pushes = z.looseObject({ taskId: id });
const pushOfTask = push.extend({ taskId: id });

/** A2A 1.0, JSON-RPC binding (specification, section 9). */
export const publishedWire: AgentWire = {
  read(method, params) {
    const read = readers.get(method);
    return read === undefined ? agentError("unknown-method", `Method not found: ${method}`) : read(params);
  },
  task: taskOf,
  sent: (task, shown) => ({ task: taskOf(task, shown) }),
  page: ({ tasks, next, total }, size, shown) => ({
    tasks: tasks.map((task) => taskOf(task, shown)),
    nextPageToken: next,
    pageSize: size,
    totalSize: total,
  }),
  error({ error, message }) {
    const [code, reason] = agentErrors[error];
    const data = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "a2a-protocol.org" }];
    return { code, message, data };
  },
  opening: (rpcId, task) => framed(rpcId, { task: taskOf(task, everything) }),
  event: (rpcId, task, news) => framed(rpcId, newsOf(task, news)),
};

const everything: Shown = { historyLength: undefined, results: true };

function framed(rpcId: string | number, result: JsonObject): string {
  return sseEvent({ jsonrpc: "2.0", id: rpcId, result });
}

/** News of a task in the form of streams and notifications (section 3.2.3). */
export function newsOf(task: AgentTask, news: Parameters<AgentWire["event"]>[2]): JsonObject {
  const where = { taskId: task.id, contextId: task.contextId };
  if (news.kind === "state") return { statusUpdate: { ...where, status: statusOf(task) } };
  return { artifactUpdate: { ...where, artifact: { artifactId, parts: [{ text: news.text }] }, append: !news.first } };
}

/** A configuration of notifications, as it is given back. */
export function pushOf({ id: configId, taskId, url, token, authentication }: PushConfig): JsonObject {
  return {
    id: configId,
    taskId,
    url,
    ...(token === undefined ? {} : { token }),
    ...(authentication === undefined ? {} : { authentication }),
  };
}

const readers = new Map<string, (params: JsonObject) => AgentRead<Wish>>([
  ["SendMessage", (params) => readSending("send", params)],
  ["SendStreamingMessage", (params) => readSending("stream", params)],
  [
    "GetTask",
    reading(get, ({ id: taskId, historyLength: most }) => ({ kind: "get", id: taskId, historyLength: most ?? undefined })),
  ],
  ["CancelTask", reading(ofTask, ({ id: taskId }) => ({ kind: "cancel", id: taskId }))],
  ["SubscribeToTask", reading(ofTask, ({ id: taskId }) => ({ kind: "follow", id: taskId }))],
  ["ListTasks", readList],
  [
    "CreateTaskPushNotificationConfig",
    reading(pushOfTask, (config) => ({ kind: "push-create", config: { ...configOf(config), taskId: config.taskId } })),
  ],
  ["GetTaskPushNotificationConfig", reading(ofPush, (which) => ({ kind: "push-get", taskId: which.taskId, id: which.id }))],
  ["DeleteTaskPushNotificationConfig", reading(ofPush, (which) => ({ kind: "push-delete", taskId: which.taskId, id: which.id }))],
  ["ListTaskPushNotificationConfigs", reading(pushes, ({ taskId }) => ({ kind: "push-list", taskId }))],
  ["GetExtendedAgentCard", () => agentError("unsupported", "there is no extended agent card")],
]);

function reading<T>(schema: z.ZodType<T>, wish: (value: T) => Wish): (params: JsonObject) => AgentRead<Wish> {
  return (params) => {
    const read = readParams(schema, params);
    return "error" in read ? read : { value: wish(read.value) };
  };
}

function readList(params: JsonObject): AgentRead<Wish> {
  const read = readParams(list, params);
  if ("error" in read) return read;
  const { contextId, status, pageSize, pageToken, historyLength: most, statusTimestampAfter, includeArtifacts } = read.value;
  const state = taskStates.find((one) => wordOf(one) === status);
  if (state === undefined && status !== undefined && status !== null && status !== "TASK_STATE_UNSPECIFIED")
    return agentError("invalid-params", `status: no task of this agent is ever ${status}`);
  const filter = {
    state,
    contextId: contextId ?? undefined,
    after: statusTimestampAfter ?? undefined,
    size: pageSize ?? 50,
    token: pageToken ?? "",
  };
  return { value: { kind: "list", filter, historyLength: most ?? undefined, results: includeArtifacts ?? false } };
}

function readSending(kind: "send" | "stream", params: JsonObject): AgentRead<Wish> {
  const read = readParams(request, params);
  if ("error" in read) return read;
  const { message, configuration, metadata } = read.value;
  const texts = message.parts.map(({ text, data }) => text ?? (data === undefined ? undefined : JSON.stringify(data)));
  if (texts.includes(undefined)) return agentError("content-type", "message.parts: this agent takes text and data, no files");
  return {
    value: {
      kind,
      sending: {
        newId: undefined,
        taskId: message.taskId === "" ? undefined : (message.taskId ?? undefined),
        contextId: message.contextId === "" ? undefined : (message.contextId ?? undefined),
        message: { id: message.messageId, role: "user", text: texts.join("\n") },
        model: undefined,
        background: configuration?.returnImmediately ?? false,
        historyLength: configuration?.historyLength ?? undefined,
        push: configuration?.taskPushNotificationConfig ? configOf(configuration.taskPushNotificationConfig) : undefined,
        metadata: isObject(metadata) ? metadata : {},
        extras: {},
      },
    },
  };
}

function configOf({ id: configId, taskId, url, token, authentication }: z.infer<typeof push>): PushConfig {
  return {
    id: configId ?? undefined,
    taskId: taskId ?? undefined,
    url,
    token: token ?? undefined,
    authentication: authentication ? { scheme: authentication.scheme, credentials: authentication.credentials ?? "" } : undefined,
  };
}

function wordOf(state: TaskState): string {
  return `TASK_STATE_${state.toUpperCase().replaceAll("-", "_")}`;
}

/** Results are artifacts, and no messages (section 3.7): the history is what was asked. */
function taskOf(task: AgentTask, { historyLength: most, results }: Shown): JsonObject {
  const { id: taskId, contextId, messages, result, metadata } = task;
  const asked = messages.filter(({ role }) => role === "user");
  const history = most === undefined ? asked : most === 0 ? [] : asked.slice(-most);
  return {
    id: taskId,
    contextId,
    status: statusOf(task),
    ...(results && result !== "" ? { artifacts: [{ artifactId, parts: [{ text: result }] }] } : {}),
    ...(history.length === 0 ? {} : { history: history.map((message) => messageOf(message, task)) }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

function statusOf(task: AgentTask): JsonObject {
  const { state, error, updatedAt } = task;
  const why = error === undefined ? {} : { message: messageOf({ id: `${task.id}-error`, role: "agent", text: error }, task) };
  return { state: wordOf(state), ...why, timestamp: updatedAt };
}

function messageOf({ id: messageId, role, text }: AgentMessage, { id: taskId, contextId }: AgentTask): JsonObject {
  return { messageId, contextId, taskId, role: role === "user" ? "ROLE_USER" : "ROLE_AGENT", parts: [{ text }] };
}
