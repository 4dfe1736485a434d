import { expect, test } from "vitest";
import { chunkingsOf } from "./chunkings.ts";

const input = '<think>a 🏯\n</think>{"b": [1]}';

test("pieces add up to the input, whatever the chunking", () => {
  const all = chunkingsOf(input, { splits: 1000, seed: 3 });
  const texts = all.flatMap(({ chunks }) => (typeof chunks === "object" ? [chunks.join("")] : []));
  expect(new Set(texts)).toEqual(new Set([input]));
  expect(all.map(({ name }) => name)).toContain("bytes");
});

test("a short input is split in two at every position", () => {
  const splits = chunkingsOf(input, { splits: 1000, seed: 3 }).filter(({ name }) => name.startsWith("split at"));
  expect(splits.map(({ name }) => name)).toEqual(Array.from({ length: input.length - 1 }, (_, at) => `split at ${at + 1}`));
});

test("what is drawn follows the seed", () => {
  const drawn = (seed: number): string => JSON.stringify(chunkingsOf(input.repeat(9), { splits: 5, seed }));
  expect(drawn(1)).toBe(drawn(1));
  expect(drawn(1)).not.toBe(drawn(2));
});

test("an input of less than two units cannot be cut", () => {
  expect(chunkingsOf("", { splits: 9, seed: 1 })).toEqual([]);
  expect(chunkingsOf("x", { splits: 9, seed: 1 })).toEqual([]);
});
