import { describe, expect, it } from "vitest";
import { createJsonWriter } from "./json-writer.ts";

/** What a writer is given: single characters as numbers, and texts, which stand in longer ones. */
type Piece = number | string;

function written(expected: number, pieces: readonly Piece[]): string {
  const writer = createJsonWriter();
  writer.expect(expected);
  for (const piece of pieces) {
    if (typeof piece === "number") writer.code(piece);
    else writer.slice(`<${piece}>`, 1, piece.length + 1);
  }
  return writer.take();
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === "number" ? String.fromCharCode(piece) : piece)).join("");
}

const digits = "0123456789";

describe("written is, in order,", () => {
  it.each<[string, readonly Piece[]]>([
    ["nothing", []],
    ["one character", [123]],
    ["a few characters", [123, 34, 97, 34, 58, 49, 125]],
    ["a few texts", ["{", '"a"', ":1", "}"]],
    ["texts without anything in them", ["", "a", ""]],
    ["what takes fewer bytes than are decoded at once", [digits, "abcde"]],
    ["what takes as many bytes as are decoded at once", [digits, "abcdef"]],
    ["a text of some length", [digits.repeat(4), "12345678"]],
    ["a text of the greatest length that is copied", [91, `${digits.repeat(4)}12345678`, 93]],
    ["a text that is too long to be copied", [91, `${digits.repeat(4)}123456789`, 93]],
    ["a text much longer than the others", [91, digits.repeat(500), 93, "end"]],
    ["the last character of one byte", ["a\u007fb", 127]],
    ["the first character of two bytes", [91, "a\u0080b", 93]],
    ["the first character of two bytes among many of one", [digits, digits, "a\u0080b", digits, digits]],
    ["letters of another script", ["x", "é", "東京", "y"]],
    ["a letter of another script at the end of a text", ["abc", "abcé", "def"]],
    ["a pair of surrogates", ["a", "😀", "b"]],
    ["a pair of surrogates in two pieces", ["a", "\ud83d", "\ude00", "b"]],
    ["more characters than there is room for at first", Array.from({ length: 1025 }, (_, at) => 97 + (at % 26))],
    ["as many characters as there is room for at first", Array.from({ length: 1024 }, (_, at) => 97 + (at % 26))],
    ["more texts than there is room for at first", Array.from({ length: 300 }, (_, at) => `${at},`)],
    ["texts that fill the room to the last byte", [...Array.from({ length: 32 }, () => "0123456789abcdef".repeat(2)), 93, "x"]],
    ["a text over the end of the room", [...Array.from({ length: 102 }, () => digits), "abcde", 93]],
    ["more than there is ever room for", Array.from({ length: 9000 }, (_, at) => `${at},`)],
    ["more characters than there is ever room for", Array.from({ length: 40_000 }, (_, at) => 97 + (at % 26))],
  ])("%s", (_title, pieces) => {
    for (const expected of [0, 63, 64, Number.POSITIVE_INFINITY]) expect(written(expected, pieces)).toBe(textOf(pieces));
  });
});

describe("what was taken", () => {
  it("is not taken again, and what comes later is", () => {
    const writer = createJsonWriter();
    writer.expect(100);
    writer.code(91);
    writer.slice("abc", 1, 2);
    expect(writer.take()).toBe("[b");
    expect(writer.take()).toBe("");
    writer.code(93);
    expect(writer.take()).toBe("]");
  });

  it("is all that was written before and after the next input was announced", () => {
    const writer = createJsonWriter();
    for (const [characters, text] of [
      [100, "abc"],
      [1, "def"],
      [100, "ghi"],
      [1000, "é"],
      [1, "jkl"],
    ] as const) {
      writer.expect(characters);
      writer.code(58);
      writer.slice(text, 0, text.length);
    }
    expect(writer.take()).toBe(":abc:def:ghi:é:jkl");
  });
});
