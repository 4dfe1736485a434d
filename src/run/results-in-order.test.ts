import { expect, test } from "vitest";
import { deferred } from "../base/time/deferred.ts";
import { resultsInOrder } from "./results-in-order.ts";

test("a slow item does not keep later ones from being begun, and comes first all the same", async () => {
  const first = deferred<string>();
  const begun: string[] = [];
  const results = resultsInOrder(["a", "b", "c", "d"], 2, async (item) => {
    begun.push(item);
    if (item === "d") first.resolve("a, late");
    return item === "a" ? await first.promise : item;
  });
  const seen: string[] = [];
  for await (const result of results) seen.push(result);
  expect(begun).toEqual(["a", "b", "c", "d"]);
  expect(seen).toEqual(["a, late", "b", "c", "d"]);
});

test("no more are worked on at a time than there are workers", async () => {
  let active = 0;
  let most = 0;
  const results = resultsInOrder([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    most = Math.max(most, (active += 1));
    await Promise.resolve();
    active -= 1;
    return item;
  });
  const seen: number[] = [];
  for await (const result of results) seen.push(result);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test("a failure is thrown in its place, and nothing is begun after it was read", async () => {
  const begun: number[] = [];
  const results = resultsInOrder([1, 2, 3, 4], 1, async (item) => {
    begun.push(item);
    await Promise.resolve();
    if (item === 2) throw new Error("no");
    return item;
  });
  const seen: number[] = [];
  const read = async (): Promise<void> => {
    for await (const result of results) seen.push(result);
  };
  await expect(read()).rejects.toThrow("no");
  expect(seen).toEqual([1]);
  expect(begun).not.toContain(4);
});

test("whoever stops reading ends what was begun, and waits for it", async () => {
  const ended: number[] = [];
  const results = resultsInOrder([1, 2, 3, 4], 3, async (item, unread) => {
    if (item > 1) await new Promise<void>((resolve) => unread.addEventListener("abort", () => resolve()));
    ended.push(item);
    return item;
  });
  for await (const result of results) {
    expect(result).toBe(1);
    break;
  }
  expect(ended).toContain(1);
  expect(ended).toContain(2);
});
