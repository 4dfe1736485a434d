import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { anySignal } from "./any-signal.ts";

test("a signal of several is aborted by any of them", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const any = anySignal(one.signal, other.signal);
  expect(any.aborted).toBe(false);
  other.abort("enough");
  expect([any.aborted, any.reason]).toEqual([true, "enough"]);
});

test("any number of those who wait may listen to it", async () => {
  const warnings: string[] = [];
  const warned = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", warned);
  const any = anySignal(new AbortController().signal);
  for (let listener = 0; listener < 20; listener += 1) any.addEventListener("abort", () => undefined);
  await setImmediate();
  process.off("warning", warned);
  expect(warnings).toEqual([]);
});
