import { describe, expect, it } from "vitest";
import { endedClients } from "../../../../src/check/rules/clients/ended-clients.ts";
import { goesOn } from "../../../../src/check/rules/clients/goes-on.ts";
import { listings, listsCutAtEmptyCursor, reportedLists } from "../../../../src/check/rules/clients/reported-lists.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { at, type Line, opened, smallTrace } from "../../../support/traces/small-trace.ts";
import { asks, driven, gets, reported } from "./client-traces.ts";

const says = (text: string): Json => ({ do: "call-tool", name: "echo", arguments: { text } });
const told = [{ do: "list-tools" }, says("before"), says("the oddity"), says("after")];
const asked = (id: number, text: string): Line => asks(id, "tools/call", { name: "echo", arguments: { text } });
const good = { ok: true };
const bad: JsonObject = { ok: false, error: { message: "it broke" } };
const unsupported: JsonObject = { ok: false, unsupported: true };
const exit = (code: number | null): Line => ({ kind: "exit", connection: 1, code, signal: code === null ? "SIGKILL" : null });
const ended: Line = { kind: "silence", connection: 1, awaiting: "the end of the client", ms: 10 };
const unread: Line = {
  kind: "frame",
  connection: 1,
  direction: "received",
  text: "{",
  bytes: 20_000_000,
  terminator: "\n",
  unread: { mayAnswer: true, why: "it is long" },
};

const open = { kind: "inconclusive", reason: "no driver that reports its steps met this" };
const satisfied = (...evidence: readonly number[]) => ({ kind: "satisfied", evidence });
const wrong = (evidence: readonly number[], message: string, more: object = {}) => ({
  kind: "violated",
  evidence,
  message,
  ...more,
});
const story = (...more: readonly Line[]): Line[] => [...driven(told), ...more];

const oddity = { id: "x.y", title: "x", spec: {}, advice: "", scenario: "main" };

describe("a client that met something odd", () => {
  const failed = 'the next call failed: "it broke"';
  const answered = (ms: number): Line[] => [at(100, asked(1, "after")), at(100 + ms, gets(1, {}))];
  it.each<readonly [string, readonly Line[], object]>([
    ["and goes on, is right", story(reported(1, good), reported(2, bad), reported(3, good)), satisfied(5)],
    ["and goes on after a call that nobody reported, is right", story(reported(1, good), reported(3, good)), satisfied(4)],
    ["and fails next, is wrong", story(reported(1, good), reported(2, good), reported(3, bad)), wrong([5], failed)],
    [
      "and fails next without a word, is wrong",
      story(reported(1, good), reported(3, { ok: false })),
      wrong([4], "the next call failed: missing"),
    ],
    ["after a call that failed, shows nothing", story(reported(1, bad), reported(3, bad)), open],
    ["after a call that nobody reported, shows nothing", story(reported(2, good), reported(3, bad)), open],
    ["in another scenario, shows nothing", [...driven(told, 1, "other"), reported(1, good), reported(3, bad)], open],
    ["first of all, shows nothing", [...driven([says("the oddity"), says("after")]), reported(0, good), reported(1, bad)], open],
    [
      "that was never met, shows nothing",
      [...driven([says("before"), says("after")]), reported(0, good), reported(1, bad)],
      open,
    ],
    ["that it does not support, shows nothing", story(reported(1, good), reported(2, unsupported), reported(3, bad)), open],
    ["and does not support the next call, shows nothing", story(reported(1, good), reported(3, unsupported)), open],
    [
      "whose driver reports on another connection alone, shows nothing",
      [opened({ connection: 2 }), ...story(reported(1, good, 2), reported(3, bad, 2))],
      open,
    ],
    ["and waits for an answer of ours, is not to blame", story(reported(1, good), asked(1, "after"), reported(3, bad)), open],
    [
      "and waits for another answer of ours, is to blame",
      story(reported(1, good), asked(1, "before"), reported(3, bad)),
      wrong([5], failed),
    ],
    [
      "and got its answer at once, is to blame",
      story(at(1, reported(1, good)), ...answered(999), reported(3, bad)),
      wrong([6], failed),
    ],
    ["and got its answer late, is not to blame", story(at(1, reported(1, good)), ...answered(1000), reported(3, bad)), open],
    [
      "and got its answer late and goes on, is right",
      story(at(1, reported(1, good)), ...answered(1000), reported(3, good)),
      satisfied(6),
    ],
    ["and said something too long to read, is not to blame", story(reported(1, good), unread, reported(3, bad)), open],
    [
      "and ended with an error, is wrong",
      story(reported(1, good), exit(3)),
      wrong([4], "the client ended with status 3, though the call before was good", { timing: true }),
    ],
    ["and ended well, shows nothing", story(reported(1, good), exit(0)), open],
    ["and was killed, shows nothing", story(reported(1, good), exit(null)), open],
    ["and did not end, shows nothing", story(reported(1, good)), open],
    ["and was ended by us, shows nothing", story(reported(1, good), ended, exit(3)), open],
    [
      "and ended elsewhere, shows nothing",
      story(reported(1, good), opened({ connection: 2 }), { ...exit(3), connection: 2 }),
      open,
    ],
  ])("%s", (_title, lines, outcome) => {
    expect(goesOn(oddity).verify(smallTrace("client", lines))).toEqual(outcome);
  });

  const during = 'the call failed: "it broke"';
  const oddly = (ms: number): Line[] => [at(100, asked(1, "the oddity")), at(100 + ms, gets(1, {}))];
  const before = at(1, reported(1, good));
  it.each<readonly [string, readonly Line[], object]>([
    ["is taken, is right", story(before, ...oddly(10), reported(2, good), reported(3, good)), satisfied(7)],
    ["fails, is wrong", story(before, ...oddly(999), reported(2, bad), reported(3, good)), wrong([6], during)],
    [
      "fails after a long while, shows nothing of that",
      story(before, ...oddly(1000), reported(2, bad), reported(3, good)),
      satisfied(7),
    ],
    [
      "fails unanswered, shows nothing of that",
      story(before, asked(1, "the oddity"), reported(2, bad), reported(3, good)),
      satisfied(6),
    ],
    ["is not reported, shows nothing of that", story(before, ...oddly(10), reported(3, good)), satisfied(6)],
  ])("that is lawful and %s", (_title, lines, outcome) => {
    expect(goesOn({ ...oddity, lawful: true }).verify(smallTrace("client", lines))).toEqual(outcome);
  });

  it("is a matter of practice unless it is said otherwise, and of a call with other words where it is said so", () => {
    expect(goesOn(oddity)).toMatchObject({ subject: "client", level: "PRACTICE", id: "x.y" });
    expect(goesOn({ ...oddity, level: "MUST" }).level).toBe("MUST");
    const lines = story(reported(1, bad), reported(2, good), reported(3, good));
    expect(goesOn({ ...oddity, oddity: "after" }).verify(smallTrace("client", lines))).toEqual(open);
  });
});

