import { internalError, invalidParams, missingRequiredClientCapability } from "../../jsonrpc/error-codes.ts";
import { type JsonObject, asObject, isArray, isObject, valueAt } from "../../jsonrpc/json.ts";
import { extensionIds } from "../../spec/extensions.ts";
import { type Answer, badParams, refuse } from "../conversation/answer.ts";
import type { TaskHandle } from "../conversation/task-handle.ts";
import type { TaskStatus } from "../conversation/task.ts";
import { hasTaskHandles } from "../era/capabilities.ts";
import type { MockTool } from "../script/script.ts";
import type { Call } from "./call.ts";

const pollIntervalMs = 50;
const ttlMs = 600_000;

/** Whether the client declared the extension with this request. */
export function declaresTasks(call: Call): boolean {
  return valueAt(call.capabilities, "extensions", extensionIds.tasks) !== undefined || call.omits("client-extensions");
}

/** The error for a client that did not declare the extension where it has to. */
export function needsTasks(): Answer {
  return refuse(missingRequiredClientCapability, "This needs a client that declares tasks", {
    requiredCapabilities: { extensions: { [extensionIds.tasks]: {} } },
  });
}

/** The answer to a call of a tool that may become a task: a handle, a refusal, or undefined where it runs as any other. */
export function handleFor(call: Call, tool: MockTool, work: (call: Call) => Promise<Answer>): Answer | undefined {
  const { becomesTask } = tool.answers;
  if (becomesTask === undefined || !hasTaskHandles(call.script, call.revision)) return undefined;
  if (declaresTasks(call)) return startHandle(call, work);
  return becomesTask === "needed" ? needsTasks() : undefined;
}

function startHandle(call: Call, work: (call: Call) => Promise<Answer>): Answer {
  const endings = new Set<() => void>();
  const now = timeOf(call);
  const handle: TaskHandle = {
    id: call.world.random(),
    createdAt: now,
    status: "working",
    updatedAt: now,
    brings: {},
    take: () => undefined,
    cancel: () => {
      for (const end of endings) end();
    },
  };
  call.handles.set(handle.id, handle);
  const first = stateOf(handle);
  const inside: Call = {
    ...call,
    notify: () => undefined, // neither progress nor logs are told of such tasks
    sleep: (ms) => new Promise((resolve) => endings.add(call.world.clock.setTimeout(ms, resolve))),
  };
  void inside
    .sleep(0)
    .then(() => finish(inside, handle, work))
    .catch(() => become(call, handle, "failed", { error: { code: internalError, message: "Internal error" } }));
  return { result: { resultType: "task", ...first } };
}

/** Works, asking for input as often as it takes, and keeps what comes of it. */
async function finish(call: Call, handle: TaskHandle, work: (call: Call) => Promise<Answer>): Promise<void> {
  let params = call.params;
  for (;;) {
    const answer = await work({ ...call, params });
    if ("error" in answer) {
      const { code, message } = answer.error;
      become(call, handle, "failed", { statusMessage: message, error: { code, message } });
      return;
    }
    const { resultType, inputRequests, requestState } = answer.result;
    if (resultType !== "input_required") {
      become(call, handle, "completed", { result: answer.result });
      return;
    }
    const inputResponses = await ask(call, handle, asObject(inputRequests));
    params = { ...params, inputResponses, ...(requestState === undefined ? {} : { requestState }) };
  }
}

/** Waits until every request is answered, in one update or in several. */
function ask(call: Call, handle: TaskHandle, requests: JsonObject): Promise<JsonObject> {
  return new Promise((resolve) => {
    const given: Record<string, JsonObject[string]> = {};
    handle.take = (responses) => {
      for (const [key, response] of Object.entries(responses)) if (Object.hasOwn(requests, key)) given[key] = response;
      const open = Object.entries(requests).filter(([key]) => given[key] === undefined);
      if (open.length > 0) {
        become(call, handle, "input_required", { inputRequests: Object.fromEntries(open) });
        return;
      }
      handle.take = () => undefined;
      become(call, handle, "working", {});
      resolve(given);
    };
    become(call, handle, "input_required", { inputRequests: requests });
  });
}

const isOver = ({ status }: TaskHandle): boolean => status !== "working" && status !== "input_required";

function become(call: Call, handle: TaskHandle, status: TaskStatus, brings: JsonObject): void {
  if (isOver(handle) && !call.omits("task-end")) return;
  handle.status = status;
  handle.updatedAt = timeOf(call);
  handle.brings = brings;
  call.tellSubscribers("notifications/tasks", stateOf(handle), ({ taskIds }) => isArray(taskIds) && taskIds.includes(handle.id));
}

/** Answers `tasks/get`, `tasks/update` and `tasks/cancel`. */
export function answerHandleMethod(call: Call): Answer {
  if (!declaresTasks(call)) return needsTasks();
  const { taskId, inputResponses } = call.params;
  const handle = typeof taskId === "string" ? call.handles.get(taskId) : undefined;
  if (handle === undefined) return refuse(invalidParams, "Task not found");
  if (call.method === "tasks/get") return { result: stateOf(handle) };
  if (call.method === "tasks/update") {
    if (!isObject(inputResponses)) return badParams("inputResponses must be an object");
    if (!isOver(handle)) handle.take(inputResponses);
    return { result: {} };
  }
  become(call, handle, "cancelled", {});
  handle.cancel();
  return { result: {} };
}

function stateOf(handle: TaskHandle): JsonObject {
  const { id, status, createdAt, updatedAt, brings } = handle;
  return { taskId: id, status, createdAt, lastUpdatedAt: updatedAt, ttlMs, pollIntervalMs, ...brings };
}

function timeOf(call: Call): string {
  return new Date(call.world.date()).toISOString();
}
