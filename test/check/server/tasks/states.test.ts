import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  tasksCancelTakes,
  tasksCreateResult,
  tasksResultRelated,
  tasksResultWaits,
  tasksStatusUnrelated,
} from "../../../../src/check/server/tasks/answers.ts";
import { tasksNoneForClient } from "../../../../src/check/server/tasks/client.ts";
import { tasksIdsUnguessable } from "../../../../src/check/server/tasks/ids.ts";
import { tasksInputStatus } from "../../../../src/check/server/tasks/input.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, opened, received, sent } from "../../../support/traces/small-trace.ts";
import {
  type Answer,
  asked,
  broken,
  conversation,
  fails,
  gives,
  idle,
  kept,
  on,
  type Part,
  says,
  tagged,
  untested,
} from "../conversation.ts";
import { breaks, called, listing, tool, works } from "../tools/tools.ts";
import { fetched, got, made, relatedTask, slow } from "./tasks.ts";

const told = (taskId: Json, status: Json) => says("notifications/tasks/status", { taskId, status });
const cancelled = (status: Json): Part => asked("tasks/cancel", { taskId: "a" }, gives({ taskId: "a", status }));
const none = "no listed tool says that it can run as one (execution.taskSupport)";
const slowly = (answer?: Answer): Part => called("slow", {}, answer, { task: {} });
const related = (taskId: Json): Part => fetched("a", gives({ _meta: { [relatedTask]: { taskId } }, content: [] }));
const wish = (method: string, params: Json = {}) => received(ask(90, method, params));
const asks = wish("elicitation/create", { _meta: { [relatedTask]: { taskId: "a" } } });
const noWait = untested("no task was asked for after its result");
const noOpen = idle("no task was asked for while something it had asked was open");

