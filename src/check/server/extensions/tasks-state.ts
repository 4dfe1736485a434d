import { asObject, isObject, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { notificationsFrom } from "../../../trace/facts/server-message.ts";
import { handles, isRpcError, statesByTask, type TaskState, taskStates } from "../../../trace/facts/extensions/task-handles.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, notApplicable, overall, overallIfAny } from "../../outcome.ts";
import { tasksCapability, tasksPlace } from "../../rules/extensions/places.ts";
import { listenOf, listens, subscriptionIdOf } from "../../rules/subscriptions-seen.ts";
import { canonical, isIsoTimestamp, shortJson } from "../../rules/text-forms.ts";

const noTask = "no tool that was called answered with a task";

const statuses: readonly (Json | undefined)[] = ["working", "input_required", "completed", "failed", "cancelled"];

export const tasksShape: Check = {
  id: "extensions.tasks-shape",
  title: "A task is described with everything the extension wants of it",
  subject: "server",
  level: "MUST",
  spec: tasksPlace("tasks-1"),
  capability: tasksCapability,
  advice: "Give taskId, status, createdAt and lastUpdatedAt (ISO 8601) and ttlMs (a number, or null for no limit), each time.",
  verify: (trace) =>
    overall(
      taskStates(trace).map((one) => ({ ref: one.seq, wrong: shapeDefect(one) })),
      noTask,
    ),
};

function shapeDefect({ state, how, asked }: TaskState): string | undefined {
  const { taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs, statusMessage } = state;
  if (typeof taskId !== "string") return `taskId is ${shortJson(taskId)}, expected a text`;
  if (how === "asked" && taskId !== asked) return `the task ${shortJson(taskId)} came instead of ${shortJson(asked)}`;
  if (!statuses.includes(status)) return `status is ${shortJson(status)}`;
  for (const [name, time] of Object.entries({ createdAt, lastUpdatedAt }))
    if (typeof time !== "string" || !isIsoTimestamp(time)) return `${name} is ${shortJson(time)}, expected a time by ISO 8601`;
  if (ttlMs !== null && !isWhole(ttlMs)) return `ttlMs is ${shortJson(ttlMs)}, expected a whole number or null`;
  if (pollIntervalMs !== undefined && !isWhole(pollIntervalMs))
    return `pollIntervalMs is ${shortJson(pollIntervalMs)}, expected a whole number`;
  return statusMessage === undefined || typeof statusMessage === "string"
    ? undefined
    : `statusMessage is ${shortJson(statusMessage)}, expected a text`;
}

const isWhole = (value: Json | undefined): boolean => typeof value === "number" && Number.isInteger(value) && value >= 0;

export const tasksStateMembers: Check = {
  id: "extensions.tasks-state-members",
  title: "A task comes with what its status wants: input requests, the result, or the JSON-RPC error",
  subject: "server",
  level: "MUST",
  spec: tasksPlace("response"),
  capability: tasksCapability,
  advice:
    "Put inputRequests, result or error beside the status. A tool that says isError has completed; failed is for JSON-RPC errors alone.",
  verify(trace) {
    const told = taskStates(trace).filter(({ how, state }) => how !== "created" && statuses.includes(state["status"]));
    return overall(
      told.map(({ seq, state }) => ({ ref: seq, wrong: memberDefect(state) })),
      noTask,
    );
  },
};

function memberDefect({ status, inputRequests, result, error }: JsonObject): string | undefined {
  if (status === "input_required" && !isObject(inputRequests))
    return `the task wants input, and inputRequests is ${shortJson(inputRequests)}`;
  if (status === "completed" && !isObject(result)) return `the task is completed, and result is ${shortJson(result)}`;
  if (status !== "failed") return undefined;
  if (!isRpcError(error)) return `the task failed, and error is ${shortJson(error)}, expected code and message`;
  return result === undefined ? undefined : "the task failed although it has a result";
}

export const tasksFailedMessage: Check = {
  id: "extensions.tasks-failed-message",
  title: "A task that failed says why in its statusMessage",
  subject: "server",
  level: "SHOULD",
  spec: tasksPlace("task-execution-errors"),
  capability: tasksCapability,
  advice: "Put what went wrong into statusMessage, in words for the user.",
  verify(trace) {
    if (handles(trace).length === 0) return inconclusive(noTask);
    const failed = taskStates(trace).filter(({ how, state }) => how === "asked" && state["status"] === "failed");
    return overallIfAny(
      failed.map(({ seq, state }) => ({
        ref: seq,
        wrong:
          typeof state["statusMessage"] === "string" && state["statusMessage"] !== ""
            ? undefined
            : "the task failed without a word",
      })),
      "no task failed",
    );
  },
};

export const tasksInputKeys: Check = {
  id: "extensions.tasks-input-keys",
  title: "A key of an input request stands for one request as long as the task lives",
  subject: "server",
  level: "MUST NOT",
  spec: tasksPlace("task-update-requests"),
  capability: tasksCapability,
  advice: "Give every new request a key of its own, also when the first was answered.",
  verify(trace) {
    if (handles(trace).length === 0) return inconclusive(noTask);
    const exhibits = [...statesByTask(trace).values()].flatMap((states): Exhibit[] => {
      const known = new Map<string, string>();
      return states.flatMap(({ seq, state }): Exhibit[] =>
        Object.entries(asObject(state["inputRequests"])).map(([key, request]) => {
          const text = canonical(request ?? null);
          const before = known.get(key);
          known.set(key, text);
          const other = before !== undefined && before !== text;
          return { ref: seq, wrong: other ? `the key ${shortJson(key)} stands for two requests` : undefined };
        }),
      );
    });
    return overallIfAny(exhibits, "no task asked for input");
  },
};

export const tasksListenQuiet: Check = {
  id: "extensions.tasks-listen-quiet",
  title: "A subscription to a task brings neither progress nor log messages of it",
  subject: "server",
  level: "MUST NOT",
  spec: tasksPlace("task-status-notifications"),
  capability: tasksCapability,
  advice: "Send notifications/tasks there, with a statusMessage, and nothing else.",
  verify(trace) {
    const open = listens(trace).filter(({ request }) => valueAt(request.frame.params, "notifications", "taskIds") !== undefined);
    if (open.length === 0) return inconclusive(noTask);
    const notes = notificationsFrom(trace).filter((note) => {
      const listen = subscriptionIdOf(note) === undefined ? undefined : listenOf(trace, note);
      return listen !== undefined && open.includes(listen);
    });
    if (notes.length === 0) return notApplicable("nothing came on a subscription to a task");
    return overall(
      notes.map((note) => {
        const { method } = note.frame;
        const loud = method === "notifications/progress" || method === "notifications/message";
        return { ref: note, wrong: loud ? `${method} came on a subscription to a task` : undefined };
      }),
      "nothing came on a subscription to a task",
    );
  },
};
