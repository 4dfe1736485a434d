import { describe, expect, it } from "vitest";
import { scan } from "../../../test/support/scanned.ts";
import { createPythonScanner } from "./python-scanner.ts";

const raw = String.raw;

/** The text that a Python string stands for; it has to be all of the literal. */
function textOf(inside: string, quote = "'"): unknown {
  const read = scan(createPythonScanner, `${quote}${inside}${quote} `);
  expect(read).toMatchObject({ status: "done", rest: " " });
  return JSON.parse(read.json);
}

describe("in a Python string there may be", () => {
  it.each([
    ["nothing", "", ""],
    ["a bell", raw`\a`, "\u0007"],
    ["a backspace", raw`\b`, "\b"],
    ["a form feed", raw`\f`, "\f"],
    ["a line feed", raw`\n`, "\n"],
    ["a carriage return", raw`\r`, "\r"],
    ["a tab", raw`\t`, "\t"],
    ["a vertical tab", raw`\v`, "\v"],
    ["both quotes, escaped", raw`\"a\'`, `"a'`],
    ["an escaped quote before a digit", raw`\'7`, "'7"],
    ["a backslash, escaped", raw`\\`, "\\"],
    ["a backslash in front of a letter", raw`\\n`, "\\n"],
    ["a line that goes on behind its break", "one \\\ntwo", "one two"],
    ["a zero", raw`\0`, "\0"],
    ["one octal digit before other text", raw`\7x`, "\u0007x"],
    ["two octal digits before one that is none", raw`\418`, "!8"],
    ["two octal digits before a slash", raw`\41/`, "!/"],
    ["three octal digits", raw`\101`, "A"],
    ["three octal digits before one more", raw`\1011`, "A1"],
    ["the greatest octal number", raw`\777`, "\u01ff"],
    ["a digit that is not octal, whose backslash stays", raw`\8`, raw`\8`],
    ["a character that has to be escaped, as a number", raw`\x22\x5c\x0a\x27`, "\"\\\n'"],
    ["hexadecimal digits of either case", raw`\xe9\xE9\xaf\xFA`, "éé¯ú"],
    ["two hexadecimal digits before one more", raw`\x411`, "A1"],
    ["four hexadecimal digits", raw`\u00e9\u20AC`, "é€"],
    ["four hexadecimal digits before one more", raw`\u00411`, "A1"],
    ["a pair of surrogates", raw`\ud83d\ude00`, "😀"],
    ["eight hexadecimal digits", raw`\U0001F600`, "😀"],
    ["eight hexadecimal digits before one more", raw`\U000000411`, "A1"],
    ["the last character of all", raw`\U0010ffff`, "\u{10ffff}"],
    ["a number behind the last character, which stays as it is", raw`\U00110000`, raw`\U00110000`],
    ["too few digits of two, which stay as they are", raw`\x4 `, raw`\x4 `],
    ["too few digits of two before a letter that is none", raw`\x4g`, raw`\x4g`],
    ["no digits of two", raw`\xyz`, raw`\xyz`],
    ["too few digits of four", raw`\u20A.`, raw`\u20A.`],
    ["too few digits of eight", raw`\U0001F60.`, raw`\U0001F60.`],
    ["too few digits before another escape", raw`\x4\n`, "\\x4\n"],
    ["too few digits before the end", raw`\u20A`, raw`\u20A`],
    ["an escape that Python does not know, whose backslash stays", raw`\d+\.\w`, raw`\d+\.\w`],
    ["a letter of another script behind a backslash", raw`\é`, raw`\é`],
    ["an emoji behind a backslash", raw`\😀.`, raw`\😀.`],
    ["a tab behind a backslash", "\\\t.", "\\\t."],
    ["control characters as they are", "a\tb\nc\u0001", "a\tb\nc\u0001"],
    ["text of every script", "Größe 東京 😀", "Größe 東京 😀"],
    ["one escape after another", raw`\n\t\x41\101\u0041`, "\n\tAAA"],
  ])("%s", (_title, inside, text) => {
    expect(textOf(inside)).toBe(text);
    expect(textOf(inside, '"')).toBe(text);
  });

  it("the other quote", () => {
    expect(textOf('say "hi"')).toBe('say "hi"');
    expect(textOf("it's", '"')).toBe("it's");
  });
});

describe("in a long Python string a search does not miss", () => {
  it.each([
    ["an escape", raw`\n`, "\n"],
    ["two escapes in a row", raw`\\\n`, "\\\n"],
    ["a control character", "\u0001", "\u0001"],
    ["the last of the control characters", "\u001f", "\u001f"],
    ["the other quote", '"', '"'],
    ["several other quotes", '""', '""'],
    ["an escaped quote", raw`\'`, "'"],
    ["an exclamation mark", "!", "!"],
    ["brackets", "[]()&#", "[]()&#"],
    ["letters of another script", "é東\uffff", "é東\uffff"],
  ])("%s", (_title, inside, text) => {
    for (const length of [63, 64, 65, 130, 200]) {
      const before = "x".repeat(length);
      expect(textOf(`${before}${inside}${before}${inside}`)).toBe(`${before}${text}${before}${text}`);
    }
  });

  it("the quote that ends it", () => {
    for (const length of [62, 63, 64, 65, 130]) {
      expect(textOf("x".repeat(length))).toBe("x".repeat(length));
      expect(textOf("'".repeat(length), '"')).toBe("'".repeat(length));
    }
  });
});

describe("a Python string is cut off", () => {
  it.each([
    ["in its text", "'ab", '"ab'],
    ["in front of its text", "'", '"'],
    ["behind a backslash", "'ab\\", '"ab'],
    ["in an octal number", raw`'ab\1`, '"ab'],
    ["in a hexadecimal number", raw`'ab\x4`, '"ab'],
    ["behind an escape", raw`'ab\x41`, '"abA'],
    ["behind an octal number of three digits", raw`'ab\101`, '"abA'],
  ])("%s", (_title, input, json) => {
    expect(scan(createPythonScanner, input)).toEqual({ status: "cut", json, rest: "" });
  });
});
