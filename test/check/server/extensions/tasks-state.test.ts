import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  tasksFailedMessage,
  tasksInputKeys,
  tasksListenQuiet,
  tasksShape,
  tasksStateMembers,
} from "../../../../src/check/server/extensions/tasks-state.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, opened, sent } from "../../../support/traces/small-trace.ts";
import { asked, broken, conversation, fails, gives, idle, kept, on, type Part, says, untested } from "../conversation.ts";
import { called, got, made, of } from "./handles.ts";

type Row = readonly [string, Check, readonly Part[], object];

const noTask = untested("no tool that was called answered with a task");
const whole: JsonObject = { createdAt: "2026-07-28T10:00:00Z", lastUpdatedAt: "2026-07-28T10:00:01.5+02:00", ttlMs: null };
const told = (taskId: Json, status: Json, more: JsonObject = {}): Part =>
  says("notifications/tasks", { taskId, status, ...more });

const shape = (more: JsonObject, defect?: string): Row => [
  `a task is made with ${JSON.stringify(more)}`,
  tasksShape,
  [made("a", { ...whole, ...more })],
  defect === undefined ? kept(3) : broken(defect, 3),
];
const ofShape: readonly Row[] = [
  ...["working", "input_required", "completed", "failed", "cancelled"].map((status) => shape({ status })),
  shape({ status: "done" }, 'status is "done"'),
  shape({ status: undefined }, "status is missing"),
  ...["createdAt", "lastUpdatedAt"].flatMap((name) => [
    shape({ [name]: undefined }, `${name} is missing, expected a time by ISO 8601`),
    shape({ [name]: 1_700_000_000 }, `${name} is 1700000000, expected a time by ISO 8601`),
    shape({ [name]: ["2026-07-28T10:00:00Z"] }, `${name} is ["2026-07-28T10:00:00Z"], expected a time by ISO 8601`),
    shape({ [name]: "yesterday" }, `${name} is "yesterday", expected a time by ISO 8601`),
  ]),
  ...[0, 60_000].map((ttlMs) => shape({ ttlMs })),
  ...[-1, 0.5, "5"].map((ttlMs) => shape({ ttlMs }, `ttlMs is ${JSON.stringify(ttlMs)}, expected a whole number or null`)),
  shape({ ttlMs: undefined }, "ttlMs is missing, expected a whole number or null"),
  ...[0, 500].map((pollIntervalMs) => shape({ pollIntervalMs })),
  ...[-1, 0.5, "5", null].map((pollIntervalMs) =>
    shape({ pollIntervalMs }, `pollIntervalMs is ${JSON.stringify(pollIntervalMs)}, expected a whole number`),
  ),
  shape({ statusMessage: "at work" }),
  shape({ statusMessage: 7 }, "statusMessage is 7, expected a text"),
  ["the task that was asked for comes", tasksShape, [made("a", whole), got("a", "working", whole)], kept(3, 5)],
  [
    "another comes",
    tasksShape,
    [made("a", whole), of("tasks/get", "a", gives({ ...whole, taskId: "b", status: "working" }))],
    broken('the task "b" came instead of "a"', 5),
  ],
  [
    "one without an id comes",
    tasksShape,
    [made("a", whole), of("tasks/get", "a", gives({ ...whole, status: "working" }))],
    broken("taskId is missing, expected a text", 5),
  ],
  [
    "one with a number comes",
    tasksShape,
    [made("a", whole), of("tasks/get", 7, gives({ ...whole, taskId: 7, status: "working" }))],
    broken("taskId is 7, expected a text", 5),
  ],
  ["a notification tells of a task", tasksShape, [told("a", "working", whole)], kept(2)],
  [
    "a notification tells too little",
    tasksShape,
    [made("a", whole), told("a", "working")],
    broken("createdAt is missing, expected a time by ISO 8601", 4),
  ],
  ["there is no task", tasksShape, [called(gives({ content: [] }))], noTask],
];

