import { describe, expect, it } from "vitest";
import { asksItself, cancelsByRequest, pollsInTime, pollsToTheEnd } from "../../../../src/check/rules/clients/task-waiting.ts";
import type { JsonObject } from "../../../../src/jsonrpc/json.ts";
import { at, type Line, note, opened, sent, smallTrace } from "../../../support/traces/small-trace.ts";
import { asks, calling, driven, fell, gets, poll, reported, taskCall, tells } from "./client-traces.ts";

const rule = { id: "tasks.rule", spec: { "2025-11-25": "x" }, kind: "core" } as const;
const none = (reason: string) => ({ kind: "not-applicable", reason });
const satisfied = (...evidence: readonly number[]) => ({ kind: "satisfied", evidence });
const wrong = (evidence: readonly number[], message: string, more: object = {}) => ({
  kind: "violated",
  evidence,
  message,
  ...more,
});
const noTask = none("the client had no call answered by a task");

/** A task of this interval, given at 0 ms, that is asked for at these times. */
const polled = (times: readonly number[], state: JsonObject = { pollInterval: 100 }): Line[] => [
  opened(),
  ...taskCall(state).map((line) => at(0, line)),
  ...times.flatMap((ms, index) => poll(index).map((line) => at(ms, line))),
];

describe("a task with an interval of 100 ms", () => {
  const unseen = none("the client polled no task that names an interval, or only once and before it was over");
  const hasty = (times: number, elapsed: number, interval = 100) =>
    `it asked ${times} times in ${elapsed} ms, where the interval is ${interval} ms`;
  it.each<readonly [string, readonly Line[], object]>([
    ["is never asked for", polled([]), unseen],
    ["is asked for once and at once", polled([99]), unseen],
    ["is asked for once and in time", polled([100]), satisfied(4)],
    ["is asked for three times at once, which is granted", polled([0, 0, 0]), satisfied(8)],
    ["is asked for four times at once", polled([0, 0, 0, 0]), wrong([10], hasty(4, 0), { timing: true })],
    ["is asked for five times in its interval, which is granted", polled([10, 20, 30, 40, 100]), satisfied(12)],
    ["is asked for six times in its interval", polled([10, 20, 30, 40, 50, 100]), wrong([14], hasty(6, 100), { timing: true })],
    [
      "is asked for six times in a fraction of a millisecond",
      polled([0, 0, 0, 0, 0, 0.4]),
      wrong([14], hasty(6, 0), { timing: true }),
    ],
    ["has no interval", polled([0, 0, 0, 0], {}), unseen],
    ["has an interval in words", polled([0, 0, 0, 0], { pollInterval: "100" }), unseen],
    ["has the interval of the extension", polled([0, 0, 0, 0], { pollIntervalMs: 100 }), unseen],
    [
      "named a shorter one later",
      [...polled([10, 20, 30, 40, 50]), ...poll(7, "working", { pollInterval: 40 }).map((line) => at(60, line))],
      satisfied(14),
    ],
  ])("%s", (_title, lines, outcome) => {
    expect(pollsInTime(rule).verify(smallTrace("client", lines))).toEqual(outcome);
  });
});

