import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { tasksBoundToUser, tasksListIdentified } from "../../../../src/check/server/tasks/owner.ts";
import { tasksGetPlain } from "../../../../src/check/server/tasks/told.ts";
import { tasksIdsUnguessable } from "../../../../src/check/server/tasks/ids.ts";
import { tasksIdUnique } from "../../../../src/check/server/tasks/lifecycle.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, body, done, note, opened, posted, status, step } from "../../../support/traces/small-trace.ts";
import { type Answer, asked, broken, conversation, fails, gives, idle, kept, on, type Part, untested } from "../conversation.ts";
import { made, tasks } from "./tasks.ts";

const other = step("request", { tag: "task-of-another" });
const of = (method: string, taskId: Json, answer?: Answer): Part => asked(method, { taskId }, answer);
const noneTried = idle("no task was made that another user could ask for");

const second = [opened({ connection: 2 }), on(2, step("request", { tag: "tasks-of-another-session" }))];
const noneMade = idle("no task was made in another session");
const shown = broken('tasks/list shows "a", which another session has made', 7);

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "another user asks for a task",
    tasksBoundToUser,
    [other, made("a"), of("tasks/get", "a", gives({ taskId: "a" }))],
    broken("tasks/get was done for another user", 6),
  ],
  [
    "another user asks for a result",
    tasksBoundToUser,
    [other, made("a"), of("tasks/result", "a", gives({}))],
    broken("tasks/result was done for another user", 6),
  ],
  [
    "another user cancels a task",
    tasksBoundToUser,
    [other, made("a"), of("tasks/cancel", "a", gives({}))],
    broken("tasks/cancel was done for another user", 6),
  ],
  ["another user is refused", tasksBoundToUser, [other, made("a"), of("tasks/get", "a", fails(-32602))], kept(6)],
  ["another user is not answered", tasksBoundToUser, [other, made("a"), of("tasks/get", "a")], kept(5)],
  ["another user asks for another task", tasksBoundToUser, [other, made("a"), of("tasks/get", "b", gives({}))], noneTried],
  ["another user's call is not answered", tasksBoundToUser, [other, asked("tools/call", { name: "slow" })], noneTried],
  [
    "another user is told of a task that no call made",
    tasksBoundToUser,
    [other, of("tasks/get", "a", gives({ task: { taskId: "a" } }))],
    noneTried,
  ],
  ["another user asks for no task", tasksBoundToUser, [other, made("a"), asked("tasks/get", {}, gives({}))], noneTried],
  ["another user names a task elsewhere", tasksBoundToUser, [other, made("a"), of("tasks/update", "a", gives({}))], noneTried],
  [
    "another user lists tasks",
    tasksBoundToUser,
    [other, made("a"), tasks("b", "a")],
    broken('tasks/list shows "a" to another user', 6),
  ],
  ["another user lists tasks of others", tasksBoundToUser, [other, made("a"), tasks("b")], kept(6)],
  ["another user cannot list tasks", tasksBoundToUser, [other, made("a"), asked("tasks/list", {}, fails(-32601))], kept(6)],
  [
    "a list has an item without an id",
    tasksBoundToUser,
    [other, asked("tools/call", {}, gives({})), asked("tasks/list", {}, gives({ tasks: [{}] }))],
    kept(6),
  ],
  ["nobody else asks", tasksBoundToUser, [made("a"), of("tasks/get", "a", gives({ taskId: "a" }))], noneTried],
  ["a list of another session has its task", tasksListIdentified, [made("a"), ...second, on(2, tasks("b", "a"))], shown],
  [
    "a list of another session has its own task",
    tasksListIdentified,
    [
      made("a"),
      opened({ connection: 2 }),
      on(2, made("b")),
      on(2, step("request", { tag: "tasks-of-another-session" })),
      on(2, tasks("b")),
    ],
    kept(9),
  ],
  [
    "the same session lists its task",
    tasksListIdentified,
    [step("request", { tag: "tasks-of-another-session" }), made("a"), tasks("a")],
    noneMade,
  ],
  ["a task is made after the list", tasksListIdentified, [...second, on(2, tasks("a")), made("a")], noneMade],
  [
    "listing fails in another session",
    tasksListIdentified,
    [made("a"), ...second, on(2, asked("tasks/list", {}, fails(-32601)))],
    kept(7),
  ],
  [
    "listing is not answered in another session",
    tasksListIdentified,
    [made("a"), ...second, on(2, asked("tasks/list", {}))],
    noneMade,
  ],
  [
    "a list has no ids",
    tasksListIdentified,
    [made("a"), ...second, on(2, asked("tasks/list", {}, gives({ tasks: [{}] })))],
    kept(7),
  ],
  [
    "there is no second session",
    tasksListIdentified,
    [made("a"), tasks("a")],
    untested("tasks were not listed in a second session"),
  ],
])("whose a task is, is judged where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

const none = "no listed tool says that it can run as one (execution.taskSupport)";
const poll = (method: string, code: number, type: string, exchange = 1): readonly Part[] => [
  posted(exchange, ask(exchange, method, { taskId: "a" }), { "content-type": "application/json" }),
  status(exchange, code, { "content-type": type }),
];

it.each<readonly [string, readonly Part[], object]>([
  ["with JSON", poll("tasks/get", 200, "application/json"), kept(3)],
  [
    "with a stream",
    poll("tasks/get", 200, "text/event-stream; charset=utf-8"),
    broken("tasks/get was answered with an event stream", 3),
  ],
  [
    "with a stream that refuses",
    poll("tasks/get", 400, "text/event-stream"),
    untested(`no task was asked for over HTTP; ${none}`),
  ],
  [
    "with a stream to another method",
    poll("tasks/result", 200, "text/event-stream"),
    untested(`no task was asked for over HTTP; ${none}`),
  ],
  [
    "with JSON beside a stream to another method",
    [...poll("tasks/get", 200, "application/json"), ...poll("tasks/result", 200, "text/event-stream", 2)],
    kept(3),
  ],
  [
    "with a stream to what asks for no answer",
    [posted(1, note("tasks/get", { taskId: "a" })), status(1, 202, { "content-type": "text/event-stream" })],
    untested(`no task was asked for over HTTP; ${none}`),
  ],
])("a poll over HTTP is judged where it is answered %s", (_title, parts, wanted) => {
  expect(tasksGetPlain.verify(conversation(parts, { transport: "http" }))).toEqual(wanted);
});

/** A call over HTTP that makes a task. */
const over = (exchange: number, taskId: string, headers: { readonly [name: string]: string } = {}): readonly Part[] => [
  posted(exchange, ask(exchange, "tools/call", { name: "slow", task: {} }), headers),
  status(exchange, 200, { "content-type": "application/json" }),
  body(exchange, done(exchange, { task: { taskId } })),
];

it("a server that knows who is authorized may give short ids", () => {
  const trace = (headers: { readonly [name: string]: string }) => conversation(over(1, "a", headers), { transport: "http" });
  expect(tasksIdsUnguessable.verify(trace({ Authorization: "Bearer a" }))).toEqual(
    idle("the server may bind its tasks to who is authorized"),
  );
  expect(tasksIdsUnguessable.verify(trace({ accept: "*/*" }))).toEqual(broken('the task id "a" has 1 characters', 4));
});

it("over HTTP an id is given twice also on another connection", () => {
  const parts = [...over(1, "a"), opened({ connection: 2, transport: "http" }), ...over(2, "a").map((part) => on(2, part))];
  expect(tasksIdUnique.verify(conversation(parts, { transport: "http" }))).toEqual(broken('taskId "a" was given twice', 8));
});