describe("a client that was ended", () => {
  it("is known by the silence that waited for its end, on any connection of its session", () => {
    const waits: Line = { kind: "silence", connection: 2, awaiting: "1", ms: 10 };
    const lines = [
      opened(),
      opened({ connection: 2, session: "second" }),
      opened({ connection: 3 }),
      { ...ended, connection: 3 },
      waits,
    ];
    expect([...endedClients(smallTrace("client", lines))]).toEqual(["main"]);
  });
});

describe("a list that was reported", () => {
  const list = { do: "list-tools" };
  const page = (id: number, names: readonly string[], cursor?: string, nextCursor?: Json): Line[] => [
    asks(id, "tools/list", cursor === undefined ? {} : { cursor }),
    gets(id, { tools: names.map((name) => ({ name })), ...(nextCursor === undefined ? {} : { nextCursor }) }),
  ];
  const got = (...names: readonly string[]): Line =>
    reported(0, { ok: true, result: { tools: names.map((name) => ({ name })) } });
  it.each<readonly [string, readonly Line[], object | undefined]>([
    [
      "whole",
      [...driven([list]), ...page(1, ["a"], undefined, "x"), ...page(2, ["b"], "x"), got("a", "b")],
      { given: ["a", "b"], got: ["a", "b"], cut: undefined },
    ],
    [
      "without its last page",
      [...driven([list]), ...page(1, ["a"], undefined, "x"), got("a")],
      { given: ["a"], got: ["a"], cut: "x" },
    ],
    [
      "without its last page but one read",
      [...driven([list]), ...page(1, ["a"], undefined, "x"), ...page(2, ["b"], "x", "y"), got("a")],
      { given: ["a", "b"], got: ["a"], cut: "y" },
    ],
    [
      "up to an empty cursor",
      [...driven([list]), ...page(1, ["a"], undefined, ""), got("a")],
      { given: ["a"], got: ["a"], cut: "" },
    ],
    [
      "up to a page that names itself",
      [...driven([list]), ...page(1, ["a"], undefined, "x"), ...page(2, ["b"], "x", "x"), got("a", "b")],
      { given: ["a", "b"], got: ["a", "b"], cut: undefined },
    ],
    [
      "whole, and begun once more",
      [...driven([list]), ...page(1, ["a"]), ...page(2, ["b"], undefined, "x"), got("a")],
      { given: ["a", "b"], got: ["a"], cut: undefined },
    ],
    ["as it fails", [...driven([list]), ...page(1, ["a"]), reported(0, { ok: false })], undefined],
    ["by nobody", [...driven([list]), ...page(1, ["a"])], undefined],
    ["without a page", [...driven([list]), got("a")], undefined],
    ["though it was asked for twice", [...driven([list, list]), ...page(1, ["a"]), got("a")], undefined],
    [
      "though it was asked for elsewhere too",
      [...driven([list]), ...driven([list], 2, "second"), ...page(1, ["a"]), got("a")],
      { given: ["a"], got: ["a"], cut: undefined },
    ],
  ])("%s is as it was", (_title, lines, wanted) => {
    const trace = smallTrace("client", lines);
    const name = ({ name: one }: JsonObject): Json | undefined => one;
    const found = reportedLists(trace, listings.tools).map((one) => ({
      given: one.given.map(name),
      got: one.got.map(name),
      cut: one.cut,
    }));
    expect(found).toEqual(wanted === undefined ? [] : [wanted]);
    const isEmptyCursor = wanted !== undefined && "cut" in wanted && wanted.cut === "";
    expect(listsCutAtEmptyCursor(trace)).toHaveLength(isEmptyCursor ? 1 : 0);
  });

  it("holds the objects of its pages alone", () => {
    const lines = [
      ...driven([list]),
      asks(1, "tools/list"),
      gets(1, { tools: [{ name: "a" }, "b", null] }),
      reported(0, { ok: true, result: { tools: "none" } }),
    ];
    expect(reportedLists(smallTrace("client", lines), listings.tools)).toMatchObject([{ given: [{ name: "a" }], got: [] }]);
  });
});
