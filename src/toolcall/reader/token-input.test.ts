import { describe, expect, it } from "vitest";
import { createTokenInput } from "./token-input.ts";

const [open, close] = ["<call>", "</call>"];
const tokens = { [open]: 7, [close]: 8 };

describe("text with token ids", () => {
  it.each<[string, string, readonly number[], string, readonly number[]]>([
    ["without any stays as it is", "Hi.", [], "Hi.", []],
    ["of no markers stays as it is", "Hi.", [1, 2], "Hi.", []],
    ["holds a marker whose id is there", "a<call>b", [1, 7, 2], "a<call>b", [101]],
    ["holds equal text of other tokens", "a<call>b", [1, 2], "a<call>b", []],
    ["holds both markers", "<call>{}</call>", [7, 1, 8], "<call>{}</call>", [100, 108]],
    ["holds a marker and equal text behind it", "<call><call>", [7, 1], "<call><call>", [100]],
    ["holds a marker twice", "<call>a<call>", [7, 1, 7], "<call>a<call>", [100, 107]],
    ["gets a marker whose text was dropped", "", [7], "<call>", [100]],
    ["gets a marker in front of its text", "{}", [7, 1], "<call>{}", [100]],
    ["gets both markers where nothing is between them", "", [7, 8], "<call></call>", [100, 106]],
    ["gets a marker behind one that is there", "a<call>", [1, 7, 8], "a<call></call>", [101, 107]],
  ])("%s", (_title, text, ids, parsed, special) => {
    const input = createTokenInput(tokens);
    expect(input.active()).toBe(false);
    expect(input.take(text, ids, 100)).toBe(parsed);
    expect(input.active()).toBe(true);
    const marked = Array.from({ length: 20 }, (_, at) => 100 + at).filter(
      (at) => input.guard(open, at) || input.guard(close, at),
    );
    expect(marked).toEqual(special);
  });

  it("stays as it is in formats of which no ids are known, where every marker counts", () => {
    const input = createTokenInput({});
    expect(input.take("a<call>", [7], 0)).toBe("a<call>");
    expect([input.active(), input.guard(open, 1), input.guard(open, 2)]).toEqual([false, true, true]);
  });
});

it("a marker counts by the tokens in it, and without any of them as it stands", () => {
  const input = createTokenInput(tokens);
  input.take("x\n<call> <call>", [1, 7, 2], 10);
  expect(input.guard("\n<call>", 11)).toBe(true);
  expect(input.guard("\n<call>", 12)).toBe(false);
  expect(input.guard("<call> <call>", 12)).toBe(true);
  expect(input.guard("<call></call>", 12)).toBe(false);
  expect(input.guard("<think>", 3)).toBe(true);
});

describe("offsets in the parsed text point into the input", () => {
  const spansOf = (
    pieces: readonly (readonly [string, readonly number[]])[],
    spans: readonly (readonly [number, number])[],
  ): unknown => {
    const input = createTokenInput(tokens);
    let at = 0;
    for (const [text, ids] of pieces) at += input.take(text, ids, at).length;
    const events = spans.map(([start, end]) => ({ type: "text", text: "x", start, end }) as const);
    return input.mapSpans(events).map(({ start, end }) => [start, end]);
  };

  it.each([
    [
      "as they are where nothing was dropped",
      [
        ["a", [1]],
        ["<call>{}", [7, 1]],
      ],
      [
        [0, 1],
        [1, 9],
      ],
      [
        [0, 1],
        [1, 9],
      ],
    ],
    [
      "in front of a dropped marker",
      [
        ["abc", [1]],
        ["", [7]],
      ],
      [
        [0, 1],
        [1, 3],
      ],
      [
        [0, 1],
        [1, 3],
      ],
    ],
    [
      "over a dropped marker",
      [
        ["a", [1]],
        ["", [7]],
        ["bc", [2]],
      ],
      [
        [1, 7],
        [7, 9],
        [0, 9],
      ],
      [
        [1, 1],
        [1, 3],
        [0, 3],
      ],
    ],
    [
      "into a dropped marker",
      [
        ["a", [1]],
        ["", [7]],
      ],
      [
        [1, 4],
        [4, 7],
      ],
      [
        [1, 1],
        [1, 1],
      ],
    ],
    [
      "over two dropped markers",
      [
        ["", [7]],
        ["ab", [1]],
        ["", [8]],
        ["c", [2]],
      ],
      [
        [0, 6],
        [6, 8],
        [8, 15],
        [15, 16],
      ],
      [
        [0, 0],
        [0, 2],
        [2, 2],
        [2, 3],
      ],
    ],
  ] as const)("%s", (_title, pieces, spans, mapped) => {
    expect(spansOf(pieces, spans)).toEqual(mapped);
  });
});
