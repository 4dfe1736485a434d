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

test("of the ways beside splits so many are drawn as are wanted, and of many inputs all of them", () => {
  const named = (text: string, ways?: number): string[] =>
    chunkingsOf(text, { splits: 1, seed: 1, ways }).flatMap(({ name }) => (name.startsWith("split at") ? [] : [name]));
  const inputs = Array.from({ length: 100 }, (_, at) => `${input} ${at}`);
  expect(new Set(inputs.map((text) => named(text, 4).length))).toEqual(new Set([5]));
  expect(new Set(inputs.flatMap((text) => named(text, 4)))).toEqual(new Set(named(input)));
  expect(inputs.every((text) => named(text, 4).includes("token-like pieces"))).toBe(true);
});

test("an input of less than two units cannot be cut", () => {
  expect(chunkingsOf("", { splits: 9, seed: 1 })).toEqual([]);
  expect(chunkingsOf("x", { splits: 9, seed: 1 })).toEqual([]);
});
