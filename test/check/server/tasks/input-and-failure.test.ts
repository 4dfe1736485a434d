import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { tasksInputStatus } from "../../../../src/check/server/tasks/input.ts";
import {
  tasksBeginWorking,
  tasksIdUnique,
  tasksStatusKnown,
  tasksTerminalStays,
  tasksTimestamps,
  tasksTtlPresent,
} from "../../../../src/check/server/tasks/lifecycle.ts";
import { tasksSameAnswer } from "../../../../src/check/server/tasks/same-answer.ts";
import { tasksErrorFails, tasksFailedMessage } from "../../../../src/check/server/tasks/told.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, opened, received, sent } from "../../../support/traces/small-trace.ts";
import { type Answer, asked, broken, conversation, gives, idle, kept, on, type Part, says, untested } from "../conversation.ts";
import { breaks, called, works } from "../tools/tools.ts";
import { fetched, got, made, relatedTask, slow, tasks } from "./tasks.ts";

const told = (taskId: Json, status: Json) => says("notifications/tasks/status", { taskId, status });
const cancelled = (status: Json): Part => asked("tasks/cancel", { taskId: "a" }, gives({ taskId: "a", status }));
const none = "no listed tool says that it can run as one (execution.taskSupport)";
const slowly = (answer?: Answer): Part => called("slow", {}, answer, { task: {} });
const wish = (method: string, params: Json = {}) => received(ask(90, method, params));
const asks = wish("elicitation/create", { _meta: { [relatedTask]: { taskId: "a" } } });
const stamps = { createdAt: "2025-11-25T10:00:00Z", lastUpdatedAt: "2025-11-25T10:00:00Z" };
const noOpen = idle("no task was asked for while something it had asked was open");
const plain = called("slow", {}, works());
const same = (evidence: number) => kept(evidence);
const otherwise = (evidence: number) => ({
  ...broken('"slow" gives something else as a task than without', evidence),
  timing: true,
});
const varying = idle("no tool that was called as a task gives the same each time it is called without one");
const noneDone = idle("no tool that was called as a task came to a result");

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "a status was asked for before the question",
    tasksInputStatus,
    [slow, made("a"), sent(ask(50, "tasks/get", { taskId: "a" })), asks, received(done(50, { status: "working" }))],
    noOpen,
  ],
  [
    "a status came after the answer",
    tasksInputStatus,
    [
      slow,
      made("a"),
      asks,
      sent(ask(50, "tasks/get", { taskId: "a" })),
      sent(done(90)),
      received(done(50, { status: "working" })),
    ],
    noOpen,
  ],
  ["another task is at work", tasksInputStatus, [slow, made("a"), asks, got("b", "working")], noOpen],
  ["a task of another client is at work", tasksInputStatus, [slow, made("a"), asks, on(2, got("a", "working"))], noOpen],
  [
    "a question names no task",
    tasksInputStatus,
    [slow, made("a"), wish("elicitation/create"), asked("tasks/get", {}, gives({ status: "working" }))],
    noOpen,
  ],
  ["a task begins working", tasksBeginWorking, [slow, made("a")], kept(5)],
  [
    "a task begins completed",
    tasksBeginWorking,
    [slow, made("a", { status: "completed" })],
    broken('a new task has the status "completed"', 5),
  ],
  ["ids are unique", tasksIdUnique, [slow, made("a"), made("b")], kept(5, 7)],
  ["an id is given twice", tasksIdUnique, [slow, made("a"), made("a")], broken('taskId "a" was given twice', 7)],
  ["an id is given by two processes", tasksIdUnique, [slow, made("a"), opened({ connection: 2 }), on(2, made("a"))], kept(5, 8)],
  ["an id is a number", tasksIdUnique, [slow, made(7)], broken("taskId is 7", 5)],
  ["an id is missing", tasksIdUnique, [slow, slowly(gives({ task: {} }))], broken("taskId is missing", 5)],
  ["a task has its times", tasksTimestamps, [got("a", "working", stamps)], kept(3)],
  [
    "a task has no time of creation",
    tasksTimestamps,
    [got("a", "working", { lastUpdatedAt: stamps.lastUpdatedAt })],
    broken("createdAt in tasks/get is missing", 3),
  ],
  [
    "a task has a wrong time of its update",
    tasksTimestamps,
    [told("a", "working"), got("a", "working", { ...stamps, lastUpdatedAt: "now" })],
    broken('createdAt in notifications/tasks/status is missing; lastUpdatedAt in tasks/get is "now"', 2, 4),
  ],
  [
    "a time is a number",
    tasksTimestamps,
    [got("a", "working", { ...stamps, createdAt: 7 })],
    broken("createdAt in tasks/get is 7", 3),
  ],
  ["a task is kept for ever", tasksTtlPresent, [got("a", "working", { ttl: null })], kept(3)],
  ["a task is kept a while", tasksTtlPresent, [got("a", "working", { ttl: 1 })], kept(3)],
  ["it is not said how long a task is kept", tasksTtlPresent, [got("a", "working")], broken("ttl is missing", 3)],
  [
    "it is said in words how long a task is kept",
    tasksTtlPresent,
    [got("a", "working", { ttl: "1 h" })],
    broken('ttl is "1 h"', 3),
  ],
  ["it is said where nobody asked", tasksTtlPresent, [cancelled("cancelled")], untested(`no task was asked for; ${none}`)],
  ["a task stays completed", tasksTerminalStays, [got("a", "completed"), got("a", "completed")], kept(3, 5)],
  [
    "a task goes on after it completed",
    tasksTerminalStays,
    [got("a", "completed"), got("a", "working")],
    broken('task a went from completed to "working"', 5),
  ],
  [
    "a task failed after it completed",
    tasksTerminalStays,
    [got("a", "completed"), got("a", "failed")],
    broken('task a went from completed to "failed"', 5),
  ],
  [
    "a task that was cancelled completes and fails",
    tasksTerminalStays,
    [cancelled("cancelled"), told("a", "completed"), told("a", "failed")],
    broken('task a went from cancelled to "completed"; task a went from cancelled to "failed"', 4, 5),
  ],
  ["another task is at work", tasksTerminalStays, [got("a", "completed"), got("b", "working")], kept(3)],
  [
    "a task is at work by an answer that was asked for before",
    tasksTerminalStays,
    [sent(ask(50, "tasks/get", { taskId: "a" })), got("a", "completed"), received(done(50, { taskId: "a", status: "working" }))],
    kept(4),
  ],
  [
    "a task failed by an answer that was asked for before",
    tasksTerminalStays,
    [sent(ask(50, "tasks/get", { taskId: "a" })), got("a", "completed"), received(done(50, { taskId: "a", status: "failed" }))],
    broken('task a went from completed to "failed"', 5),
  ],
  [
    "a task does not end",
    tasksTerminalStays,
    [got("a", "working"), got("a", "input_required")],
    untested(`no task was seen to end; ${none}`),
  ],
  ...["working", "input_required", "completed", "failed", "cancelled"].map(
    (status) => [`a status is ${status}`, tasksStatusKnown, [got("a", status)] as readonly Part[], kept(3)] as const,
  ),
  ["a status is another", tasksStatusKnown, [got("a", "done")], broken('the status is "done"', 3)],
  ["a status is missing", tasksStatusKnown, [tasks("a")], broken("the status is missing", 3)],
  ["a task failed and says why", tasksFailedMessage, [got("a", "failed", { statusMessage: "no" })], kept(3)],
  [
    "a task failed with an empty word",
    tasksFailedMessage,
    [got("a", "failed", { statusMessage: "" })],
    broken("a failed task without statusMessage", 3),
  ],
  ["a task failed without a word", tasksFailedMessage, [told("a", "failed")], broken("a failed task without statusMessage", 2)],
  ["no task failed", tasksFailedMessage, [got("a", "cancelled")], idle(`no task failed; ${none}`)],
  [
    "a tool failed, and its task completed",
    tasksErrorFails,
    [slow, made("a"), fetched("a", breaks()), got("a", "completed")],
    broken("the result has isError, and the task completed", 9),
  ],
  ["a tool failed, and its task failed", tasksErrorFails, [slow, made("a"), fetched("a", breaks()), got("a", "failed")], kept(9)],
  [
    "a tool failed, and another task completed",
    tasksErrorFails,
    [slow, made("a"), fetched("a", breaks()), got("b", "completed")],
    idle("no task ended with an error of its tool"),
  ],
  [
    "a tool failed, and its task had been asked for before",
    tasksErrorFails,
    [slow, made("a"), got("a", "completed"), fetched("a", breaks())],
    idle("no task ended with an error of its tool"),
  ],
  [
    "a tool failed, and a notification told of it",
    tasksErrorFails,
    [slow, made("a"), fetched("a", breaks()), told("a", "completed")],
    idle("no task ended with an error of its tool"),
  ],
  [
    "a tool worked, and its task completed",
    tasksErrorFails,
    [slow, made("a"), fetched("a"), got("a", "completed")],
    idle("no task ended with an error of its tool"),
  ],
  [
    "a task nobody made failed",
    tasksErrorFails,
    [slow, fetched("a", breaks()), got("a", "completed"), made("b")],
    idle("no task ended with an error of its tool"),
  ],
])("of the states of tasks it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

it.each<readonly [string, readonly Part[], object]>([
  ["the same at once", [plain, slowly(works()), plain], same(5)],
  ["something else at once", [plain, slowly(works("other")), plain], otherwise(5)],
  [
    "something else beside the text",
    [plain, slowly(gives({ content: [{ type: "text", text: "done" }], structuredContent: 1 })), plain],
    otherwise(5),
  ],
  [
    "the same with what tells of the task",
    [plain, slowly(gives({ content: [{ type: "text", text: "done" }], _meta: { a: 1 } })), plain],
    same(5),
  ],
  ["the same at last", [plain, made("a", {}, { arguments: {} }), fetched("a", works()), plain], same(7)],
  ["something else at last", [plain, made("a", {}, { arguments: {} }), fetched("a", works("other")), plain], otherwise(7)],
  ["a failure at last", [plain, made("a", {}, { arguments: {} }), fetched("a", breaks()), plain], noneDone],
  ["no content at last", [plain, made("a", {}, { arguments: {} }), fetched("a", gives({})), plain], noneDone],
  ["the result of another task", [plain, made("a", {}, { arguments: {} }), fetched("b", works()), plain], noneDone],
  ["a task without an id", [plain, slowly(gives({ task: {} })), asked("tasks/result", {}, works()), plain], noneDone],
  ["something that is not the same otherwise", [plain, called("slow", {}, works("other")), slowly(works()), plain], varying],
  ["what it gives otherwise, which fails once", [plain, called("slow", {}, breaks()), slowly(works()), plain], varying],
  ["what it failed to give otherwise", [called("slow", {}, breaks()), slowly(works()), called("slow", {}, breaks())], varying],
  ["what it gave each time it was not silent", [plain, called("slow", {}), slowly(works("other")), plain], otherwise(6)],
  ["what it gave before and was not asked for again", [plain, slowly(works())], varying],
  ["what it gave only after", [slowly(works()), plain], varying],
  ["what it gave once and was silent to before", [called("slow", {}), slowly(works("other")), plain], varying],
  [
    "what it gives for other arguments",
    [called("slow", { a: 1 }, works()), slowly(works()), called("slow", { a: 1 }, works())],
    varying,
  ],
  ["what it gave while the task was at work", [plain, made("a", {}, { arguments: {} }), plain, fetched("a", works())], varying],
  ["what another tool gives", [called("add", {}, works()), slowly(works()), called("add", {}, works())], varying],
])("what a tool gives as a task is compared where that is %s", (_title, parts, wanted) => {
  expect(tasksSameAnswer.verify(conversation(parts))).toEqual(wanted);
});
