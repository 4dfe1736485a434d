import { expect, test } from "vitest";
import { broadcast } from "../../src/report/broadcast.ts";

async function* numbers(asked: number[]): AsyncGenerator<number> {
  for (const number of [1, 2, 3]) {
    asked.push(number);
    yield await Promise.resolve(number);
  }
}

async function all(source: AsyncIterable<number> | undefined): Promise<number[]> {
  const seen: number[] = [];
  for await (const item of source ?? []) seen.push(item);
  return seen;
}

test("every reader gets every item, and the source is asked once for each", async () => {
  const asked: number[] = [];
  const [a, b, c] = broadcast(numbers(asked), 3);
  expect(await Promise.all([all(a), all(b)])).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
  expect(await all(c)).toEqual([1, 2, 3]);
  expect(asked).toEqual([1, 2, 3]);
});

test("a reader that stops early does not stop the others", async () => {
  const [a, b] = broadcast(numbers([]), 2);
  for await (const item of a ?? []) if (item === 1) break;
  expect(await all(b)).toEqual([1, 2, 3]);
});

test("an error of the source reaches every reader", async () => {
  const failing = async function* (): AsyncGenerator<number> {
    yield await Promise.resolve(1);
    throw new Error("broken");
  };
  const outcomes = await Promise.allSettled(broadcast(failing(), 2).map((reader) => all(reader)));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
