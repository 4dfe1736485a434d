import { describe, expect, it } from "vitest";
import { readLossless } from "../value/lossless.ts";
import { spell } from "./spell.ts";

describe("a value is spelled", () => {
  it.each([
    ["text", '"a"', "'a'", '"a"'],
    [
      "text with what has to be escaped",
      String.raw`"\\ ' \" \n\r\t\u0001\u001f é"`,
      String.raw`'\\ \' " \n\r\t\x01\x1f é'`,
      '"\\ \' " \n\r\t\u0001\u001f é"',
    ],
    ["words", "[true, false, null]", "[True, False, None]", "[true,false,null]"],
    ["numbers", "[1.50, -0, 1e400]", "[1.50, -0, 1e400]", "[1.50,-0,1e400]"],
    ["an object", '{"a": {}, "b": ["x"]}', "{'a': {}, 'b': ['x']}", '{a:{},b:["x"]}'],
  ])("%s", (_title, written, python, bare) => {
    const value = readLossless(written) ?? { kind: "array", items: [] };
    expect([spell(value, "python"), spell(value, "bare")]).toEqual([python, bare]);
    expect(JSON.parse(spell(value, "json"))).toEqual(JSON.parse(written));
  });
});
