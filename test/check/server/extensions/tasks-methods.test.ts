import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  tasksAcknowledged,
  tasksCancelAnswered,
  tasksUndeclaredListen,
  tasksUndeclaredMethods,
  tasksUnknownChanges,
  tasksUnknownId,
} from "../../../../src/check/server/extensions/tasks-methods.ts";
import { opened, received } from "../../../support/traces/small-trace.ts";
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
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { able, got, made, of } from "./handles.ts";

const noTask = untested("no tool that was called answered with a task");
const ok = gives({ resultType: "complete", _meta: {} });
const noneAtWork = untested("no task was cancelled while it was at work");
const failing = (code: number): object => broken(`tasks/cancel of a task at work fails with ${code}`, 5);
const without: JsonObject = { _meta: {} };
const unknown = (method: string, answer?: Answer, envelope = able): Part =>
  tagged("no-such-task", of(method, "x", answer, envelope));
const noneUndeclared = untested("no task that exists was asked for without declaring the extension");
const told = (status: string) => says("notifications/tasks", { taskId: "a", status });
const listening = (answer?: Answer, notifications: Json = { taskIds: ["a"] }, envelope = without): Part =>
  asked("subscriptions/listen", { notifications, ...envelope }, answer);
const begun = (id: Json) =>
  says("notifications/subscriptions/acknowledged", { _meta: { "io.modelcontextprotocol/subscriptionId": id } });
const noNews = untested("no client without the extension asked for news of tasks");

