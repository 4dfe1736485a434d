import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { tasksResolves, tasksTerminalStays } from "../../../../src/check/server/extensions/tasks-creation.ts";
import { ask, at, done, received, sent } from "../../../support/traces/small-trace.ts";
import { broken, conversation, gives, type Part, says, untested } from "../conversation.ts";
import { able, called, got, made } from "./handles.ts";

const noTask = untested("no tool that was called answered with a task");
const works = gives({ content: [] });

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "a task was asked for before it was seen to end",
    tasksTerminalStays,
    [
      made("a"),
      sent(ask(50, "tasks/get", { taskId: "a", ...able })),
      got("a", "completed"),
      received(done(50, { taskId: "a", status: "working" })),
    ],
    untested("no task was asked for again after it had ended"),
  ],
  [
    "a notification tells of work after the end",
    tasksTerminalStays,
    [made("a"), got("a", "completed"), says("notifications/tasks", { taskId: "a", status: "working" })],
    untested("no task was asked for again after it had ended"),
  ],
  [
    "a notification told of the end",
    tasksTerminalStays,
    [made("a"), says("notifications/tasks", { taskId: "a", status: "completed" }), got("a", "working")],
    untested("no task was asked for again after it had ended"),
  ],
  [
    "another task is at work",
    tasksTerminalStays,
    [made("a"), got("a", "completed"), got("b", "working")],
    untested("no task was asked for again after it had ended"),
  ],
  ["no task is known", tasksTerminalStays, [called(works)], noTask],
])("of the making of tasks by the extension it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});

it("the time of a task is counted from the answer that made it", () => {
  const parts = [
    sent(ask(2, "tools/call", { name: "slow", ...able })),
    at(500, received(done(2, { resultType: "task", taskId: "a", ttlMs: 100 }))),
  ];
  const later = (ms: number) => [
    at(ms, sent(ask(4, "tasks/get", { taskId: "a", ...able }))),
    at(900, received({ jsonrpc: "2.0", id: 4, error: { code: -32602, message: "no" } })),
  ];
  const verdict = (ms: number) => tasksResolves.verify(conversation([...parts, ...later(ms)], { revision: "2026-07-28" }));
  expect(verdict(599)).toEqual(broken("tasks/get for the task just given fails with -32602", 5));
  expect(verdict(600)).toEqual(noTask);
});
