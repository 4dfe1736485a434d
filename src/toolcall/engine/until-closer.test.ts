import { describe, expect, it } from "vitest";
import { createWindow, extend } from "../window/window.ts";
import { createUntilCloser } from "./until-closer.ts";

/** Reads chunks up to a closer: the text of each step, whether the closer was found, and what is left in the window. */
function read(closer: string, chunks: readonly string[]): { texts: string[]; found: boolean; rest: string } {
  const w = createWindow();
  const texts: string[] = [];
  let text = "";
  const reader = createUntilCloser(w, closer, (piece) => {
    text += piece;
  });
  for (const [index, chunk] of chunks.entries()) {
    w.final = index === chunks.length - 1;
    extend(w, chunk);
    text = "";
    const over = reader.step();
    texts.push(text);
    if (over) break;
  }
  return { texts, found: reader.found, rest: w.buf.slice(w.pos) };
}

describe("text up to a closer", () => {
  it.each([
    ["ends in front of it", ["ab</v>c"], ["ab"], "c"],
    ["may be empty", ["</v>c"], [""], "c"],
    ["ends at the first of two", ["a</v>b</v>"], ["a"], "b</v>"],
    ["comes out as it arrives", ["ab", "cd", "</v>"], ["ab", "cd", ""], ""],
    ["is held back where the closer may have begun", ["ab<", "/v>c"], ["ab", ""], "c"],
    ["is held back where all but the end of the closer is there", ["ab</v", ">c"], ["ab", ""], "c"],
    ["is handed on when the closer had not begun", ["ab</", "w</v>"], ["ab", "</w"], ""],
    ["is held back from the later beginning of two", ["a<<", "/v>"], ["a<", ""], ""],
    ["is not held back for the end of a closer", ["a/v>", "</v>"], ["a/v>", ""], ""],
    ["may hold other tags", ["<b></b>", "</v>"], ["<b></b>", ""], ""],
  ])("%s", (_title, chunks, texts, rest) => {
    expect(read("</v>", [...chunks, ""])).toEqual({ texts, found: true, rest });
  });

  it.each([
    ["is all there is", ["ab", "c"], ["ab", "c"]],
    ["gives the beginning of one back", ["ab</v", ""], ["ab", "</v"]],
  ])("without a closer %s", (_title, chunks, texts) => {
    expect(read("</v>", chunks)).toEqual({ texts, found: false, rest: "" });
  });

  it.each([
    ["holds the longest beginning back", "]]>", ["a]]", "]>"], ["a", "]"]],
    ["whose beginning comes twice in it is found when the first was false", "ababc", ["xabab", "abc"], ["x", "ab"]],
    ["of one character holds nothing back", "|", ["ab", "|"], ["ab", ""]],
  ])("with a closer that repeats itself, or cannot be cut, %s", (_title, closer, chunks, texts) => {
    expect(read(closer, [...chunks, ""])).toEqual({ texts, found: true, rest: "" });
  });

  it("does not take a part of the text that was read before for the beginning of a closer", () => {
    const w = createWindow();
    const texts: string[] = [];
    w.buf = "<<x";
    w.pos = 2;
    createUntilCloser(w, "<x</v>", (piece) => texts.push(piece)).step();
    expect(texts).toEqual(["x"]);
  });
});