describe("a client that waits for a task", () => {
  const left = "it asked no further while the task was working, and the call failed";
  const story = (more: readonly Line[], told: JsonObject = {}): Line[] => [...driven([calling(told)]), ...taskCall(), ...more];
  it.each<readonly [string, readonly Line[], object]>([
    ["never asks", story([fell]), noTask],
    ["asks until it is completed", story([...poll(1), ...poll(2, "completed"), reported(0, { ok: true })]), satisfied(7)],
    ["asks until it has failed", story([...poll(1, "failed"), fell]), satisfied(5)],
    ["asks until it is cancelled", story([...poll(1, "cancelled"), fell]), satisfied(5)],
    ["asks until it wants input", story([...poll(1, "input_required"), fell]), satisfied(5)],
    ["asks once and lets the call fail", story([...poll(1), ...poll(2), fell]), wrong([7], left)],
    ["asks once and then for the result", story([...poll(1), asks(2, "tasks/result", { taskId: "t" }), fell]), satisfied(5)],
    ["asks once, and the call is good", story([...poll(1), reported(0, { ok: true })]), satisfied(5)],
    ["asks once, and its driver says nothing", story(poll(1)), noTask],
    ["asks once and cancels", story([...poll(1), asks(2, "tasks/cancel", { taskId: "t" }), fell]), noTask],
    ["asks once and was told to cancel", story([...poll(1), fell], { cancelAfterMs: 10 }), satisfied(5)],
    ["asks once and was told to give up", story([...poll(1), fell], { timeoutMs: 10 }), satisfied(5)],
  ])("%s", (_title, lines, outcome) => {
    expect(pollsToTheEnd(rule).verify(smallTrace("client", lines))).toEqual(outcome);
  });

  const never = "the call failed, and the task was never asked for";
  const news = sent(note("notifications/tasks/status", { taskId: "t", status: "completed" }));
  it.each<readonly [string, readonly Line[], object]>([
    ["asks how it is", story([...poll(1), fell]), satisfied(5)],
    ["asks for its result", story([asks(2, "tasks/result", { taskId: "t" }), fell]), satisfied(5)],
    ["asks for both, how it is first", story([asks(2, "tasks/result", { taskId: "t" }), ...poll(1), fell]), satisfied(6)],
    ["does not ask, and the call fails", story([fell]), wrong([5], never)],
    ["does not ask, and hands over the task", story([reported(0, { ok: true })]), satisfied(5)],
    ["does not ask, and was told to cancel", story([fell], { cancelAfterMs: 10 }), satisfied(5)],
    ["is told of it unasked", story([news, fell]), noTask],
    [
      "is told of another task unasked",
      story([sent(note("notifications/tasks/status", { taskId: "u" })), fell]),
      wrong([6], never),
    ],
    ["cancels it", story([asks(2, "tasks/cancel", { taskId: "t" }), fell]), noTask],
    ["says nothing of it", story([]), noTask],
  ])("%s, unless a notification told it", (_title, lines, outcome) => {
    expect(asksItself({ ...rule, level: "MUST", title: "x" }).verify(smallTrace("client", lines))).toEqual(outcome);
  });
});

describe("a client that gives a task up", () => {
  const unseen = none("the client gave up no call that had become a task");
  const message = "it sent notifications/cancelled for a call that had become a task";
  const cancelled = (requestId: string | number, connection = 1): Line =>
    tells("notifications/cancelled", { requestId }, connection);
  const story = (...more: readonly Line[]): Line[] => [opened(), opened({ connection: 2 }), ...taskCall(), ...more];
  const ask = (id: number): Line => asks(id, "tasks/cancel", { taskId: "t" });
  it.each<readonly [string, readonly Line[], object]>([
    ["does not say so", story(), unseen],
    ["cancels the task, the first time counts", story(ask(1), gets(1, {}), ask(2)), satisfied(5)],
    ["cancels the call after it asked for the task", story(...poll(1), cancelled("call")), wrong([7], message)],
    ["cancels the call at once, once is not certain", story(cancelled("call")), wrong([5], message, { timing: true })],
    ["cancels the call and asks for the task then", story(cancelled("call"), ...poll(1)), wrong([5], message, { timing: true })],
    ["cancels the call and the task", story(...poll(1), ask(2), cancelled("call")), wrong([8], message)],
    ["cancels another call", story(cancelled("other")), unseen],
    ["cancels on another connection", story(cancelled("call", 2)), unseen],
    [
      "cancels the call before it had the task",
      [
        opened(),
        asks("call", "tools/call", { name: "work", task: {} }),
        cancelled("call"),
        gets("call", { task: { taskId: "t" } }),
      ],
      unseen,
    ],
  ])("%s", (_title, lines, outcome) => {
    expect(cancelsByRequest({ ...rule, level: "MUST" }).verify(smallTrace("client", lines))).toEqual(outcome);
  });
});
