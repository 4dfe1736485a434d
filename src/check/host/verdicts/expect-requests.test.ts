import { describe, expect, it } from "vitest";
import { asked, broken, kept, to, traceOf, type TraceRow, unseen } from "../../../../test/support/host-traces.ts";
import { expectations, type ExpectationName } from "../expectations.ts";

const { everyRequest } = expectations;

describe("every request of a host is judged", () => {
  const list = to({ id: 1, method: "tools/list" });
  const marked = to({ id: 2, method: "tools/call", params: { _meta: { who: "größe", v: 1 } } });
  const params = { _meta: { v: 1 } };
  const long = { text: "x".repeat(300) };
  it.each<TraceRow>([
    ["kept by those that hold the params", { params }, [marked, marked], kept(1, 2)],
    ["kept by texts of the form, in any script", { texts: { "/_meta/who": "^\\p{L}+$" } }, [marked], kept(1)],
    ["kept by any where nothing is wanted of it", {}, [list], kept(1)],
    [
      "by requests, not by notifications and answers",
      { params },
      [to({ method: "a" }), to({ id: "p", result: {} }), marked],
      kept(3),
    ],
    ["by requests of the methods alone", { params, methods: ["tools/call", "ping"] }, [list, marked], kept(2)],
    ["by requests of all methods but those", { params, but: ["ping", "tools/list"] }, [list, marked], kept(2)],
    [
      "by requests to the server alone",
      { params, server: "files" },
      [to({ id: 1, method: "ping" }, { server: "web" }), marked],
      kept(2),
    ],
    ["undecided where there was none", { but: ["tools/list"] }, [asked, list], unseen("no such request reached a server")],
    [
      "broken by one without params",
      { params },
      [marked, list],
      broken('tools/list with no params, expected {"_meta":{"v":1}} in it', 2),
    ],
    [
      "broken by a text that is missing",
      { texts: { "/_meta/v1": "." } },
      [list],
      broken("tools/list with no params, expected a text at /_meta/v1 that fits /./", 1),
    ],
    [
      "broken by a text of another form, of which the first is told",
      { texts: { "/_meta/who": "^.", "/_meta/v": "1", "/a": "2" } },
      [marked],
      broken('tools/call with {"_meta":{"who":"größe","v":1}}, expected a text at /_meta/v that fits /1/', 1),
    ],
    [
      "broken by a text that begins with the form only",
      { texts: { "/_meta/who": "^gr$" } },
      [marked],
      broken('tools/call with {"_meta":{"who":"größe","v":1}}, expected a text at /_meta/who that fits /^gr$/', 1),
    ],
    [
      "with the beginning of long params told",
      { params },
      [to({ id: 1, method: "a", params: long })],
      broken(`a with {"text":"${"x".repeat(191)}, expected {"_meta":{"v":1}} in it`, 1),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(everyRequest.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("a host that is asked and does nothing", () => {
  it.each<readonly [ExpectationName, object]>([
    ["called", { tool: "a" }],
    ["saw", { method: "a" }],
    ["order", { methods: ["a", "b"] }],
    ["wellFormed", {}],
    ["everyRequest", {}],
    ["replied", { id: 1 }],
    ["header", { name: "a" }],
    ["http", { method: "GET" }],
    ["offered", {}],
    ["offeredAs", { tool: "a" }],
    ["names", { pattern: "." }],
    ["told", {}],
    ["history", { roles: ["user"] }],
    ["paired", {}],
    ["requestField", { path: "/a" }],
    ["reached", { tool: "a", arguments: [{}] }],
    ["heldBack", { tool: "a", arguments: [{}], says: ["no"] }],
    ["prompted", { times: 0 }],
  ])("does not keep %s, which is therefore enough for a case", (name, wanted) => {
    expect(expectations[name].judge(wanted, traceOf(asked)).kind).not.toBe("satisfied");
    expect(expectations[name].shows).toBe(true);
  });

  it("keeps notCalled, which is therefore not enough for a case", () => {
    expect(expectations.notCalled.judge({}, traceOf(asked)).kind).toBe("satisfied");
    expect(expectations.notCalled.shows).toBe(false);
  });
});

describe("a list of what is meant", () => {
  it.each<readonly [ExpectationName, string, object, unknown]>([
    ["order", "methods", {}, "a"],
    ["everyRequest", "methods", {}, "a"],
    ["everyRequest", "but", {}, "a"],
    ["history", "roles", {}, "user"],
    ["reached", "arguments", { tool: "a" }, {}],
    ["heldBack", "arguments", { tool: "a", says: ["no"] }, {}],
    ["heldBack", "says", { tool: "a", arguments: [{}] }, "no"],
  ])("of %s may hold several, not none: %s", (name, member, others, item) => {
    const accepts = (items: readonly unknown[]): boolean =>
      expectations[name].schema.safeParse({ ...others, [member]: items }).success;
    expect([accepts([item, item]), accepts([])]).toEqual([true, false]);
  });
});
