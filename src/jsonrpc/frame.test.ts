import { describe, expect, test } from "vitest";
import { longestId, mostValues } from "./bounds.ts";
import { parseFrame } from "./frame.ts";

const filler = (values: number): string => `[${"[],".repeat(values)}0]`;

describe("a message that holds more than is read", () => {
  test.each<readonly [string, object]>([
    [`{"jsonrpc":"2.0","id":7,"result":{"x":${filler(mostValues)}}}`, { id: 7, mayAnswer: true }],
    [`{"result":{"x":${filler(mostValues)}},"jsonrpc":"2.0","id":"seven"}`, { id: "seven", mayAnswer: true }],
    [`{"id":7,"method":"ping","params":{"x":${filler(mostValues)}}}`, { id: 7, mayAnswer: false }],
    [`{"method":"notifications/x","params":{"x":${filler(mostValues)}}}`, { id: undefined, mayAnswer: false }],
    [`{"id":{"a":1},"result":${filler(mostValues)}}`, { id: undefined, mayAnswer: true }],
    [`[{"id":1,"result":${filler(mostValues)}}]`, { id: undefined, mayAnswer: true }],
    [filler(mostValues).slice(0, -1), { id: undefined, mayAnswer: true }],
  ])("is not parsed, only looked over: %.40s", (text, seen) => {
    expect(parseFrame(text)).toEqual({ kind: "too-large", why: `it holds more than ${mostValues} values`, defects: [], ...seen });
  });

  test("is read when it holds just as many as may be", () => {
    expect(parseFrame(`{"jsonrpc":"2.0","id":7,"result":{"x":${filler(mostValues - 6)}}}`).kind).toBe("result");
    expect(parseFrame(`{"jsonrpc":"2.0","id":7,"result":{"x":${filler(mostValues - 5)}}}`).kind).toBe("too-large");
  });

  test("is one too with an id that is longer than ids may be", () => {
    const id = "x".repeat(longestId + 1);
    expect(parseFrame(JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }))).toMatchObject({
      kind: "too-large",
      mayAnswer: false,
    });
    expect(parseFrame(JSON.stringify({ jsonrpc: "2.0", id: id.slice(1), method: "ping" })).kind).toBe("request");
    expect(parseFrame(JSON.stringify([{ jsonrpc: "2.0", id, result: {} }]))).toMatchObject({
      kind: "batch",
      items: [{ kind: "too-large", id: undefined, mayAnswer: true }],
    });
  });

  test("may be a text of many characters without being one", () => {
    expect(parseFrame(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { text: "[,".repeat(mostValues) } })).kind).toBe("result");
  });
});
