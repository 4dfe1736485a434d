import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  tasksEndedNotCancelled,
  tasksInvalidCursor,
  tasksListComplete,
  tasksListServed,
  tasksUnknownId,
} from "../../../../src/check/server/tasks/requests.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { opened } from "../../../support/traces/small-trace.ts";
import { asked, broken, conversation, fails, gives, idle, kept, on, type Part, untested } from "../conversation.ts";
import { fetched, got, made, tasks } from "./tasks.ts";

const declaring = (capabilities: Json): Part => asked("initialize", {}, gives({ capabilities }));
const withTasks = declaring({ tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } });
const withoutCancel = declaring({ tasks: {} });
const cancelled = (taskId: Json, answer: Parameters<typeof asked>[2]): Part => asked("tasks/cancel", { taskId }, answer);
const list = (cursor: Json, answer: Parameters<typeof asked>[2]): Part => asked("tasks/list", { cursor }, answer);
const noneUnknown = untested("no unknown task was asked for");
const unlisted = "no listed tool says that it can run as one (execution.taskSupport)";

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "an unknown task is asked for and refused",
    tasksUnknownId,
    [withTasks, asked("tasks/get", { taskId: "x" }, fails(-32602))],
    kept(5),
  ],
  [
    "an unknown task is given",
    tasksUnknownId,
    [withTasks, got("x", "working")],
    broken("tasks/get was answered with a result, expected error -32602", 5),
  ],
  [
    "the result of an unknown task is refused with another error",
    tasksUnknownId,
    [withTasks, fetched("x", fails(-32000))],
    broken("tasks/result was answered with error -32000, expected error -32602", 5),
  ],
  [
    "an unknown task is cancelled",
    tasksUnknownId,
    [withTasks, cancelled("x", gives({}))],
    broken("tasks/cancel was answered with a result, expected error -32602", 5),
  ],
  [
    "an unknown task is cancelled, which was not offered",
    tasksUnknownId,
    [withoutCancel, cancelled("x", fails(-32601))],
    noneUnknown,
  ],
  [
    "an unknown task is asked for, and none can be cancelled",
    tasksUnknownId,
    [withoutCancel, got("x", "working")],
    broken("tasks/get was answered with a result, expected error -32602", 5),
  ],
  ["an unknown task is not answered", tasksUnknownId, [withTasks, asked("tasks/get", { taskId: "x" })], noneUnknown],
  ["the task was made", tasksUnknownId, [withTasks, made("x"), got("x", "working")], noneUnknown],
  ["the task was listed", tasksUnknownId, [withTasks, tasks("x"), got("x", "working")], noneUnknown],
  [
    "the task came by itself only when it was cancelled",
    tasksUnknownId,
    [withTasks, cancelled("x", gives({ taskId: "x" }))],
    broken("tasks/cancel was answered with a result, expected error -32602", 5),
  ],
  [
    "a task that was made fails in the same words",
    tasksUnknownId,
    [
      withTasks,
      made("a"),
      asked("tasks/get", { taskId: "a" }, fails(-32000)),
      asked("tasks/get", { taskId: "x" }, fails(-32000)),
    ],
    idle("tasks/get fails in the same words whatever it is asked"),
  ],
  [
    "a task that was made is gone",
    tasksUnknownId,
    [
      withTasks,
      made("a"),
      asked("tasks/get", { taskId: "a" }, fails(-32602)),
      asked("tasks/get", { taskId: "x" }, fails(-32602)),
    ],
    kept(9),
  ],
  [
    "another unknown task fails in the same words",
    tasksUnknownId,
    [withTasks, asked("tasks/get", { taskId: "x" }, fails(-32000)), asked("tasks/get", { taskId: "y" }, fails(-32000))],
    broken("tasks/get was answered with error -32000, expected error -32602", 5, 7),
  ],
  ["a cursor nobody gave is refused", tasksInvalidCursor, [withTasks, list("x", fails(-32602))], kept(5)],
  [
    "a cursor nobody gave is taken",
    tasksInvalidCursor,
    [withTasks, list("x", gives({ tasks: [] }))],
    broken("tasks/list was answered with a result, expected error -32602", 5),
  ],
  [
    "a cursor nobody gave finds no list",
    tasksInvalidCursor,
    [withTasks, list("x", fails(-32601))],
    untested("tasks were not listed with an unknown cursor"),
  ],
  [
    "a cursor nobody gave is not answered",
    tasksInvalidCursor,
    [withTasks, list("x", undefined)],
    untested("tasks were not listed with an unknown cursor"),
  ],
  [
    "a cursor that was given is taken",
    tasksInvalidCursor,
    [withTasks, asked("tasks/list", {}, gives({ nextCursor: "x" })), list("x", gives({ tasks: [] }))],
    untested("tasks were not listed with an unknown cursor"),
  ],
  [
    "tasks are listed without a cursor",
    tasksInvalidCursor,
    [withTasks, tasks()],
    untested("tasks were not listed with an unknown cursor"),
  ],
  [
    "tasks cannot be listed at all",
    tasksInvalidCursor,
    [withTasks, asked("tasks/list", {}, fails(-32603)), list("x", fails(-32603))],
    idle("tasks/list fails in the same words whatever it is asked"),
  ],
  [
    "two cursors fail in the same words",
    tasksInvalidCursor,
    [withTasks, list("x", fails(-32603)), list("y", fails(-32603))],
    broken("tasks/list was answered with error -32603, expected error -32602", 5, 7),
  ],
  ["tasks are listed", tasksListServed, [withTasks, tasks()], kept(5)],
  [
    "listing tasks fails",
    tasksListServed,
    [withTasks, asked("tasks/list", {}, fails(-32601))],
    broken("answered with error -32601", 5),
  ],
  [
    "listing tasks with a cursor fails",
    tasksListServed,
    [withTasks, list("x", fails(-32602))],
    untested("tasks were not listed"),
  ],
  ["listing tasks is not answered", tasksListServed, [withTasks, asked("tasks/list", {})], untested("tasks were not listed")],
  [
    "a task that completed cannot be cancelled",
    tasksEndedNotCancelled,
    [got("a", "completed"), cancelled("a", fails(-32602))],
    kept(5),
  ],
  [
    "a task that failed is cancelled",
    tasksEndedNotCancelled,
    [got("a", "failed"), cancelled("a", gives({}))],
    broken("tasks/cancel was answered with a result, expected error -32602", 5),
  ],
  [
    "a task is cancelled twice",
    tasksEndedNotCancelled,
    [cancelled("a", gives({ taskId: "a", status: "cancelled" })), cancelled("a", gives({}))],
    broken("tasks/cancel was answered with a result, expected error -32602", 5),
  ],
  [
    "a task at work is cancelled",
    tasksEndedNotCancelled,
    [got("a", "working"), cancelled("a", gives({}))],
    untested(`no task that had ended was cancelled; ${unlisted}`),
  ],
  [
    "another task had ended",
    tasksEndedNotCancelled,
    [got("b", "completed"), cancelled("a", gives({}))],
    untested(`no task that had ended was cancelled; ${unlisted}`),
  ],
  [
    "a task ended afterwards",
    tasksEndedNotCancelled,
    [cancelled("a", gives({})), got("a", "completed")],
    untested(`no task that had ended was cancelled; ${unlisted}`),
  ],
  [
    "a task that ended is cancelled, and nothing comes",
    tasksEndedNotCancelled,
    [got("a", "completed"), cancelled("a", undefined)],
    untested(`no task that had ended was cancelled; ${unlisted}`),
  ],
  [
    "a task is listed between two looks at it",
    tasksListComplete,
    [got("a", "working"), tasks("a"), got("a", "working")],
    kept(5),
  ],
  [
    "a task is not listed between two looks at it",
    tasksListComplete,
    [got("a", "working"), tasks("b"), got("a", "working")],
    broken('task "a" is not listed', 5),
  ],
  [
    "a task is gone after the list",
    tasksListComplete,
    [got("a", "working"), tasks(), asked("tasks/get", { taskId: "a" }, fails(-32602))],
    untested(`tasks were not listed between two requests for one of them; ${unlisted}`),
  ],
  [
    "a task is first looked at after the list",
    tasksListComplete,
    [tasks(), got("a", "working"), got("a", "working")],
    untested(`tasks were not listed between two requests for one of them; ${unlisted}`),
  ],
  [
    "a task is looked at by another client",
    tasksListComplete,
    [got("a", "working"), tasks(), opened({ connection: 2 }), on(2, got("a", "working"))],
    untested(`tasks were not listed between two requests for one of them; ${unlisted}`),
  ],
  [
    "a list goes on on another page",
    tasksListComplete,
    [got("a", "working"), asked("tasks/list", {}, gives({ tasks: [], nextCursor: "2" })), got("a", "working")],
    untested(`tasks were not listed between two requests for one of them; ${unlisted}`),
  ],
  [
    "a list is a second page",
    tasksListComplete,
    [got("a", "working"), list("2", gives({ tasks: [] })), got("a", "working")],
    untested(`tasks were not listed between two requests for one of them; ${unlisted}`),
  ],
  [
    "a list is none",
    tasksListComplete,
    [got("a", "working"), asked("tasks/list", {}, gives({ tasks: "a" })), got("a", "working")],
    broken('task "a" is not listed', 5),
  ],
])("of requests for tasks it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
