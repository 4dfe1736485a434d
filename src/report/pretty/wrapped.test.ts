import { expect, test } from "vitest";
import { wrapped } from "./wrapped.ts";

test("text goes on below where it begins, after its label", () => {
  expect(wrapped("      saw:   one two three four five six seven eight", 40).split("\n")).toEqual([
    "      saw:   one two three four five six",
    "             seven eight",
  ]);
});

test("bytes break anywhere, and what is clicked or pasted nowhere", () => {
  expect(wrapped(`        ← #12 ${"x".repeat(40)}`, 44)).toBe(`        ← #12 ${"x".repeat(30)}\n              ${"x".repeat(10)}`);
  for (const whole of [
    "spec:  https://a.example/b#c",
    "again: mcpcheck run server -- node a.js",
    "mcpcheck run server --check a.b",
  ]) {
    const line = `      ${whole}${"y".repeat(60)}`;
    expect(wrapped(line, 44)).toBe(line);
  }
});

test("short lines, and a terminal without a width or with hardly any, leave text as it is", () => {
  const long = "word ".repeat(30);
  expect([wrapped("short", 80), wrapped(long, undefined), wrapped(long, 12)]).toEqual(["short", long, long]);
});
