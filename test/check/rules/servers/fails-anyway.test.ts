import { describe, expect, it } from "vitest";
import { inconclusive, notApplicable, violated } from "../../../../src/check/outcome.ts";
import { errorDefect } from "../../../../src/check/rules/error-defect.ts";
import { failsAnyway, overTellingCalls } from "../../../../src/check/rules/fails-anyway.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { calls } from "../../../../src/trace/call.ts";
import { callsTagged } from "../../../../src/trace/step.ts";
import { ask, done, failed, type Line, opened, received, sent, smallTrace, step } from "../../../support/traces/small-trace.ts";

let last = 100;

/** A request that is refused in these words. */
function refusal(method: string, params: Json, code: Json, message: Json): Line[] {
  last += 1;
  return [sent(ask(last, method, params)), received({ jsonrpc: "2.0", id: last, error: { code, message } })];
}

const plain = step("request");
const odd = step("request", { tag: "odd" });
const special = (name: string, message: Json, code: Json = -32602): Line[] => [
  odd,
  ...refusal("prompts/get", { name }, code, message),
];
const control = (name: string, message: Json, code: Json = -32602): Line[] => [
  plain,
  ...refusal("prompts/get", { name }, code, message),
];

describe("a special request that is refused", () => {
  it.each<readonly [string, readonly Line[], boolean]>([
    ["alone", special("nope", "not found"), false],
    ["as a plain one is", [...control("real", "no key"), ...special("nope", "no key")], true],
    ["as a plain one is later", [...special("nope", "no key"), ...control("real", "no key")], true],
    ["in other words than a plain one", [...control("real", "no key"), ...special("nope", "no such prompt")], false],
    ["with another code than a plain one", [...control("real", "no key", -32000), ...special("nope", "no key")], false],
    [
      "in words that differ in what was asked for",
      [...control("real", "no key for real"), ...special("nope", "no key for nope")],
      true,
    ],
    ["in words that differ in numbers", [...control("real", "no key 12"), ...special("nope", "no key 7")], true],
    [
      "in words with another character in place of its name",
      [...control("real", "no key for …"), ...special("nope", "no key for nope")],
      true,
    ],
    [
      "in words that differ in a name of two letters",
      [...control("ab", "no key for ab"), ...special("cd", "no key for cd")],
      false,
    ],
    [
      "in words that differ in a name of three letters",
      [...control("abc", "no key for abc"), ...special("def", "no key for def")],
      true,
    ],
    [
      "in words that differ after five hundred characters",
      [...control("real", `${"x".repeat(500)}a`), ...special("nope", `${"x".repeat(500)}b`)],
      true,
    ],
    [
      "in words that differ before that",
      [...control("real", `${"x".repeat(499)}a`), ...special("nope", `${"x".repeat(499)}b`)],
      false,
    ],
    ["as another special one is", [...special("this", "no key"), ...special("nope", "no key")], false],
    [
      "as a request of another method is",
      [plain, ...refusal("tools/call", { name: "real" }, -32602, "no key"), ...special("nope", "no key")],
      false,
    ],
    [
      "inside the server, as its lists are",
      [plain, ...refusal("tools/list", {}, -32603, "down"), ...special("nope", "down", -32603)],
      true,
    ],
    [
      "otherwise, in the words of its lists",
      [plain, ...refusal("tools/list", {}, -32602, "down"), ...special("nope", "down")],
      false,
    ],
    [
      "inside the server, as a list with a cursor is",
      [plain, ...refusal("tools/list", { cursor: "x" }, -32603, "down"), ...special("nope", "down", -32603)],
      false,
    ],
    [
      "inside the server, as a special list is",
      [odd, ...refusal("tools/list", {}, -32603, "down"), ...special("nope", "down", -32603)],
      false,
    ],
    ["without words, as a plain one is", [...control("real", null), ...special("nope", null)], true],
  ])("%s fails anyway: %s", (_title, lines, fails) => {
    const trace = smallTrace("server", [opened(), ...lines]);
    const call = callsTagged(trace, "odd").at(-1);
    expect(call !== undefined && failsAnyway(trace, call)).toBe(fails);
    expect(call).toBeDefined();
  });

  it("is compared without what it named, the longer names first, one and two levels deep", () => {
    const asked = (name: string, inner: string): Json => ({ name, arguments: { a: inner }, _meta: { key: "secret" } });
    const lines = [
      plain,
      ...refusal("prompts/get", asked("foo", "foobar"), -32602, "foobar of foo"),
      odd,
      ...refusal("prompts/get", asked("qux", "other one"), -32602, "other one of qux"),
    ];
    const trace = smallTrace("server", [opened(), ...lines]);
    expect(calls(trace).map((call) => failsAnyway(trace, call, () => true))).toEqual([true, true]);
  });

  it("does not fail anyway where it was answered, or not at all", () => {
    const trace = smallTrace("server", [opened(), sent(ask(1, "ping")), received(done(1)), sent(ask(2, "ping"))]);
    expect(calls(trace).map((call) => failsAnyway(trace, call, () => true))).toEqual([false, false]);
  });

  it.each<readonly [string, readonly Line[], object]>([
    ["nothing where nothing special was asked", control("real", "no key"), inconclusive("nobody asked")],
    [
      "nothing where all fail in the same words",
      [...control("real", "no key"), ...special("nope", "no key")],
      notApplicable("prompts/get fails in the same words whatever it is asked"),
    ],
    [
      "of those that fail in words of their own",
      [...control("real", "no key"), ...special("nope", "no key"), ...special("this", "unknown")],
      violated([10], "refused"),
    ],
  ])("tells %s", (_title, lines, outcome) => {
    const trace = smallTrace("server", [opened(), ...lines]);
    const look = (call: (typeof found)[number]) => ({ ref: call.answer?.seq ?? 0, wrong: "refused" });
    const found = callsTagged(trace, "odd");
    expect(overTellingCalls(trace, { special: found, none: "nobody asked" }, look)).toEqual(outcome);
  });

  it.each<readonly [string, Line, string | undefined]>([
    ["the first code", received(failed(1, -32601)), undefined],
    ["the second code", received(failed(1, -32602)), undefined],
    ["another code", received(failed(1, -32000)), "answered with error -32000, expected error -32601"],
    ["a result", received(done(1)), "answered with a result, expected error -32601"],
  ])("with %s has the right code or not", (_title, answer, defect) => {
    const [call] = calls(smallTrace("server", [opened(), sent(ask(1, "x")), answer]));
    expect(call === undefined ? "none" : errorDefect(call, -32601, -32602)).toBe(defect);
  });
});
