import { describe, expect, it } from "vitest";
import { literalPattern } from "./literal-pattern.ts";

/** A pattern as it is written in a configuration, where a backslash is a backslash. */
const raw = String.raw;

describe("a pattern of literals and one group", () => {
  it.each([
    ["any character but one that closes", raw`<f=(?P<name>[^>]+)>`, ["<f="], [">"]],
    ["any character but several, as few as possible", raw`<f=(?P<name>[^<>\n]+?)>`, ["<f="], [">"]],
    ["any characters", raw`<f=(?P<name>.*)>`, ["<f="], [">"]],
    ["as few characters as possible", raw`<f=(?P<name>.+?)>`, ["<f="], [">"]],
    ["characters of a word", raw`<f=(?P<name>\w+)>`, ["<f="], [">"]],
    ["no whitespace", raw`<f=(?P<name>\S+)>`, ["<f="], [">"]],
    ["characters of a word, dots and dashes", raw`<f=(?P<name>[\w.-]+)>`, ["<f="], [">"]],
    ["characters of a word, in a class of their own", raw`<f=(?P<name>[\w]*)>`, ["<f="], [">"]],
    ["a name in the spelling of JavaScript", raw`<f=(?<name>\w+)>`, ["<f="], [">"]],
    ["nothing behind the name", raw`CALL:(?P<name>\w+)`, ["CALL:"], []],
    ["escaped characters", raw`\[f\]\((?P<name>\w+)\)\|`, ["[f]("], [")|"]],
    ["a backslash in front of a letter", raw`a\\n(?P<name>\w+)`, ["a\\n"], []],
    ["escaped line breaks", raw`f\n\n(?P<name>\w+)\n\n:`, ["f\n\n"], ["\n\n:"]],
    ["whitespace around the name", raw`<f>\s*(?P<name>\w+)\s*</f>`, ["<f>"], ["</f>"]],
    ["any amount of whitespace between literals", raw`<c>\s*<f>\s+<g>\s?(?P<name>\w+)`, ["<c>", "<f>", "<g>"], []],
    ["any amount of line breaks between literals", raw`<f>(?P<name>\w+)</f>\n*<a>\n+<b>\n?`, ["<f>"], ["</f>", "<a>", "<b>"]],
    ["whitespace at both ends", raw`\s*<f=(?P<name>\w+)>\s*`, ["<f="], [">"]],
  ])("may ask for %s", (_title, pattern, before, after) => {
    expect(literalPattern(pattern, ["tool", "name"])).toEqual({ before, name: "name", between: [], after });
  });

  it.each([
    ["a literal", "<call>", ["<call>"]],
    ["a literal with its characters escaped", raw`\[TOOL_CALLS\]\$`, ["[TOOL_CALLS]$"]],
    ["literals with whitespace between them", raw`<calls>\s*<call>`, ["<calls>", "<call>"]],
  ])("may also be only %s", (_title, pattern, before) => {
    expect(literalPattern(pattern, ["name"])).toEqual({ before, name: undefined, between: [], after: [] });
    expect(literalPattern(pattern, ["name"], ["value"])).toEqual({ before, name: undefined, between: [], after: [] });
  });
});

describe("a pattern is more than literals with", () => {
  it.each([
    ["nothing in it", ""],
    ["nothing but whitespace", raw`\s*`],
    ["no literal in front of the name", raw`(?P<name>\w+)>`],
    ["only whitespace in front of the name", raw`\s*(?P<name>\w+)>`],
    ["a group of another name", raw`<f=(?P<id>\w+)>`],
    ["a group without a name", raw`<f=(\w+)>`],
    ["alternatives for a name", raw`<f=(?P<name>one|two)>`],
    ["a name of one character", raw`<f=(?P<name>.)>`],
    ["a name of digits", raw`<f=(?P<name>\d+)>`],
    ["a name of a given length", raw`<f=(?P<name>\w{3})>`],
    ["a second name", raw`<f=(?P<name>\w+) as (?P<name>\w+)>`],
    ["any character behind a backslash", raw`a\\.(?P<name>\w+)`],
    ["an anchor at its start", "^<f>"],
    ["an anchor at its end", "<f>$"],
    ["any character", "<f.>"],
    ["an optional character", "<fn?>"],
    ["a repeated character", "<f+>"],
    ["a character that may be repeated", "<f*>"],
    ["a counted character", "<f{2>"],
    ["the end of a count", "<f2}>"],
    ["a class", "<[f>"],
    ["the end of a class", "<f]>"],
    ["a bracket that opens", "<(f>"],
    ["a bracket that closes", "<f)>"],
    ["an alternative", "<f>|<g>"],
    ["a digit", raw`<f\d>`],
    ["whitespace that has to be there once", raw`<f>\s<g>`],
    ["the end of a word", raw`<f\b>`],
    ["a code", raw`\x41`],
    ["a group again", raw`<f>\1`],
    ["a class of characters in capitals", raw`<f\S>`],
    ["a digit behind a line break", raw`<f>\n\d`],
    ["a digit before a line break", raw`\d\n<f>`],
    ["one of its literals", raw`<f>\s*<g|h>`],
    ["a class behind the name", raw`<f=(?P<name>\w+)[>]`],
    ["a class in front of the name", raw`[<]f=(?P<name>\w+)>`],
  ])("%s", (_title, pattern) => {
    expect(literalPattern(pattern, ["name"])).toBeUndefined();
  });
});

describe("a pattern of a key and a value", () => {
  it.each([
    ["in tags of their own", raw`<k>(?P<key>\w+)</k>\s*<v>(?P<value>.*?)</v>`, ["<k>"], ["</k>", "<v>"], ["</v>"]],
    ["in one tag", raw`<p=(?P<key>[^>]+)>\n?(?P<value>.*?)\n?</p>`, ["<p="], [">"], ["</p>"]],
    ["with nothing behind the value", raw`<p=(?P<key>[^>]+)>(?P<value>.*)`, ["<p="], [">"], []],
  ])("may have them %s", (_title, pattern, before, between, after) => {
    expect(literalPattern(pattern, ["key", "name"], ["value"])).toEqual({ before, name: "key", between, after });
  });

  it.each([
    ["has no value", raw`<p=(?P<key>\w+)>`],
    ["has a second key in place of a value", raw`<p=(?P<key>\w+)>(?P<key>.*?)</p>`],
    ["has the value first", raw`<p=(?P<value>\w+)>(?P<key>.*?)</p>`],
    ["has nothing in front of the key", raw`(?P<key>\w+)=(?P<value>.*?);`],
    ["has more than literals between them", raw`<p=(?P<key>\w+)>.(?P<value>.*?)</p>`],
    ["has more than literals behind the value", raw`<p=(?P<key>\w+)>(?P<value>.*?)(</p>|$)`],
  ])("is refused when it %s", (_title, pattern) => {
    expect(literalPattern(pattern, ["key"], ["value"])).toBeUndefined();
  });
});
