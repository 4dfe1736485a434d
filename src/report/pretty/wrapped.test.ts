import { stripVTControlCharacters } from "node:util";
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

test("what is coloured goes on where the same without colours does", () => {
  const plain = `        → #12 ${"x".repeat(40)}`;
  const coloured = wrapped(`\u001b[2m${plain}\u001b[22m`, 44);
  expect(stripVTControlCharacters(coloured)).toBe(wrapped(plain, 44));
  const saw = `      ${"saw".padEnd(7)}one two three four five six seven eight`;
  expect(stripVTControlCharacters(wrapped(saw.replace("saw", "\u001b[1msaw\u001b[22m"), 40))).toBe(wrapped(saw, 40));
});

test("short lines, and a terminal without a width or with hardly any, leave text as it is", () => {
  const long = "word ".repeat(30);
  expect([wrapped("short", 80), wrapped(long, undefined), wrapped(long, 12)]).toEqual(["short", long, long]);
});
