import { describe, expect, it } from "vitest";
import { answer, asked, askedTo, traceOf } from "../../../test/support/host-traces.ts";
import type { Outcome } from "../outcome.ts";
import { expectations, type ExpectationName } from "./expectations.ts";
import type { HostTrace, UnplacedHostEvent } from "./host-event.ts";

const to = (
  message: object,
  over: { server?: string; instance?: string; headers?: Record<string, string> } = {},
): UnplacedHostEvent => ({
  kind: "server-received",
  server: "s",
  instance: "s:1",
  text: JSON.stringify({ jsonrpc: "2.0", ...message }),
  ...over,
});
const from = (message: object): UnplacedHostEvent => ({
  kind: "server-sent",
  server: "s",
  instance: "s:1",
  text: JSON.stringify(message),
});
const call = (name: string, args: object, id = 1): UnplacedHostEvent =>
  to({ id, method: "tools/call", params: { name, arguments: args } });
const model = (body: object): UnplacedHostEvent => ({
  kind: "model-asked",
  method: "POST",
  path: "/api/chat",
  api: "ollama",
  headers: {},
  body: body as never,
  status: 200,
  outcome: "answered",
});
const start = (over: object = {}): UnplacedHostEvent => ({
  kind: "server-start",
  server: "s",
  instance: "s:1",
  transport: "stdio",
  pid: 7,
  argv: ["a"],
  env: { PATH: "" },
  ...over,
});
const alive = (is: boolean): UnplacedHostEvent => ({ kind: "process", server: "s", instance: "s:1", pid: 7, alive: is });
const end = (how: "eof" | "SIGTERM"): UnplacedHostEvent => ({ kind: "server-end", server: "s", instance: "s:1", how });
const hostEnd = (ms: number, killed: boolean, output = ""): UnplacedHostEvent => ({
  kind: "host-end",
  message: "",
  ms,
  killed,
  output,
});
/** Signed with the secret "key", by another implementation. */
const delivery = (): UnplacedHostEvent => ({
  kind: "server-received",
  server: "sink",
  instance: "sink:first",
  text: '{"event":"done","task_id":"t"}',
  headers: {
    "x-event": "done",
    "x-signature": "sha256=01ac5d6c861676ecab46511038a578869d4102ab198d00dc96a87e903fc6b01a",
  },
});
const tool = (name: string) => ({ type: "function", function: { name, description: "d", parameters: { type: "object" } } });
const history = (...messages: object[]) => model({ messages });
const withCall = { role: "assistant", content: "", tool_calls: [{ id: "c1", function: { name: "t", arguments: {} } }] };
const sse = (text: string) => answer({ headers: { "content-type": "text/event-stream" }, text });
const ndjson = (text: string) => answer({ headers: { "content-type": "application/x-ndjson" }, text });

type Row = { readonly wanted: unknown; readonly kept: HostTrace; readonly broken: HostTrace };

