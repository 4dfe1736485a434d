import { expect, it } from "vitest";
import { createProcessGuard } from "./process-guard.ts";

it("a guard kills the groups that are running, and none that is gone", () => {
  const killed: string[] = [];
  const guard = createProcessGuard();
  expect(guard.size()).toBe(0);
  const [first] = ["first", "second"].map((name) => guard.add(() => void killed.push(name)));
  expect(guard.size()).toBe(2);
  guard.killAll();
  expect(killed).toEqual(["first", "second"]);
  first?.();
  first?.();
  expect(guard.size()).toBe(1);
  guard.killAll();
  expect(killed).toEqual(["first", "second", "second"]);
});

it("a guard knows two groups by two starts, also where both are killed alike", () => {
  let killed = 0;
  const kill = (): void => void (killed += 1);
  const guard = createProcessGuard();
  const [gone] = [guard.add(kill), guard.add(kill)];
  gone();
  expect(guard.size()).toBe(1);
  guard.killAll();
  expect(killed).toBe(1);
});
