import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";
import { visible } from "./visible.ts";
import { visiblePieces } from "./visible-pieces.ts";

const acting = constantFrom(
  "#",
  "##",
  "[",
  "##vso[x]",
  "::",
  ":",
  " ",
  "\n",
  "\u001b",
  "\u0301",
  "\ud83d",
  "\ude00",
  "word",
  "x".repeat(80),
);

test("a text that comes in pieces is shown as it would be whole", () => {
  assert(
    property(array(oneof(acting, string({ unit: "binary", maxLength: 3 })), { maxLength: 12 }), (texts) => {
      const pieces = visiblePieces();
      const shown = texts.map((text) => pieces.push(text)).join("") + pieces.end();
      expect(shown).toBe(visible(texts.join(""), { multiline: true }));
    }),
  );
});

test("a command in two pieces is no command, and what is none is shown at once", () => {
  const pieces = visiblePieces();
  expect(["std", "::vector", " #", "#", "[error]x", "\n:", ":stop::x"].map((text) => pieces.push(text))).toEqual([
    "std",
    "::vector",
    " ",
    "",
    "#\\u{23}[error]x",
    "\n",
    "\\u{3a}:stop::x",
  ]);
});