const member = (status: string, more: JsonObject, defect?: string): readonly Row[] => [
  [
    `a task is ${status} with ${JSON.stringify(more)}`,
    tasksStateMembers,
    [made("a"), got("a", status, more)],
    defect === undefined ? kept(5) : broken(defect, 5),
  ],
  [
    `a notification says that a task is ${status} with ${JSON.stringify(more)}`,
    tasksStateMembers,
    [told("a", status, more)],
    defect === undefined ? kept(2) : broken(defect, 2),
  ],
];
const error = { code: -32603, message: "no" };
const noError = (shown: string): string => `the task failed, and error is ${shown}, expected code and message`;
const ofMembers: readonly Row[] = [
  ...member("working", {}),
  ...member("cancelled", { result: 7, error: 7 }),
  ...member("input_required", { inputRequests: {} }),
  ...member("input_required", {}, "the task wants input, and inputRequests is missing"),
  ...member("input_required", { inputRequests: [] }, "the task wants input, and inputRequests is []"),
  ...member("completed", { result: { isError: true } }),
  ...member("completed", {}, "the task is completed, and result is missing"),
  ...member("completed", { result: "x", inputRequests: {} }, 'the task is completed, and result is "x"'),
  ...member("failed", { error }),
  ...member("failed", {}, noError("missing")),
  ...member("failed", { error: "no", result: {} }, noError('"no"')),
  ...member("failed", { error, result: {} }, "the task failed although it has a result"),
  ["it is made with nothing", tasksStateMembers, [made("a", { status: "completed" })], noTask],
  ["its status is none", tasksStateMembers, [made("a"), got("a", "done")], noTask],
  [
    "it has ended the second time",
    tasksStateMembers,
    [got("a", "working"), got("a", "completed")],
    broken("the task is completed, and result is missing", 5),
  ],
  ["it is refused", tasksStateMembers, [made("a"), of("tasks/get", "a", fails(-32602))], noTask],
];

const silent = (seq: number): object => broken("the task failed without a word", seq);
const noneFailed = idle("no task failed");
const ofFailing: readonly Row[] = [
  ["it says why", tasksFailedMessage, [made("a"), got("a", "failed", { statusMessage: "x" })], kept(5)],
  ["it says nothing", tasksFailedMessage, [made("a"), got("a", "failed")], silent(5)],
  ["it says an empty text", tasksFailedMessage, [made("a"), got("a", "failed", { statusMessage: "" })], silent(5)],
  ["it says a number", tasksFailedMessage, [made("a"), got("a", "failed", { statusMessage: 7 })], silent(5)],
  [
    "it says it the first time only",
    tasksFailedMessage,
    [made("a"), got("a", "failed", { statusMessage: "x" }), got("a", "failed")],
    silent(7),
  ],
  ["it is at work", tasksFailedMessage, [made("a"), got("a", "working")], noneFailed],
  ["it is made as one that failed", tasksFailedMessage, [made("a", { status: "failed" })], noneFailed],
  ["a notification tells of it", tasksFailedMessage, [made("a"), told("a", "failed")], noneFailed],
  ["there is no task that failed", tasksFailedMessage, [got("a", "failed")], noTask],
];