/** For every expectation one trace that keeps it and one that breaks it: none of them can only pass. */
const rows: Record<ExpectationName, Row> = {
  called: {
    wanted: { server: "s", tool: "t", arguments: { a: 1, b: 2 }, times: 1 },
    kept: traceOf(asked, call("t", { b: 2, a: 1 })),
    broken: traceOf(asked, call("t", { a: 1 })),
  },
  notCalled: { wanted: { tool: "t" }, kept: traceOf(asked, call("u", {})), broken: traceOf(asked, call("t", {})) },
  saw: {
    wanted: { method: "tools/list", times: 1 },
    kept: traceOf(asked, to({ id: 1, method: "tools/list" })),
    broken: traceOf(asked, to({ id: 1, method: "ping" })),
  },
  order: {
    wanted: { methods: ["initialize", "notifications/initialized"] },
    kept: traceOf(
      to({ id: 0, method: "server/discover" }),
      to({ id: 1, method: "initialize" }),
      to({ method: "notifications/initialized" }),
    ),
    broken: traceOf(to({ id: 1, method: "initialize" }), to({ id: 2, method: "tools/list" })),
  },
  wellFormed: {
    wanted: {},
    kept: traceOf(to({ id: 1, method: "a" }), to({ id: 2, method: "b" })),
    broken: traceOf(to({ id: 1, method: "a" }), to({ id: 1, method: "b" })),
  },
  everyRequest: {
    wanted: { but: ["initialize"], params: { _meta: { v: 1 } }, texts: { "/_meta/who": "^." } },
    kept: traceOf(
      to({ id: 1, method: "initialize" }),
      to({ method: "notifications/a" }),
      to({ id: 2, method: "b", params: { _meta: { v: 1, who: "me", more: 2 } } }),
    ),
    broken: traceOf(
      to({ id: 2, method: "b", params: { _meta: { v: 1, who: "me" } } }),
      to({ id: 3, method: "c", params: { _meta: { v: 1, who: 7 } } }),
    ),
  },
  replied: {
    wanted: { id: "p", result: {} },
    kept: traceOf(from({ id: "p", method: "ping" }), to({ id: "p", result: {} })),
    broken: traceOf(from({ id: "p", method: "ping" })),
  },
  header: {
    wanted: { name: "Accept", matches: "json" },
    kept: traceOf(to({ id: 1, method: "a" }, { headers: { accept: "application/json" } })),
    broken: traceOf(to({ id: 1, method: "a" }, { headers: {} })),
  },
  http: {
    wanted: { method: "DELETE", times: 1 },
    kept: traceOf(asked, { kind: "server-http", server: "s", instance: "s:1", method: "DELETE", path: "/mcp", headers: {} }),
    broken: traceOf(asked, { kind: "server-http", server: "s", instance: "s:1", method: "POST", path: "/mcp", headers: {} }),
  },
  gone: { wanted: {}, kept: traceOf(alive(false)), broken: traceOf(alive(false), alive(true)) },
  started: { wanted: { server: "s", times: 1 }, kept: traceOf(asked, start()), broken: traceOf(asked, start(), start()) },
  endedInOrder: { wanted: {}, kept: traceOf(end("eof"), end("SIGTERM")), broken: traceOf(end("SIGTERM"), end("eof")) },
  argv: { wanted: { equals: ["a"] }, kept: traceOf(start()), broken: traceOf(start({ argv: ["a", "b"] })) },
  startedIn: {
    wanted: { equals: "/work" },
    kept: traceOf(start({ cwd: "/work" })),
    broken: traceOf(start({ cwd: "/" })),
  },
  environment: { wanted: { lacks: ["TOKEN"] }, kept: traceOf(start()), broken: traceOf(start({ env: { TOKEN: "" } })) },
  hostEnded: { wanted: { withinMs: 100 }, kept: traceOf(hostEnd(5, false)), broken: traceOf(hostEnd(5, true)) },
  asked: { wanted: { times: 1 }, kept: traceOf(asked, model({})), broken: traceOf(asked, model({}), model({})) },
  offered: {
    wanted: { tools: ["echo"], lacks: ["wipe"] },
    kept: traceOf(asked, model({ tools: [tool("s:echo")] })),
    broken: traceOf(asked, model({ tools: [tool("s:echo"), tool("s__wipe")] })),
  },
  offeredAs: {
    wanted: { tool: "t", schema: { type: "object" } },
    kept: traceOf(asked, model({ tools: [tool("t")] })),
    broken: traceOf(asked, model({ tools: [{ function: { name: "t", parameters: {} } }] })),
  },
  names: {
    wanted: { pattern: "^[a-z]+$" },
    kept: traceOf(asked, model({ tools: [tool("a"), tool("b")] })),
    broken: traceOf(asked, model({ tools: [tool("a"), tool("a")] })),
  },
  told: {
    wanted: { role: "tool", has: ["rain"] },
    kept: traceOf(asked, history({ role: "tool", content: "rain" })),
    broken: traceOf(asked, history({ role: "user", content: "rain" })),
  },
  history: {
    wanted: { roles: ["user", "assistant"] },
    kept: traceOf(asked, history({ role: "system" }, { role: "user" }, { role: "assistant" })),
    broken: traceOf(asked, history({ role: "user" })),
  },
  paired: {
    wanted: {},
    kept: traceOf(history({ role: "user" }, withCall, { role: "tool", tool_call_id: "c1", content: "x" })),
    broken: traceOf(history({ role: "user" }, withCall, { role: "tool", tool_call_id: "c2", content: "x" })),
  },
  requestField: {
    wanted: { path: "/tools", absent: true },
    kept: traceOf(asked, model({})),
    broken: traceOf(asked, model({ tools: [] })),
  },
  answered: {
    wanted: { has: ["yes"], ok: true },
    kept: traceOf(asked, answer({ text: "yes" })),
    broken: traceOf(asked, answer({ text: 'yes\n{"error":"broke"}' })),
  },
  field: {
    wanted: { path: "/a~1b/-1", equals: 2 },
    kept: traceOf(asked, answer({ text: '{"a/b":[1,2]}' })),
    broken: traceOf(asked, answer({ text: '{"a/b":[2,1]}' })),
  },
  stream: {
    wanted: {},
    kept: traceOf(asked, ndjson('{"done":false}\n{"done":true}\n')),
    broken: traceOf(asked, ndjson('{"done":true}\n{"done":true}\n')),
  },
  sameText: {
    wanted: { steps: [0, 1] },
    kept: traceOf(asked, answer({ said: "a" }), answer({ step: 1, said: "a" })),
    broken: traceOf(asked, answer({ said: "a" }), answer({ step: 1, said: "b" })),
  },
  secret: {
    wanted: { text: "planted-secret" },
    kept: traceOf(asked, answer()),
    broken: traceOf(asked, answer(), model({ messages: [{ content: "planted-secret" }] })),
  },
  noControl: {
    wanted: {},
    kept: traceOf(asked, answer({ text: "a\tb\n" })),
    broken: traceOf(asked, answer({ text: "\u001b[31m" })),
  },
  survived: { wanted: {}, kept: traceOf(asked, answer()), broken: traceOf(asked, answer({ failed: "gone" })) },
  refused: {
    wanted: { has: ["c.json:3:1"], lacks: ["planted"] },
    kept: traceOf({ kind: "host-refused", message: "c.json:3:1: no command" }),
    broken: traceOf({ kind: "host-start", message: "host" }, asked, answer({ exit: 0 })),
  },
  warned: {
    wanted: { has: ["unknown member"], lacks: ["planted"] },
    kept: traceOf(asked, answer(), hostEnd(5, false, "c.json:3:1: unknown member")),
    broken: traceOf(asked, answer({ aside: "planted" }), hostEnd(5, false, "unknown member")),
  },
  exited: {
    wanted: { code: 2, stdout: ["a"], stderr: ["b"], lacks: ["planted"] },
    kept: traceOf(asked, answer({ status: null, exit: 2, text: "a", aside: "b" })),
    broken: traceOf(asked, answer({ status: null, exit: 2, text: "b", aside: "a" })),
  },
  differs: {
    wanted: { path: "/id", steps: [0, 1] },
    kept: traceOf(asked, answer({ text: '{"id":1}' }), answer({ step: 1, text: '{"id":2}' })),
    broken: traceOf(asked, answer({ text: '{"id":1}' }), answer({ step: 1, text: '{"id":1}' })),
  },
  everyLine: {
    wanted: { path: "/s", equals: "working", last: "completed" },
    kept: traceOf(asked, ndjson('{"s":"working"}\n{"s":"completed"}\n')),
    broken: traceOf(asked, ndjson('{"s":"completed"}\n{"s":"completed"}\n')),
  },
  reached: {
    wanted: { tool: "t", arguments: [{ a: 1 }, { a: 2 }] },
    kept: traceOf(asked, call("t", { a: 2 }), call("t", { a: 1 }, 2)),
    broken: traceOf(asked, call("t", { a: 1 })),
  },
  heldBack: {
    wanted: { tool: "t", arguments: [{}], says: ["denied"] },
    kept: traceOf(asked, history(withCall, { role: "tool", content: "Access denied", tool_call_id: "c1" })),
    broken: traceOf(asked, call("t", {}), history(withCall, { role: "tool", content: "Access denied", tool_call_id: "c1" })),
  },
  prompted: {
    wanted: { times: 1, has: ["wipe"], lacks: ["\u001b"] },
    kept: traceOf(asked, { kind: "person-asked", prompt: "wipe {}?", answer: "y" }),
    broken: traceOf(asked, { kind: "person-asked", prompt: "\u001bwipe {}?", answer: "y" }),
  },
  ranPrograms: {
    wanted: { only: ["fine"] },
    kept: traceOf(asked, { kind: "program-started", name: "fine" }),
    broken: traceOf(asked, { kind: "program-started", name: "fine" }, { kind: "program-started", name: "sh" }),
  },
  delivered: {
    wanted: {
      server: "sink",
      times: 1,
      holds: { event: "done" },
      headers: { "x-event": "^done$" },
      signed: { step: 0, secret: "/secret" },
    },
    kept: traceOf(asked, answer({ text: '{"secret":"key"}' }), delivery()),
    broken: traceOf(asked, answer({ text: '{"secret":"other"}' }), delivery()),
  },
  leftOut: {
    wanted: { servers: "bad-", says: ["not allowed"] },
    kept: traceOf(asked, { kind: "configured", server: "bad-1" }, hostEnd(5, false, "server bad-1: sh is not allowed")),
    broken: traceOf(asked, { kind: "configured", server: "bad-1" }, hostEnd(5, false, "server bad-11: sh is not allowed")),
  },
};

