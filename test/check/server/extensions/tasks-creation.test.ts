import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  tasksDeclaredOnly,
  tasksIdUnguessable,
  tasksRequiredError,
  tasksResolves,
  tasksResultType,
  tasksTerminalStays,
} from "../../../../src/check/server/extensions/tasks-creation.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { asked, broken, conversation, fails, gives, kept, type Part, untested } from "../conversation.ts";
import { called, got, made, of } from "./handles.ts";

const noTask = untested("no tool that was called answered with a task");
const notWithout = untested("no tool that answers with a task was called without declaring the extension");
const works = gives({ content: [] });
const naming = (data: Json) => ({ error: { code: -32021, message: "no", data } });
const named = naming({ requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } } });
const without: JsonObject = { _meta: {} };
const completed = got("a", "completed");

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "a client without tasks is given one",
    tasksDeclaredOnly,
    [made("a", {}, without)],
    broken('a request that does not declare the extension was answered with the task "a"', 3),
  ],
  [
    "it is given one, as the other client is",
    tasksDeclaredOnly,
    [made("a"), made("b", {}, without)],
    broken('a request that does not declare the extension was answered with the task "b"', 5),
  ],
  [
    "it is given a result where the other client is given a task",
    tasksDeclaredOnly,
    [made("a"), called(works, without)],
    kept(5),
  ],
  ["it is refused where the other client is given a task", tasksDeclaredOnly, [called(named, without), made("a")], kept(3)],
  ["it is not answered", tasksDeclaredOnly, [made("a"), called(undefined, without)], notWithout],
  ["it makes another call", tasksDeclaredOnly, [made("a"), called(works, without, { b: 1 })], notWithout],
  ["both clients declare tasks", tasksDeclaredOnly, [made("a"), called(works)], notWithout],
  ["no task is made", tasksDeclaredOnly, [called(works), called(works, without)], noTask],
  [
    "one is given a task, and one is given a result",
    tasksDeclaredOnly,
    [made("a"), made("b", {}, without), called(works, without)],
    broken('a request that does not declare the extension was answered with the task "b"', 5),
  ],
  ["it is given a result", tasksRequiredError, [made("a"), called(works, without)], kept(5)],
  [
    "it is refused by -32021, which names the extension",
    tasksRequiredError,
    [made("a"), completed, called(named, without)],
    kept(7),
  ],
  [
    "it is refused by -32021, which names another extension",
    tasksRequiredError,
    [made("a"), completed, called(naming({ requiredCapabilities: {} }), without)],
    broken('error -32021 does not name the extension: data is {"requiredCapabilities":{}}', 7),
  ],
  [
    "it is refused by -32021 without a word",
    tasksRequiredError,
    [made("a"), completed, called(fails(-32021), without)],
    broken("error -32021 does not name the extension: data is missing", 7),
  ],
  [
    "it is refused by -32021 without a word, and the task did not complete",
    tasksRequiredError,
    [made("a"), called(fails(-32021), without)],
    kept(5),
  ],
  [
    "it is refused by another error",
    tasksRequiredError,
    [made("a"), completed, called(fails(-32602), without)],
    broken("refused with error -32602, expected -32021", 7),
  ],
  [
    "it is refused by another error, and the task did not complete",
    tasksRequiredError,
    [made("a"), got("a", "failed"), called(fails(-32602), without)],
    notWithout,
  ],
  [
    "it is refused by another error, and another task completed",
    tasksRequiredError,
    [made("a"), got("b", "completed"), called(fails(-32602), without)],
    notWithout,
  ],
  ["no task is made for anybody", tasksRequiredError, [called(fails(-32602), without)], noTask],
  ["a task has its type", tasksResultType, [made("a")], kept(3)],
  [
    "a task has no type",
    tasksResultType,
    [called(gives({ taskId: "a", status: "working" }))],
    broken("a task was made with resultType missing", 3),
  ],
  [
    "a task has the type of another answer",
    tasksResultType,
    [made("a", { resultType: "complete" })],
    broken('a task was made with resultType "complete"', 3),
  ],
  [
    "an answer about a task has the type complete",
    tasksResultType,
    [of("tasks/cancel", "a", gives({ resultType: "complete" }))],
    kept(3),
  ],
  [
    "an answer about a task has another type",
    tasksResultType,
    [of("tasks/update", "a", gives({ resultType: "done" }))],
    broken('the answer to tasks/update has the resultType "done"', 3),
  ],
  ["an answer about a task has no type", tasksResultType, [of("tasks/get", "a", gives({}))], noTask],
  [
    "an answer about something else has another type",
    tasksResultType,
    [asked("tools/list", {}, gives({ resultType: "done" }))],
    noTask,
  ],
  [
    "an answer about something else has the type of a task",
    tasksResultType,
    [asked("tools/list", {}, gives({ resultType: "task" }))],
    broken("the answer to tools/list has the resultType task", 3),
  ],
  [
    "an answer about a task has the type of a task",
    tasksResultType,
    [of("tasks/get", "a", gives({ resultType: "task", status: "working" }))],
    broken("the answer to tasks/get has the resultType task", 3),
  ],
  [
    "an answer about a task that failed has the type of a task",
    tasksResultType,
    [of("tasks/get", "a", gives({ resultType: "task", status: "failed" }))],
    noTask,
  ],
  [
    "an answer about a task whose tool failed has the type of a task",
    tasksResultType,
    [of("tasks/get", "a", gives({ resultType: "task", result: { isError: true } }))],
    noTask,
  ],
  [
    "an answer about the cancelling of a task that failed has the type of a task",
    tasksResultType,
    [of("tasks/cancel", "a", gives({ resultType: "task", status: "failed" }))],
    broken("the answer to tasks/cancel has the resultType task", 3),
  ],
  ["a task is there at once", tasksResolves, [made("a"), got("a", "working")], kept(5)],
  [
    "a task is not there at once",
    tasksResolves,
    [made("a"), of("tasks/get", "a", fails(-32602)), got("a", "working")],
    broken("tasks/get for the task just given fails with -32602", 5),
  ],
  ["a task was asked for before it was made", tasksResolves, [of("tasks/get", "a", fails(-32602)), made("a")], noTask],
  [
    "a task was asked for before it was made, and later",
    tasksResolves,
    [of("tasks/get", "a", fails(-32602)), made("a"), got("a", "working")],
    kept(7),
  ],
  [
    "a task was asked for by a client without tasks",
    tasksResolves,
    [made("a"), of("tasks/get", "a", fails(-32021), without), got("a", "working")],
    kept(7),
  ],
  ["a task was asked for and nothing came", tasksResolves, [made("a"), of("tasks/get", "a"), got("a", "working")], kept(6)],
  ["another task was asked for", tasksResolves, [made("a"), of("tasks/get", "b", fails(-32602))], noTask],
  ["a task had its time", tasksResolves, [made("a", { ttlMs: 10 }), of("tasks/get", "a", fails(-32602))], noTask],
  [
    "a task had not had its time",
    tasksResolves,
    [made("a", { ttlMs: 11 }), of("tasks/get", "a", fails(-32602))],
    broken("tasks/get for the task just given fails with -32602", 5),
  ],
  ["a task that had its time is still there", tasksResolves, [made("a", { ttlMs: 10 }), got("a", "working")], kept(5)],
  [
    "a task has no end of its time",
    tasksResolves,
    [made("a", { ttlMs: null }), of("tasks/get", "a", fails(-32602))],
    broken("tasks/get for the task just given fails with -32602", 5),
  ],
  ["ids have eight characters", tasksIdUnguessable, [made("abcdefgh"), made("qrstuvwx")], kept(3, 5)],
  ["an id has seven characters", tasksIdUnguessable, [made("abcdefg")], broken('an id of 7 characters: "abcdefg"', 3)],
  [
    "ids are counted",
    tasksIdUnguessable,
    [made("task-000001"), made("task-000002")],
    broken(
      'the ids of tasks are counted: "task-000001" is one of them; the ids of tasks are counted: "task-000002" is one of them',
      3,
      5,
    ),
  ],
  [
    "an id is given twice",
    tasksIdUnguessable,
    [made("abcdefgh"), made("abcdefgh")],
    broken('the id "abcdefgh" was given twice', 5),
  ],
  ["there is no id", tasksIdUnguessable, [called(works)], noTask],
  ["a task stays as it ended", tasksTerminalStays, [made("a"), got("a", "completed"), got("a", "completed")], kept(7)],
  [
    "a task goes on after its end",
    tasksTerminalStays,
    [made("a"), got("a", "cancelled"), got("a", "working")],
    broken('a task that was "cancelled" is "working"', 7),
  ],
  [
    "a task ends in another way",
    tasksTerminalStays,
    [made("a"), got("a", "failed"), got("a", "completed"), got("a", "failed")],
    broken('a task that was "failed" is "completed"', 7),
  ],
  [
    "a task was at work before its end",
    tasksTerminalStays,
    [made("a"), got("a", "working"), got("a", "completed"), got("a", "completed")],
    kept(9),
  ],
])("of the making of tasks by the extension it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});
