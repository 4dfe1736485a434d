import { expect, test, vi } from "vitest";
import { memoized, memoizedBy } from "./memoized.ts";

test("what was found out about an object is asked for once, also where it is nothing", () => {
  const find = vi.fn<(about: object) => undefined>();
  const found = memoized(find);
  const [one, other] = [{}, {}];
  found(one);
  found(one);
  found(other);
  expect(find.mock.calls).toEqual([[one], [other]]);
});

test("each key of each object has its own", () => {
  const find = vi.fn<(about: { name: string }, key: number) => string>((about, key) => `${about.name} ${key}`);
  const found = memoizedBy(find);
  const [one, other] = [{ name: "one" }, { name: "other" }];
  expect([found(one, 1), found(one, 2), found(other, 1), found(one, 1)]).toEqual(["one 1", "one 2", "other 1", "one 1"]);
  expect(find).toHaveBeenCalledTimes(3);
});
