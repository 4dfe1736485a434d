import { expect, it } from "vitest";
import { rolesMet } from "../../../src/trace/facts/roles-met.ts";
import { fullyRead, isPartlyRead, whatWasNotRead } from "../../../src/trace/facts/unread.ts";
import { done, type Line, opened, received, smallTrace, step } from "../../support/traces/small-trace.ts";

const two = { connection: 2 } as const;

it("which tool was taken for a role is told once for a revision, with the event that showed it", () => {
  const role = (name: string, tool: string, more: object = {}): Line => ({
    kind: "role",
    connection: 1,
    scenario: "a",
    role: name,
    tool,
    by: "seen",
    ...more,
  });
  const lines = [
    opened(),
    opened({ ...two, revision: "2025-06-18" }),
    role("slow", "t", { evidence: 7 }),
    role("slow", "t", { evidence: 9 }),
    role("slow", "u", { by: "hint" }),
    role("logs", "t", two),
  ];
  expect(rolesMet(smallTrace("server", lines))).toStrictEqual([
    { revision: "2025-06-18", role: "logs", tool: "t", by: "seen" },
    { revision: "2025-11-25", role: "slow", tool: "t", by: "seen", evidence: 7 },
    { revision: "2025-11-25", role: "slow", tool: "u", by: "hint" },
  ]);
});

const big = (why: string, more: object = {}): Line => received("{", { cut: true, unread: { mayAnswer: true, why }, ...more });

it.each<[string, readonly Line[], readonly string[]]>([
  ["nothing where all was read", [received(done(1))], []],
  ["nothing of what mcpcheck sent", [big("a", { direction: "sent" })], []],
  ["which one it was", [received(done(1)), big("it is long")], ["a message was too large to be judged (#2: it is long)"]],
  [
    "how many, and which was the first",
    [big("it is long"), big("it is deep")],
    ["2 messages were too large to be judged (the first #1: it is long)"],
  ],
])("of messages that were not read is said %s", (_what, lines, expected) => {
  expect(whatWasNotRead(smallTrace("server", lines))).toEqual(expected);
});

it("a session is read in part where a message on one of its connections was not, and its connection is left out", () => {
  const trace = smallTrace("server", [opened(), opened({ ...two, session: "second" }), big("a", two), step("b")]);
  expect([isPartlyRead(trace, "main"), isPartlyRead(trace, "second"), isPartlyRead(trace, "third")]).toEqual([
    false,
    true,
    false,
  ]);
  expect(fullyRead(trace)).toEqual({ subject: trace.subject, events: [trace.events[0], trace.events[3]] });
  const whole = smallTrace("server", [opened(), big("a", { direction: "sent" })]);
  expect(fullyRead(whole)).toBe(whole);
});
