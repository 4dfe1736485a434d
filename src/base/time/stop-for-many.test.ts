import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { stopForMany } from "./stop-for-many.ts";

test("any number of those who go on side by side may listen to a stop for many", async () => {
  const warnings: string[] = [];
  const warned = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", warned);
  const { signal } = stopForMany();
  for (let listener = 0; listener < 20; listener += 1) signal.addEventListener("abort", () => undefined);
  await setImmediate();
  process.off("warning", warned);
  expect(warnings).toEqual([]);
});
