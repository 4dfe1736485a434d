import { expect, test } from "vitest";
import { disagreement, wrongDeltas, wrongWith } from "./compare-answer.ts";
import type { CorpusCase } from "../corpus.ts";
import type { ParserAnswer } from "./parser-answer.ts";

const one: CorpusCase = {
  id: "x",
  title: "x",
  group: "calls",
  level: "must",
  input: "",
  expect: {
    content: "a\nb",
    reasoning: "r",
    calls: [{ name: "f", arguments: '{"n": 9007199254740993}', id: "i1" }],
    diagnostic: "unclosed",
  },
  alternatives: [{ content: "a", because: "P8" }],
  policy: ["P1"],
  source: ["here"],
};
const right: ParserAnswer = {
  content: "a\nb",
  reasoning: "r",
  calls: [{ name: "f", arguments: '{"n":9007199254740993}', id: "i1" }],
};

test.each<[string, Partial<ParserAnswer>, RegExp | undefined]>([
  ["the expected answer", {}, undefined],
  ["an alternative content", { content: "a" }, undefined],
  ["another content", { content: "ab" }, /content "ab"/],
  ["another reasoning", { reasoning: "" }, /reasoning ""/],
  ["a call less", { calls: [] }, /0 calls \(none\), expected 1 \(f\)/],
  ["another name", { calls: [{ name: "g", arguments: '{"n":9007199254740993}' }] }, /call 0 is "g"/],
  ["a rounded number", { calls: [{ name: "f", arguments: '{"n":9007199254740992}' }] }, /arguments of call 0/],
  ["arguments that are not an object", { calls: [{ name: "f", arguments: null }] }, /no JSON object/],
  ["another id", { calls: [{ name: "f", arguments: '{"n":9007199254740993}', id: "i2" }] }, /id of call 0/],
  ["no id at all", { calls: [{ name: "f", arguments: '{"n":9007199254740993}' }] }, undefined],
  ["diagnostics without the one that belongs", { diagnostics: ["malformed"] }, /no diagnostic "unclosed"/],
  ["diagnostics with it", { diagnostics: ["repaired", "unclosed"] }, undefined],
])("%s", (_what, change, reason) => {
  const wrong = wrongWith({ ...right, ...change }, one, "exact");
  expect(wrong ?? "right").toMatch(reason ?? /^right$/);
});

test("whitespace can be left out of account, letters cannot", () => {
  expect(wrongWith({ ...right, content: " a b\n" }, one, "but for whitespace")).toBeUndefined();
  expect(wrongWith({ ...right, content: " a b\n" }, one, "exact")).toBeDefined();
  expect(wrongWith({ ...right, content: "a c" }, one, "but for whitespace")).toBeDefined();
  expect(disagreement({ ...right, content: "a b" }, right, "but for whitespace")).toBeUndefined();
  expect(disagreement({ ...right, content: "a b" }, right, "exact")).toBeDefined();
});

test("what is not told is not compared", () => {
  expect(wrongWith({ content: right.content, calls: right.calls }, one, "exact")).toBeUndefined();
});

const calls = [{ name: "f", arguments: '{"a":1}' }];

test.each<[string, ParserAnswer["deltas"], RegExp | undefined]>([
  [
    "add up",
    [
      { index: 0, name: "f" },
      { index: 0, arguments: '{"a"' },
      { index: 0, arguments: ": 1}" },
    ],
    undefined,
  ],
  [
    "restart after a call that was taken back",
    [
      { index: 0, name: "g" },
      { index: 0, aborted: true },
      { index: 0, name: "f", arguments: '{"a":1}' },
    ],
    undefined,
  ],
  [
    "name a call twice",
    [
      { index: 0, name: "f" },
      { index: 0, name: "f" },
    ],
    /named twice/,
  ],
  ["come before the name", [{ index: 0, arguments: "{" }], /no name yet/],
  ["leave a number out", [{ index: 1, name: "f" }], /named as number 0/],
  [
    "miss the last brace",
    [
      { index: 0, name: "f" },
      { index: 0, arguments: '{"a":1' },
    ],
    /add up to/,
  ],
  ["are missing for a call", [], /deltas of 0 calls, but 1/],
  ["name another function", [{ index: 0, name: "h", arguments: '{"a":1}' }], /streamed as "h"/],
])("deltas that %s", (_what, deltas, reason) => {
  const wrong = wrongDeltas({ content: "", calls, deltas: deltas ?? [] });
  expect(wrong ?? "right").toMatch(reason ?? /^right$/);
});
