import { describe, expect, it } from "vitest";
import { judgeArguments } from "../../../../src/host/policy/command/argv.ts";
import { refused } from "../../../../src/host/policy/decision.ts";

const allowed = { allowed: true };
const meta = { mode: "meta", maxFlagChars: 10 } as const;
const control = { mode: "control", maxFlagChars: 10 } as const;
const off = { mode: "off", maxFlagChars: 10 } as const;
const acted = (character: string): string => `contains "${character}", which a shell would act on`;

describe("arguments of a server", () => {
  it.each([
    ["may be none", [], meta, allowed],
    ["with NUL are refused", ["a\0b"], control, refused("argv.nul", "argument 1 contains a NUL character")],
    [
      "with NUL are refused where a shell is thought of",
      ["a\0b"],
      meta,
      refused("argv.nul", "argument 1 contains a NUL character"),
    ],
    ["with NUL pass a guard that is off", ["a\0b"], off, allowed],
    ["with a line end are refused", ["x", "a\nb"], control, refused("argv.newline", "argument 2 contains a line end")],
    ["with a line end of old machines are refused", ["a\rb"], control, refused("argv.newline", "argument 1 contains a line end")],
    ["with a line end are refused as what a shell acts on", ["a\nb"], meta, refused("argv.meta", `argument 1 ${acted("\\n")}`)],
    ["that lead upwards are refused", ["../x"], meta, refused("argv.parent", 'argument 1 is suspicious: it contains ".."')],
    ["that lead upwards may be given to a program itself", ["../x"], control, allowed],
    [
      "with a long flag are refused",
      [`-${"x".repeat(10)}`],
      meta,
      refused("argv.length", "argument 1 is suspicious: a flag of more than 10 characters"),
    ],
    ["with a flag of the greatest length pass", [`-${"x".repeat(9)}`], meta, allowed],
    ["with a long word that is no flag pass", ["x-".repeat(20)], meta, allowed],
    ["with a long flag may be given to a program itself", [`-${"x".repeat(10)}`], control, allowed],
    ["with an assignment are refused", ["a", "b", "c=d"], meta, refused("argv.meta", `argument 3 ${acted("=")}`)],
    [
      "with two such characters are refused for the graver one",
      ["a=$(id)"],
      meta,
      refused("argv.meta", `argument 1 ${acted("$")}`),
    ],
    ["are refused for the first that is wrong", ["a|b", "a\0"], meta, refused("argv.meta", `argument 1 ${acted("|")}`)],
  ])("%s", (_title, args, settings, expected) => {
    expect(judgeArguments(args, settings)).toEqual(expected);
  });
});
