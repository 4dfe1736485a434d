import { describe, expect, it } from "vitest";
import { answered } from "../../src/check/host/expect-answers.ts";
import { told } from "../../src/check/host/expect-model.ts";
import { http } from "../../src/check/host/expect-servers.ts";
import { asked, traceOf } from "../support/host-traces.ts";

const base = { server: "s", instance: "s:1" };
const call = { ...base, kind: "server-received", text: '{"jsonrpc":"2.0","id":1,"method":"tools/call"}', at: 100 } as const;
const get = (at: number, headers = {}) => ({ ...base, kind: "server-http", method: "GET", path: "/mcp", headers, at }) as const;

describe("the expectation http", () => {
  it.each([
    ["the field", get(200, { "last-event-id": "a-1" }), "satisfied"],
    ["another value", get(200, { "last-event-id": "b" }), "violated"],
    ["no field", get(200), "violated"],
  ])("looks at header fields: %s", (_what, request, kind) => {
    const wanted = { method: "GET", headers: { "Last-Event-ID": "^a-", "mcp-session-id": null } };
    expect(http.judge(wanted, traceOf(asked, request)).kind).toBe(kind);
  });

  it.each([
    ["too early", 399, "violated"],
    ["in time", 400, "satisfied"],
    ["too late", 1101, "violated"],
  ])("looks at the time since a message: %s", (_what, at, kind) => {
    const wanted = { method: "GET", after: "tools/call", atLeastMs: 300, withinMs: 1000 };
    expect(http.judge(wanted, traceOf(asked, get(10), call, get(at))).kind).toBe(kind);
  });

  it("says nothing about a case in which that message did not come", () => {
    expect(http.judge({ method: "GET", after: "tools/call" }, traceOf(asked, get(10))).kind).toBe("inconclusive");
  });
});

describe("the expectation answered", () => {
  it("tells what is said to the user from what else an answer holds", () => {
    const answer = {
      kind: "answered",
      step: 0,
      exit: null,
      headers: {},
      text: '{"calls":["ping"],"said":"no"}',
      said: "no",
      aside: "",
      ms: 1,
    } as const;
    const trace = traceOf(asked, { ...answer, status: 200, failed: null });
    expect(answered.judge({ has: ["ping"] }, trace).kind).toBe("satisfied");
    expect(answered.judge({ says: ["ping"] }, trace).kind).toBe("violated");
    expect(answered.judge({ says: ["no"] }, trace).kind).toBe("satisfied");
    const command = traceOf(asked, { ...answer, status: null, exit: 0, said: "", failed: null });
    expect(answered.judge({ says: ["ping"] }, command).kind).toBe("satisfied");
  });
});

describe("the expectation told", () => {
  it("looks at the last message of the role alone where that is wanted", () => {
    const body = {
      messages: [
        { role: "tool", content: "first" },
        { role: "tool", content: "second" },
      ],
    };
    const model = {
      kind: "model-asked",
      method: "POST",
      path: "/api/chat",
      api: "ollama",
      headers: {},
      body,
      status: 200,
      outcome: "x",
    } as const;
    expect(told.judge({ role: "tool", lacks: ["first"] }, traceOf(asked, model)).kind).toBe("violated");
    expect(told.judge({ role: "tool", last: true, lacks: ["first"] }, traceOf(asked, model)).kind).toBe("satisfied");
    expect(told.judge({ role: "tool", last: true, has: ["first"] }, traceOf(asked, model)).kind).toBe("violated");
  });
});
