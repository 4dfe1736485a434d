import { expect, test } from "vitest";
import type { WireExcerpt } from "../../run/wire/wire-excerpt.ts";
import { wirePair } from "./wire-pair.ts";

const event = (seq: number, direction: WireExcerpt["direction"], evidence = false): WireExcerpt =>
  ({ seq, direction, evidence, text: "{}" }) as WireExcerpt;
const shown = (...wire: WireExcerpt[]): readonly unknown[] => {
  const { shown: pair, left } = wirePair(wire);
  return [...pair.map(({ seq }) => seq), `${left} left`];
};

test("an answer stands with the request before it, a request with the answer after it", () => {
  const answer = [
    event(1, "sent"),
    event(2, "sent"),
    event(3, "received"),
    event(4, "received", true),
    event(5, "received", true),
  ];
  expect(shown(...answer)).toEqual([2, 4, "3 left"]);
  expect(shown(event(1, "received"), event(2, "sent", true), event(3, "harness"), event(4, "received"))).toEqual([
    2,
    4,
    "2 left",
  ]);
});

test("the head of an HTTP response stands with its body", () => {
  const head = { ...event(3, "received", true), text: "HTTP 400\n…" };
  expect(shown(event(1, "sent"), head, event(4, "received"), event(5, "received"))).toEqual([1, 3, 4, "1 left"]);
});

test("two events are shown as they are, and none is none", () => {
  expect(shown(event(5, "received", true), event(6, "harness", true))).toEqual([5, 6, "0 left"]);
  expect(shown()).toEqual(["0 left"]);
});
