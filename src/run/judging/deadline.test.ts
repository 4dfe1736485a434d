import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deadlineOf } from "./deadline.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A deadline, and what it called after how many ms. */
function watched(abort: AbortController) {
  const began = performance.now();
  const calls: [string, number][] = [];
  const note = (name: string) => () => void calls.push([name, performance.now() - began]);
  const limits = { hurryMs: 1000, endMs: 3000, leastMs: 1500 };
  return { calls, deadline: deadlineOf(abort.signal, limits, { hurry: note("hurry"), end: note("end") }) };
}

test("nothing is called while the run goes on", () => {
  const { calls, deadline } = watched(new AbortController());
  deadline.begin();
  vi.advanceTimersByTime(1_000_000);
  expect(calls).toEqual([]);
});

test("when the run is stopped, judging has the rest of its time", () => {
  const abort = new AbortController();
  const { calls } = watched(abort);
  vi.advanceTimersByTime(500);
  abort.abort(new DOMException("late", "TimeoutError"));
  vi.advanceTimersByTime(10_000);
  expect(calls).toEqual([
    ["hurry", 1500],
    ["end", 3500],
  ]);
});

test("who comes late has the least of it, counted from when it begins", () => {
  const abort = new AbortController();
  const { calls, deadline } = watched(abort);
  abort.abort(new DOMException("late", "TimeoutError"));
  vi.advanceTimersByTime(2500);
  deadline.begin();
  vi.advanceTimersByTime(10_000);
  expect(calls.slice(-1)).toEqual([["end", 4000]]);
});

test("who interrupts does not wait for the validators", () => {
  const abort = new AbortController();
  const { calls } = watched(abort);
  abort.abort("SIGINT");
  vi.advanceTimersByTime(10);
  expect(calls).toEqual([["hurry", 0]]);
});

test("what was cancelled is not called", () => {
  const abort = new AbortController();
  const { calls, deadline } = watched(abort);
  abort.abort("SIGINT");
  deadline.cancel();
  vi.advanceTimersByTime(10_000);
  expect(calls).toEqual([]);
});