it.each<readonly [string, Check, readonly Part[], object]>([
  ["a call as a task gives a task", tasksCreateResult, [slow, slowly(gives({ task: {} }))], kept(5)],
  [
    "a call as a task gives its result",
    tasksCreateResult,
    [slow, slowly(works())],
    broken("the call was answered with its result instead of a task", 5),
  ],
  ["a call as a task is refused", tasksCreateResult, [slow, slowly(fails(-32602))], untested("no tool was called as a task")],
  [
    "an ordinary call gives its result",
    tasksCreateResult,
    [slow, called("slow", {}, works())],
    untested("no tool was called as a task"),
  ],
  [
    "a tool requires a task and gives its result",
    tasksCreateResult,
    [listing(tool("slow", { execution: { taskSupport: "required" } })), slowly(works())],
    broken("the call was answered with its result instead of a task", 5),
  ],
  [
    "a tool forbids tasks and gives its result",
    tasksCreateResult,
    [listing(tool("slow", { execution: { taskSupport: "forbidden" } })), slowly(works())],
    untested(`no tool was called as a task; ${none}`),
  ],
  [
    "the arguments of a call as a task are wrong",
    tasksCreateResult,
    [slow, tagged("mistyped-as-task", slowly(breaks()))],
    untested("no tool was called as a task"),
  ],
  [
    "a call as a task has another purpose",
    tasksCreateResult,
    [slow, tagged("other", slowly(works()))],
    broken("the call was answered with its result instead of a task", 6),
  ],
  [
    "a tool is on the second list",
    tasksCreateResult,
    [listing(tool("add")), asked("tools/list", {}, gives({ tools: "none" })), slow, slowly(works())],
    broken("the call was answered with its result instead of a task", 9),
  ],
  ["a result names its task", tasksResultRelated, [related("a")], kept(3)],
  ["a result names another task", tasksResultRelated, [related("b")], broken('the related task is "b"', 3)],
  ["a result names no task", tasksResultRelated, [fetched("a")], broken("the related task is missing", 3)],
  [
    "a description names its task again",
    tasksStatusUnrelated,
    [got("a", "working", { _meta: { [relatedTask]: {} } })],
    broken("tasks/get has related-task in _meta", 3),
  ],
  [
    "a description does not",
    tasksStatusUnrelated,
    [got("a", "working", { _meta: {} }), cancelled("cancelled"), told("a", "cancelled")],
    kept(3, 5, 6),
  ],
  [
    "only lists and answers to calls name tasks again",
    tasksStatusUnrelated,
    [
      slow,
      made("a", { _meta: { [relatedTask]: {} } }),
      asked("tasks/list", {}, gives({ tasks: [{ _meta: { [relatedTask]: {} } }] })),
    ],
    untested("no task was asked for"),
  ],
  ["a task is cancelled", tasksCancelTakes, [cancelled("cancelled")], kept(3)],
  ["a task goes on", tasksCancelTakes, [cancelled("working")], broken('the status is "working"', 3)],
  ["the answer has no status", tasksCancelTakes, [asked("tasks/cancel", {}, gives({}))], broken("the status is missing", 3)],
  ["no task was made", tasksCancelTakes, [slow, got("a", "working")], idle("no task was created")],
  ["a task was made and not cancelled", tasksCancelTakes, [slow, made("a")], untested("no task was cancelled")],
  [
    "a task cannot be cancelled",
    tasksCancelTakes,
    [slow, asked("tasks/cancel", { taskId: "a" }, fails(-32602))],
    untested(
      "no task was cancelled; of the tools that can run as one (slow) none is annotated readOnlyHint: true, and --allow-writes was not given",
    ),
  ],
  [
    "a result comes before the end",
    tasksResultWaits,
    [slow, made("a"), fetched("a"), got("a", "working")],
    broken("the result came, and the task is still working", 7),
  ],
  [
    "an error comes while input is wanted",
    tasksResultWaits,
    [slow, made("a"), fetched("a", fails(-32000)), got("a", "input_required")],
    broken("an error came at once, and the task is still input_required", 7),
  ],
  ["a result comes at the end", tasksResultWaits, [slow, made("a"), fetched("a"), got("a", "completed")], kept(7)],
  [
    "a task is working at first and then complete",
    tasksResultWaits,
    [slow, made("a"), fetched("a"), got("a", "completed"), got("a", "working")],
    kept(7),
  ],
  ["another task is at work after the result", tasksResultWaits, [slow, made("a"), fetched("a"), got("b", "working")], noWait],
  ["a task was at work before the result", tasksResultWaits, [slow, made("a"), got("a", "working"), fetched("a")], noWait],
  [
    "a task was asked for before the result came",
    tasksResultWaits,
    [
      slow,
      made("a"),
      sent(ask(50, "tasks/get", { taskId: "a" })),
      fetched("a"),
      received(done(50, { taskId: "a", status: "working" })),
    ],
    noWait,
  ],
  [
    "a list says that a task is at work after the result",
    tasksResultWaits,
    [slow, made("a"), fetched("a"), asked("tasks/list", {}, gives({ tasks: [{ taskId: "a", status: "working" }] }))],
    noWait,
  ],
  ["no result came", tasksResultWaits, [slow, made("a"), asked("tasks/result", { taskId: "a" }), got("a", "working")], noWait],
  [
    "a client without tasks is asked for one",
    tasksNoneForClient,
    [wish("elicitation/create", { task: {} })],
    broken("elicitation/create asks for a task, though the client did not declare tasks", 2),
  ],
  [
    "a client without tasks is asked for a sample as one",
    tasksNoneForClient,
    [wish("sampling/createMessage", { task: {} })],
    broken("sampling/createMessage asks for a task, though the client did not declare tasks", 2),
  ],
  ["a client without tasks is asked for none", tasksNoneForClient, [wish("elicitation/create")], kept(2)],
  [
    "a client without tasks is asked for its roots as a task",
    tasksNoneForClient,
    [wish("roots/list", { task: {} })],
    idle("the server asked the client for nothing"),
  ],
  [
    "a client with tasks is asked for one",
    tasksNoneForClient,
    [opened({ connection: 2, capabilities: { tasks: {} } }), on(2, wish("elicitation/create", { task: {} }))],
    idle("the server asked the client for nothing"),
  ],
  ["ids have eight characters", tasksIdsUnguessable, [slow, made("abcdefgh"), made("qrstuvwx")], kept(5, 7)],
  [
    "an id has seven characters",
    tasksIdsUnguessable,
    [slow, made("abcdefg")],
    broken('the task id "abcdefg" has 7 characters', 5),
  ],
  [
    "ids are counted",
    tasksIdsUnguessable,
    [slow, made("task-000001"), made("task-000002")],
    broken('task ids are counted: "task-000001" is one of them; task ids are counted: "task-000002" is one of them', 5, 7),
  ],
  ["an id is no text", tasksIdsUnguessable, [slow, made(1)], idle("no task was created")],
  [
    "a task that asked is at work",
    tasksInputStatus,
    [slow, made("a"), asks, got("a", "working")],
    broken('it was "working" while elicitation/create waited', 8),
  ],
  ["a task that asked wants input", tasksInputStatus, [slow, made("a"), asks, got("a", "input_required")], kept(8)],
  ["a task that asked has ended", tasksInputStatus, [slow, made("a"), asks, got("a", "completed")], noOpen],
  ["a task that asked was answered", tasksInputStatus, [slow, made("a"), asks, sent(done(90)), got("a", "working")], noOpen],
  ["a task that asked was refused", tasksInputStatus, [slow, made("a"), asks, sent(failed(90)), got("a", "working")], noOpen],
  [
    "another question was answered",
    tasksInputStatus,
    [slow, made("a"), asks, sent(done(91)), got("a", "working")],
    broken('it was "working" while elicitation/create waited', 9),
  ],
  [
    "a question of another connection was answered",
    tasksInputStatus,
    [slow, made("a"), asks, on(2, sent(done(90))), got("a", "working")],
    broken('it was "working" while elicitation/create waited', 9),
  ],
  [
    "a question of that number was answered before",
    tasksInputStatus,
    [slow, made("a"), sent(done(90)), asks, got("a", "working")],
    broken('it was "working" while elicitation/create waited', 9),
  ],
  ["a task was at work before it asked", tasksInputStatus, [slow, made("a"), got("a", "working"), asks], noOpen],
])("of the states of tasks it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