const wants = (taskId: string, inputRequests: Json): Part => got(taskId, "input_required", { inputRequests });
const form = (message: string): Json => ({ method: "elicitation/create", params: { mode: "form", message } });
const twice = (key: string, seq: number): object => broken(`the key "${key}" stands for two requests`, seq);
const noInput = idle("no task asked for input");
const ofKeys: readonly Row[] = [
  [
    "it is the same request twice",
    tasksInputKeys,
    [made("a"), wants("a", { k: form("x") }), wants("a", { k: form("x") })],
    kept(5, 7),
  ],
  [
    "its members come in another order",
    tasksInputKeys,
    [made("a"), wants("a", { k: { method: "m", params: {} } }), wants("a", { k: { params: {}, method: "m" } })],
    kept(5, 7),
  ],
  [
    "it is another request",
    tasksInputKeys,
    [made("a"), wants("a", { k: form("x") }), wants("a", { k: form("y") })],
    twice("k", 7),
  ],
  [
    "the second key is for another request",
    tasksInputKeys,
    [made("a"), wants("a", { j: form("x"), k: form("x") }), got("a", "working"), wants("a", { j: form("x"), k: form("y") })],
    twice("k", 9),
  ],
  [
    "a notification has another request",
    tasksInputKeys,
    [made("a"), wants("a", { k: form("x") }), told("a", "input_required", { inputRequests: { k: form("y") } })],
    twice("k", 6),
  ],
  [
    "it changes and stays changed",
    tasksInputKeys,
    [made("a"), wants("a", { k: form("x") }), wants("a", { k: form("y") }), wants("a", { k: form("y") })],
    twice("k", 7),
  ],
  [
    "another key is for another request",
    tasksInputKeys,
    [made("a"), wants("a", { k: form("x") }), wants("a", { j: form("y") })],
    kept(5, 7),
  ],
  [
    "another task uses the key",
    tasksInputKeys,
    [made("a"), wants("a", { k: form("x") }), wants("b", { k: form("y") })],
    kept(5, 7),
  ],
  ["no input is asked for", tasksInputKeys, [made("a"), got("a", "working"), wants("a", {})], noInput],
  ["the requests are a list", tasksInputKeys, [made("a"), wants("a", ["x"]), wants("a", ["y"])], noInput],
  ["there is no task to ask", tasksInputKeys, [wants("a", { k: form("x") }), wants("a", { k: form("y") })], noTask],
];

const listens = (notifications: Json): Part => asked("subscriptions/listen", { notifications });
const tasks = listens({ taskIds: ["a"] });
const comes = (method: string, id: Json): Part =>
  says(method, { _meta: id === null ? {} : { "io.modelcontextprotocol/subscriptionId": id } });
const loud = (method: string, seq: number): object => broken(`${method} came on a subscription to a task`, seq);
const nothing = idle("nothing came on a subscription to a task");
const [log, progress] = ["notifications/message", "notifications/progress"] as const;
const ofListening: readonly Row[] = [
  ["the task is told of", tasksListenQuiet, [tasks, comes("notifications/tasks", 2)], kept(3)],
  ["a log message comes", tasksListenQuiet, [tasks, comes("notifications/tasks", 2), comes(log, 2)], loud(log, 4)],
  ["progress comes", tasksListenQuiet, [tasks, comes(progress, 2)], loud(progress, 3)],
  ["a log message comes by the id as a text", tasksListenQuiet, [tasks, comes(log, "2")], loud(log, 3)],
  ["a log message comes beside it", tasksListenQuiet, [tasks, comes(log, null)], nothing],
  [
    "a log message comes on another subscription",
    tasksListenQuiet,
    [tasks, listens({ toolsListChanged: true }), comes(log, 3)],
    nothing,
  ],
  ["a log message comes before it", tasksListenQuiet, [comes(log, 3), tasks], nothing],
  [
    "progress comes on the second",
    tasksListenQuiet,
    [tasks, tasks, comes("notifications/tasks", 2), comes(progress, 3)],
    loud(progress, 5),
  ],
  [
    "a log message comes on another connection under its id",
    tasksListenQuiet,
    [opened({ connection: 2 }), tasks, on(2, sent(ask(3, "subscriptions/listen", { notifications: {} }))), on(2, comes(log, 3))],
    nothing,
  ],
  ["nothing comes", tasksListenQuiet, [tasks], nothing],
  ["tools are listened to", tasksListenQuiet, [listens({ toolsListChanged: true }), comes(log, 2)], noTask],
  ["nobody listens", tasksListenQuiet, [comes(log, 2)], noTask],
];

it.each([
  ...ofShape,
  ...ofMembers,
  ...ofFailing.map(([title, ...row]) => [`a task failed: ${title}`, ...row] as const),
  ...ofKeys.map(([title, ...row]) => [`a key is used again: ${title}`, ...row] as const),
  ...ofListening.map(([title, ...row]) => [`tasks are listened to: ${title}`, ...row] as const),
])("of tasks of the extension, where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});