it.each<readonly [string, Check, readonly Part[], object]>([
  ["a cancelling is acknowledged", tasksAcknowledged, [made("a"), of("tasks/cancel", "a", ok)], kept(5)],
  [
    "an update is acknowledged with more",
    tasksAcknowledged,
    [made("a"), of("tasks/update", "a", gives({ resultType: "complete", a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }))],
    broken("the answer to tasks/update has a, b, c, d, e", 5),
  ],
  [
    "an update of another task is acknowledged with more",
    tasksAcknowledged,
    [made("a"), of("tasks/update", "b", gives({ status: "working" }))],
    noTask,
  ],
  ["a task is given with more", tasksAcknowledged, [made("a"), got("a", "working")], noTask],
  ["an update is refused", tasksAcknowledged, [made("a"), of("tasks/update", "a", fails(-32602))], noTask],
  ["a task at work is cancelled", tasksCancelAnswered, [made("a"), of("tasks/cancel", "a", ok)], kept(5)],
  [
    "a task at work cannot be cancelled",
    tasksCancelAnswered,
    [made("a"), of("tasks/cancel", "a", fails(-32603)), got("a", "working")],
    failing(-32603),
  ],
  [
    "it cannot be cancelled and has ended meanwhile",
    tasksCancelAnswered,
    [made("a"), of("tasks/cancel", "a", fails(-32603)), got("a", "completed")],
    noneAtWork,
  ],
  [
    "it cannot be cancelled and is not asked for again",
    tasksCancelAnswered,
    [got("a", "working"), of("tasks/cancel", "a", fails(-32603))],
    noneAtWork,
  ],
  [
    "it cannot be cancelled, and a notification says that it is at work",
    tasksCancelAnswered,
    [made("a"), of("tasks/cancel", "a", fails(-32603)), told("working")],
    noneAtWork,
  ],
  ["it had ended before", tasksCancelAnswered, [made("a"), got("a", "completed"), of("tasks/cancel", "a", ok)], noneAtWork],
  [
    "it had ended after it was at work",
    tasksCancelAnswered,
    [made("a"), told("failed"), of("tasks/cancel", "a", fails(-32603)), got("a", "working")],
    noneAtWork,
  ],
  [
    "it was made after it was cancelled",
    tasksCancelAnswered,
    [of("tasks/cancel", "a", fails(-32603)), made("a"), got("a", "working")],
    noneAtWork,
  ],
  ["another task is cancelled", tasksCancelAnswered, [made("a"), of("tasks/cancel", "b", ok)], noneAtWork],
  ["a client without tasks cancels", tasksCancelAnswered, [made("a"), of("tasks/cancel", "a", ok, without)], noneAtWork],
  ["nothing comes of it", tasksCancelAnswered, [made("a"), of("tasks/cancel", "a"), got("a", "working")], noneAtWork],
  ["an unknown task is refused", tasksUnknownId, [unknown("tasks/get", fails(-32602))], kept(4)],
  [
    "an unknown task is given",
    tasksUnknownId,
    [unknown("tasks/get", gives({}))],
    broken("answered with a result, expected error -32602", 4),
  ],
  ["an unknown task is not answered", tasksUnknownId, [unknown("tasks/get")], untested("no unknown task was asked for")],
  ["an unknown task is cancelled", tasksUnknownId, [unknown("tasks/cancel", ok)], untested("no unknown task was asked for")],
  [
    "a client without tasks asks for it",
    tasksUnknownId,
    [unknown("tasks/get", fails(-32021), without)],
    untested("no unknown task was asked for"),
  ],
  [
    "a task that is there fails alike",
    tasksUnknownId,
    [of("tasks/get", "a", fails(-32603)), unknown("tasks/get", fails(-32603))],
    idle("tasks/get fails in the same words whatever it is asked"),
  ],
  [
    "a task that is gone is refused alike",
    tasksUnknownId,
    [of("tasks/get", "a", fails(-32602)), unknown("tasks/get", fails(-32602))],
    kept(6),
  ],
  [
    "two unknown tasks fail alike",
    tasksUnknownId,
    [unknown("tasks/get", fails(-32603)), unknown("tasks/get", fails(-32603))],
    broken("answered with error -32603, expected error -32602", 4, 8),
  ],
  [
    "an unknown task is updated",
    tasksUnknownChanges,
    [unknown("tasks/update", ok)],
    broken("tasks/update was answered with a result, expected error -32602", 4),
  ],
  ["an unknown task cannot be cancelled", tasksUnknownChanges, [unknown("tasks/cancel", fails(-32602))], kept(4)],
  [
    "an unknown task cannot be cancelled for another reason",
    tasksUnknownChanges,
    [unknown("tasks/cancel", fails(-32000))],
    broken("tasks/cancel was answered with error -32000, expected error -32602", 4),
  ],
  [
    "an unknown task is only asked for",
    tasksUnknownChanges,
    [unknown("tasks/get", gives({}))],
    untested("no unknown task was updated or cancelled"),
  ],
  [
    "every change fails alike",
    tasksUnknownChanges,
    [of("tasks/cancel", "a", fails(-32000)), unknown("tasks/cancel", fails(-32000))],
    idle("tasks/cancel fails in the same words whatever it is asked"),
  ],
  [
    "a client without tasks is refused by -32021",
    tasksUndeclaredMethods,
    [made("a"), of("tasks/get", "a", fails(-32021), without)],
    kept(5),
  ],
  [
    "a client without tasks is given a task",
    tasksUndeclaredMethods,
    [made("a"), of("tasks/get", "a", gives({}), without)],
    broken("tasks/get was answered with a result, expected error -32021", 5),
  ],
  [
    "a client without tasks cancels one",
    tasksUndeclaredMethods,
    [of("tasks/cancel", "a", ok, without)],
    broken("tasks/cancel was answered with a result, expected error -32021", 3),
  ],
  [
    "a client without tasks updates one",
    tasksUndeclaredMethods,
    [of("tasks/update", "a", fails(-32601), without)],
    broken("tasks/update was answered with error -32601, expected error -32021", 3),
  ],
  [
    "it is told that a task is unknown, which is there",
    tasksUndeclaredMethods,
    [made("a"), of("tasks/get", "a", fails(-32602), without), got("a", "working")],
    broken("tasks/get was answered with error -32602, expected error -32021", 5),
  ],
  [
    "it is told that a task is unknown, which was there",
    tasksUndeclaredMethods,
    [made("a"), got("a", "working"), of("tasks/get", "a", fails(-32602), without)],
    noneUndeclared,
  ],
  [
    "it is told that a task is unknown, which is gone",
    tasksUndeclaredMethods,
    [made("a"), of("tasks/get", "a", fails(-32602), without), of("tasks/get", "a", fails(-32602))],
    noneUndeclared,
  ],
  [
    "it is told that a task is unknown, which nobody made",
    tasksUndeclaredMethods,
    [made("a"), of("tasks/get", "b", fails(-32602), without), got("b", "working")],
    noneUndeclared,
  ],
  [
    "it is told that a task is unknown, and another is there",
    tasksUndeclaredMethods,
    [made("a"), made("b"), of("tasks/get", "b", fails(-32602), without), got("a", "working")],
    noneUndeclared,
  ],
  ["it is not answered", tasksUndeclaredMethods, [made("a"), of("tasks/get", "a", undefined, without)], noneUndeclared],
  ["a client with tasks is given one", tasksUndeclaredMethods, [made("a"), got("a", "working")], noneUndeclared],
])("of methods of tasks by the extension it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});

it.each<readonly [string, readonly Part[], object]>([
  ["refused by -32021", [listening(fails(-32021))], kept(3)],
  ["refused as an unknown method", [listening(fails(-32601))], kept(3)],
  ["refused by another error", [listening(fails(-32602))], broken("answered with error -32602, expected error -32021", 3)],
  ["answered with a result", [listening(gives({}))], broken("answered with a result, expected error -32021", 3)],
  ["opened", [listening(), begun(2)], broken("the subscription was opened", 3)],
  [
    "opened and then refused",
    [listening(), begun("2"), received({ jsonrpc: "2.0", id: 2, error: { code: -32021, message: "no" } })],
    broken("the subscription was opened", 3),
  ],
  ["not answered", [listening()], noNews],
  ["not answered, while another is opened", [listening(), begun(3)], noNews],
  [
    "not answered, while one of that number is opened for another client",
    [listening(), opened({ connection: 2 }), on(2, begun(2))],
    noNews,
  ],
  ["not answered, after one of that number was opened", [begun(3), listening()], noNews],
])("a wish for news of tasks without the extension is judged where it is %s", (_title, parts, wanted) => {
  expect(tasksUndeclaredListen.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});
