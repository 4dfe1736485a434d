import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { profiles } from "../../profile/profiles.ts";
import { judgeArguments } from "./argv.ts";
import { compactArguments } from "./compact-arguments.ts";

const meta = (...args: string[]): boolean => judgeArguments(args, profiles.ollama.policy.argv).allowed;
const control = (...args: string[]): boolean => judgeArguments(args, profiles.strict.policy.argv).allowed;

describe("B0-194, B0-195: profile ollama refuses what a shell would act on", () => {
  test.each([";", "|", "&", "$(x)", "`id`", ">", "<", ">>", "<<", "||", "&&", "\n", "\r", "$", "!", "*", "?", "="])(
    "%j",
    (token) => {
      expect([meta(token), meta(`a${token}b`), meta("ok", token)]).toEqual([false, false, false]);
      expect(judgeArguments(["ok", token], profiles.ollama.policy.argv)).toMatchObject({
        rule: "argv.meta",
        reason: expect.stringContaining("argument 2"),
      });
    },
  );
  test.each(["; rm -rf /", "| cat", "--db=./x", "https://h/?q=1", "*.txt"])("%j, harmless ones included", (argument) => {
    expect(meta(argument)).toBe(false);
  });
  test.each(["-y", "@scope/pkg", "~/x", "50%", "(a)", "{b}", "a\\b", "with blank", "", "-p", "a,b", "#", "'", '"'])(
    "%j passes",
    (argument) => {
      expect(meta(argument)).toBe(true);
    },
  );
});

test.each([
  ["../x", false],
  ["v1..v2", false],
  ["a.b", true],
  [`-${"x".repeat(49)}`, true],
  [`-${"x".repeat(50)}`, false],
  ["x".repeat(500), true],
])("B0-196: %j", (argument, expected) => {
  expect(meta(argument)).toBe(expected);
});

describe("B0-195, B0-197: strict needs no such list, because no shell is used", () => {
  test.each(["$(touch X)", "; rm -rf /", "--db=./x", "*", "a..b", "x".repeat(5000), "Ω"])("%j passes as it is", (argument) => {
    expect(control(argument)).toBe(true);
  });
  test.each(["a\0b", "a\nb", "a\rb"])("%j is refused", (argument) => {
    expect(control("ok", argument)).toBe(false);
  });
});

test("a profile without the guard takes everything", () => {
  expect(judgeArguments(["a\nb; rm"], profiles.dolphin.policy.argv)).toEqual({ allowed: true });
});

describe("B2-054, B2-055: compaction of tool arguments", () => {
  test.each([
    ['{\n\t"a": 1\r\n}', '{  "a": 1  }'],
    [JSON.stringify({ content: "line 1\nline 2\ttab" }), JSON.stringify({ content: "line 1\nline 2\ttab" })],
    ["", ""],
  ])("%j", (text, expected) => {
    expect(compactArguments(text)).toBe(expected);
  });
  test("B2-055: the value of well-formed arguments never changes, however they are laid out", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2, "\t"), (json, indent) => {
        const value: unknown = JSON.parse(json);
        expect(JSON.parse(compactArguments(JSON.stringify(value, null, indent)))).toEqual(value);
      }),
    );
  });
});
