import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { timeLimit } from "./time-limit.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

test("comes, whatever is collected meanwhile, and also after other signals", async () => {
  const stop = new AbortController();
  const limit = AbortSignal.any([timeLimit(50, stop.signal), new AbortController().signal]);
  const over = once(limit, "abort");
  await setImmediate();
  collectGarbage();
  await over;
  expect(limit.reason).toMatchObject({ name: "TimeoutError", message: "not done within 50 ms" });
  expect(stop.signal.aborted).toBe(false);
});

test("ends with the first of the signals, for its reason", () => {
  const stop = new AbortController();
  const limit = timeLimit(60_000, new AbortController().signal, stop.signal);
  expect(limit.aborted).toBe(false);
  stop.abort("SIGINT");
  expect(limit.reason).toBe("SIGINT");
});

test("is over at once where a signal is", () => {
  expect(timeLimit(60_000, AbortSignal.abort("SIGTERM")).reason).toBe("SIGTERM");
});
