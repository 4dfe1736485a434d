import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { profiles } from "../../../src/host/profile/profiles.ts";
import { allOf, allowed, refused } from "../../../src/host/policy/decision.ts";
import { callLimit, cutForModel, cutForPerson, initializeLimit } from "../../../src/host/policy/show/limits.ts";
import { redact } from "../../../src/host/policy/show/redact.ts";
import { withSettings } from "../../../src/host/policy/with-settings.ts";

test("the first refusal of several guards is the answer, later ones are not asked", () => {
  const asked: string[] = [];
  const guard = (name: string, refuses: boolean) => () => {
    asked.push(name);
    return refuses ? refused(name, name) : allowed;
  };
  expect(allOf([guard("a", false), guard("b", true), guard("c", true)])).toEqual({ allowed: false, rule: "b", reason: "b" });
  expect(asked).toEqual(["a", "b"]);
  expect(allOf([])).toEqual({ allowed: true });
});

describe("B0-162, B0-198, B0-199, B4-024: how long a call may take", () => {
  const { ollama, strict, dolphin, llamafarm } = profiles;
  test.each([
    ["B0-198", ollama, "stdio", [], 30_000],
    ["B0-162", ollama, "http", [], 60_000],
    ["B0-162", ollama, "http", [5000], 5000],
    ["B0-162", ollama, "http", [90_000], 60_000],
    ["B0-199", ollama, "stdio", [undefined, undefined, 7000], 7000],
    ["B0-199", ollama, "stdio", [90_000, undefined, 7000], 90_000],
    ["B0-198", strict, "sse", [], 30_000],
    ["B4-024", dolphin, "stdio", [], 3_600_000],
    ["B1-014", llamafarm, "http", [], 300_000],
  ] as const)("%s: %#", (_row, { times }, transport, chosen, expected) => {
    expect(callLimit(times, transport, chosen)).toBe(expected);
  });
  test("without a limit there is none", () => {
    const times = { callMs: null, callHttpMs: null };
    expect([callLimit(times, "stdio", []), callLimit(times, "http", []), callLimit(times, "http", [5])]).toEqual([null, null, 5]);
  });
  test("B0-139, B4-045: initialize gets 10 s, a package runner 60 s in strict, and what the entry says goes first", () => {
    expect(initializeLimit(strict.times, undefined, false)).toBe(10_000);
    expect(initializeLimit(strict.times, undefined, true)).toBe(60_000);
    expect(initializeLimit(dolphin.times, undefined, true)).toBe(10_000);
    expect(initializeLimit(strict.times, 15_000, true)).toBe(15_000);
  });
});

test.each([
  [true, "all"],
  [false, "off"],
  [undefined, "destructive"],
] as const)("B2-016: human_in_loop %j asks for: %s", (humanInLoop, when) => {
  const { policy } = withSettings(profiles.strict, { humanInLoop });
  expect(policy).toEqual({ ...profiles.strict.policy, approval: { ...profiles.strict.policy.approval, when } });
});

describe("BX-011: a result that is too long for the model", () => {
  test("is cut with a notice", () => {
    expect(cutForModel("a".repeat(12), 10)).toBe("aaaaaaaaaa\n[cut: 2 of 12 characters left out]");
    expect(cutForModel("a".repeat(10), 10)).toBe("a".repeat(10));
  });
  test("never within a character", () => {
    expect(cutForModel("a😀b", 2)).toBe("a\n[cut: 3 of 4 characters left out]");
  });
});

describe("B0-011, B0-103: a text that is too long for a person", () => {
  test.each([
    ["a".repeat(200), "a".repeat(200)],
    ["a".repeat(201), `${"a".repeat(197)}...`],
    ["😀".repeat(200), "😀".repeat(200)],
    ["😀".repeat(201), `${"😀".repeat(197)}...`],
    ["", ""],
  ])("%#", (text, expected) => {
    expect(cutForPerson(text, 200)).toBe(expected);
  });
  test("it is never longer than allowed, in characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 3, max: 20 }), (text, most) => {
        const cut = cutForPerson(text, most);
        expect(Array.from(cut).length).toBeLessThanOrEqual(most);
        expect(cut === text).toBe(Array.from(text).length <= most);
      }),
    );
  });
});

describe("B0-206, B1-074: secrets are masked", () => {
  test.each([
    ["key k3y-value and k3y-value-long", ["k3y-value", "k3y-value-long"], "key *** and ***"],
    ["Authorization: Bearer abcdef123456", [], "Authorization: Bearer ***"],
    ["authorization: basic QWxhZGRpbg==", [], "authorization: basic ***"],
    ["https://user:pass@host/x", [], "https://user:***@host/x"],
    ["nothing to hide", [], "nothing to hide"],
    ["short abc stays", ["abc"], "short abc stays"],
    ["Bearer ***", [], "Bearer ***"],
  ])("%j", (text, secrets, expected) => {
    expect(redact(text, secrets)).toBe(expected);
  });
  test("whatever the text around it, no secret is left", () => {
    const secret = fc.string({ minLength: 4 }).filter((text) => !text.includes("*"));
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 3 }),
        fc.array(fc.string(), { maxLength: 4 }),
        (secrets, between) => {
          const redacted = redact(
            between.flatMap((text, index) => [text, secrets[index % secrets.length] ?? ""]).join(" "),
            secrets,
          );
          expect(secrets.filter((one) => redacted.includes(one))).toEqual([]);
        },
      ),
    );
  });
});
