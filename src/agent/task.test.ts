import { describe, expect, it } from "vitest";
import { isPrivateAddress } from "./address-guard.ts";
import { hopsOf } from "./hops.ts";
import { listTasks } from "./list-tasks.ts";
import { isFinal, newTask, stepTask, type TaskState, taskStates, type TaskStep } from "./task.ts";

const at = "2026-01-02T03:04:05.000Z";
const task = newTask({ id: "t", contextId: "c", messages: [], metadata: {} }, at);
const message = { id: "m", role: "agent", text: "done" } as const;

describe("a task", () => {
  const steps: readonly TaskStep[] = [
    { kind: "begin" },
    { kind: "say", text: "do" },
    { kind: "complete", message },
    { kind: "fail", error: "broken" },
    { kind: "cancel" },
  ];
  const possible: Readonly<Record<TaskState, readonly (TaskState | undefined)[]>> = {
    submitted: ["working", undefined, undefined, "failed", "canceled"],
    working: [undefined, "working", "completed", "failed", "canceled"],
    "input-required": [undefined, undefined, undefined, "failed", "canceled"],
    completed: [undefined, undefined, undefined, undefined, undefined],
    failed: [undefined, undefined, undefined, undefined, undefined],
    canceled: [undefined, undefined, undefined, undefined, undefined],
  };
  it.each(taskStates)("that is %s becomes only what it can, and a final state is final", (state) => {
    const now = { ...task, state };
    expect(steps.map((step) => stepTask(now, step, at)?.state)).toEqual(possible[state]);
    expect(isFinal(state)).toBe(possible[state].every((one) => one === undefined));
  });

  it("keeps what it says, and what came of it", () => {
    const working = stepTask(task, { kind: "begin" }, at);
    const spoken = working === undefined ? undefined : stepTask(working, { kind: "say", text: "do" }, "later");
    expect(spoken).toMatchObject({ result: "do", updatedAt: at });
    const done = spoken === undefined ? undefined : stepTask(spoken, { kind: "complete", message }, "later");
    expect(done).toMatchObject({ result: "done", messages: [message], createdAt: at, updatedAt: "later" });
  });
});

it("lists stay whole though tasks come between two pages", () => {
  const tasks = ["a", "b", "c", "d"].map((id, order) => ({ ...task, id, updatedAt: `2026-01-02T03:04:0${order}.000Z` }));
  const filter = { state: undefined, contextId: undefined, after: undefined, size: 2, token: "" };
  const first = listTasks(tasks, filter);
  expect(first?.tasks.map(({ id }) => id)).toEqual(["d", "c"]);
  const newer = { ...task, id: "e", updatedAt: "2026-01-02T03:04:09.000Z" };
  const rest = listTasks([...tasks, newer], { ...filter, token: first?.next ?? "" });
  expect([rest?.tasks.map(({ id }) => id), rest?.next]).toEqual([["b", "a"], ""]);
  expect(listTasks(tasks, { ...filter, after: "2026-01-02T03:04:02Z" })?.tasks.map(({ id }) => id)).toEqual(["d", "c"]);
  expect(listTasks(tasks, { ...filter, token: "nonsense" })).toBeUndefined();
});

it.each([
  ["127.0.0.1", true],
  ["10.255.0.1", true],
  ["172.15.0.1", false],
  ["172.16.0.1", true],
  ["172.32.0.1", false],
  ["192.168.1.1", true],
  ["169.254.169.254", true],
  ["100.64.0.1", true],
  ["0.0.0.0", true],
  ["224.0.0.1", true],
  ["255.255.255.255", true],
  ["198.51.100.7", true],
  ["8.8.8.8", false],
  ["::", true],
  ["::1", true],
  ["[::1]", true],
  ["fd00::1", true],
  ["fe80::1%eth0", true],
  ["ff02::1", true],
  ["::ffff:10.0.0.1", true],
  ["::ffff:7f00:1", true],
  ["::ffff:808:808", false],
  ["64:ff9b::a00:1", true],
  ["2606:4700::1111", false],
  ["nonsense", true],
])("the address %s is private: %s", (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate);
});

it.each([
  [undefined, 0],
  ["3", 3],
  ["-1", 0],
  ["many", 0],
  ["99999", 0],
])("the header %s means %i hops", (header, hops) => {
  expect(hopsOf(header)).toBe(hops);
});