const judge = (name: ExpectationName, wanted: unknown, trace: HostTrace): Outcome => expectations[name].judge(wanted, trace);

describe("expectations of host cases", () => {
  it.each(Object.entries(rows))("%s holds and breaks", (name, { wanted, kept, broken }) => {
    expect(expectations[name as ExpectationName].schema.safeParse(wanted).success).toBe(true);
    expect(judge(name as ExpectationName, wanted, kept)).toMatchObject({ kind: "satisfied" });
    expect(judge(name as ExpectationName, wanted, broken)).toMatchObject({ kind: "violated" });
  });

  it.each(Object.entries(rows))("%s passes nothing where nothing happened", (name, { wanted }) => {
    expect(judge(name as ExpectationName, wanted, []).kind).toBe("inconclusive");
  });

  it("leaves what a host tells of itself in front of what it was asked out of the history", () => {
    const go = askedTo("go");
    const context = { role: "user", content: "The date is today." };
    const after = [{ role: "user", content: [{ type: "text", text: "please go" }] }, { role: "assistant" }];
    const wanted = { roles: ["user", "assistant"] };
    expect(judge("history", wanted, traceOf(go, history(context, ...after))).kind).toBe("satisfied");
    expect(judge("history", wanted, traceOf(go, history(...after, context))).kind).toBe("violated");
    expect(judge("history", wanted, traceOf(go, history(context, context, { role: "assistant" }))).kind).toBe("violated");
  });

  it("wants no session of a host that introduces itself anew", () => {
    const wanted = { name: "mcp-session-id", after: "initialize" };
    const first = to({ id: 1, method: "initialize" }, { headers: {} });
    const callWith = (headers: Record<string, string>): UnplacedHostEvent => to({ id: 2, method: "tools/call" }, { headers });
    const probe = to({ id: 0, method: "server/discover" }, { headers: {} });
    expect(judge("header", wanted, traceOf(first, callWith({ "mcp-session-id": "a" }), probe, first)).kind).toBe("satisfied");
    expect(judge("header", wanted, traceOf(first, first, callWith({}))).kind).toBe("violated");
  });

  it("knows what is not on a wire, and what a host's own tools hide", () => {
    const other = { ...model({ contents: [] }), path: "/v1beta/models/m:generateContent" } as UnplacedHostEvent;
    expect(judge("requestField", { path: "/messages/0" }, traceOf(asked, other)).kind).toBe("not-applicable");
    const own = { ...model({ tools: [{ function: { name: "Read" } }] }), builtIn: ["Read"] } as UnplacedHostEvent;
    expect(judge("requestField", { path: "/tools", absent: true }, traceOf(asked, own)).kind).toBe("not-applicable");
    expect(judge("offered", { count: 0 }, traceOf(asked, own)).kind).toBe("satisfied");
  });

  it("knows a stream that ends before its first line", () => {
    const message = "0 lines with done: true, expected one, the last";
    expect(judge("stream", {}, traceOf(asked, ndjson("\n")))).toMatchObject({ kind: "violated", message });
  });

  it("accuses a host of not answering a request that came together with others", () => {
    const both = ["m1", "m2"].map((id) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })).join("\n");
    const together: UnplacedHostEvent = { kind: "server-sent", server: "s", instance: "s:1", text: both };
    expect(judge("replied", { id: "m2" }, traceOf(together, to({ id: "m1", result: {} }))).kind).toBe("violated");
    expect(judge("replied", { id: "m3" }, traceOf(together)).kind).toBe("inconclusive");
    const onLines = { ...together, text: '{"id": "m4",\n"method": "ping"}' };
    expect(judge("replied", { id: "m4" }, traceOf(onLines)).kind).toBe("violated");
  });

  it("takes a host for alive that asks its failing model again and again until its time is over", () => {
    const again = (messages: number): UnplacedHostEvent =>
      model({ messages: Array.from({ length: messages }, () => ({ role: "user" })) });
    const late = answer({ failed: "did not end within 5 ms", late: true, ms: 5 });
    expect(judge("survived", {}, traceOf(asked, again(1), again(1), again(1), late)).kind).toBe("inconclusive");
    // It goes on with what it has: that is a circle, not another try.
    expect(judge("survived", {}, traceOf(asked, again(1), again(3), again(5), late)).kind).toBe("violated");
    // It asked early, and was silent from then on.
    const silent = answer({ failed: "did not end within 90 ms", late: true, ms: 90 });
    expect(judge("survived", {}, traceOf(asked, again(1), again(1), again(1), silent)).kind).toBe("violated");
    expect(judge("survived", {}, traceOf(asked, again(1), again(1), late)).kind).toBe("violated");
  });

  it("knows streams of OpenAI's wire", () => {
    const chunk = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';
    expect(judge("stream", {}, traceOf(asked, sse(`${chunk}data: [DONE]\n\n`)))).toMatchObject({ kind: "satisfied" });
    expect(judge("stream", {}, traceOf(asked, sse(chunk)))).toMatchObject({ kind: "violated" });
    expect(judge("stream", {}, traceOf(asked, sse(`${chunk}${chunk}data: [DONE]\n\n`)))).toMatchObject({ kind: "violated" });
  });
});
