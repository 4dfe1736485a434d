import { expect, it } from "vitest";
import type { Json } from "../../../src/jsonrpc/json.ts";
import { askedOfClient } from "../../../src/trace/facts/asked-of-client.ts";
import { inputRounds } from "../../../src/trace/facts/input-rounds.ts";
import { ask, done, failed, type Line, opened, received, sent, smallTrace } from "../../support/traces/small-trace.ts";

const two = { connection: 2 } as const;
const method = "elicitation/create";
const found = (lines: readonly Line[]): unknown => askedOfClient(smallTrace("client", lines), method);
const greeted = (capabilities: Json, more: object = {}): Line => received(ask(0, "initialize", { capabilities }), more);
const elicit = sent(ask("s", method, { message: "?" }));
const asked = { connection: 1, method, params: { message: "?" } };

it.each<[string, readonly Line[], readonly object[]]>([
  [
    "a request that was answered, after the client had said what it can do",
    [greeted({ elicitation: {} }), elicit, received(done("s", { action: "accept" }))],
    [{ ...asked, seq: 2, declared: { elicitation: {} }, reply: { kind: "result", seq: 3, result: { action: "accept" } } }],
  ],
  [
    "a request that was refused",
    [elicit, received(failed("s", -1))],
    [{ ...asked, seq: 1, declared: {}, reply: { kind: "error", seq: 2, code: -1 } }],
  ],
  ["a request that was not answered", [elicit], [{ ...asked, seq: 1, declared: {}, reply: undefined }]],
  [
    "a request whose result is no object",
    [sent(ask("s", method)), received(done("s", "yes"))],
    [{ ...asked, params: {}, seq: 1, declared: {}, reply: { kind: "result", seq: 2, result: {} } }],
  ],
  [
    "what the client had said last before, on the same connection",
    [greeted({ a: {} }), greeted({ b: {} }), greeted({ c: {} }, two), elicit, greeted({ d: {} })],
    [{ ...asked, seq: 4, declared: { b: {} }, reply: undefined }],
  ],
  ["nothing that was asked by another method", [sent(ask("s", "roots/list"))], []],
])("of requests to the client is told %s", (_what, lines, expected) => {
  expect(found(lines)).toEqual(expected);
});

const demand: Json = {
  resultType: "input_required",
  requestState: "S",
  inputRequests: { a: { method, params: { message: "?" } }, b: { method: "roots/list" }, c: { method, params: "x" } },
};
const meta = { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } };
const call = (id: number, more: object = {}): Json => ask(id, "tools/call", { name: "t", arguments: { x: 1 }, ...more });
const retry = { inputResponses: { a: { action: "accept" }, b: {} }, requestState: "S" };

it("of a demand for input each entry of the method is told, with what the retry brought, or that it left it out", () => {
  const lines = [received(call(1, { _meta: meta })), sent(done(1, demand)), received(call(2, retry))];
  expect(found(lines)).toEqual([
    { ...asked, seq: 2, declared: { elicitation: {} }, reply: { kind: "result", seq: 3, result: { action: "accept" } } },
    { ...asked, seq: 2, params: {}, declared: { elicitation: {} }, reply: { kind: "left-out", seq: 3 } },
  ]);
});

it("an answer to a demand that is no object is one that was left out", () => {
  const lines = [received(call(1)), sent(done(1, demand)), received(call(2, { inputResponses: { a: "yes" } }))];
  expect(found(lines)).toMatchObject([{ reply: { kind: "left-out", seq: 3 } }, { reply: { kind: "left-out", seq: 3 } }]);
});

const tasks = { ...meta, "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/tasks": {} } } };
const working = (inputRequests: Json): Json => ({ resultType: "task", taskId: "t1", status: "input_required", inputRequests });
const update = (id: number, inputResponses: Json): Line => received(ask(id, "tasks/update", { taskId: "t1", inputResponses }));

it("of a task each entry of the method is told once, with the first answer that an update brought", () => {
  const lines = [
    opened(),
    received(call(1, { _meta: tasks })),
    sent(done(1, working({ a: { method, params: { message: "?" } }, b: { method: "roots/list" } }))),
    update(2, { b: {} }),
    update(3, { a: { action: "decline" } }),
    update(4, { a: { action: "accept" } }),
    received(ask(5, "tasks/get", { taskId: "t1" })),
    sent(done(5, working({ a: { method }, c: { method }, d: { method, params: { message: "!" } } }))),
    update(6, { c: "yes" }),
  ];
  const declared = { extensions: { "io.modelcontextprotocol/tasks": {} } };
  expect(found(lines)).toEqual([
    { ...asked, seq: 3, declared, reply: { kind: "result", seq: 5, result: { action: "decline" } } },
    { ...asked, seq: 8, params: {}, declared, reply: undefined },
    { ...asked, seq: 8, params: { message: "!" }, declared, reply: undefined },
  ]);
});

const state = { requestState: "S" };
const other = (id: number, more: object): Line => received(ask(id, "tools/call", { name: "u", arguments: { x: 1 }, ...more }));
const opening = [received(call(1)), sent(done(1, demand))];

it.each<[string, readonly Line[], readonly (readonly [number, number])[]]>([
  ["that brings a state", [...opening, received(call(2, state))], [[1, 3]]],
  ["that brings answers", [...opening, received(call(2, { inputResponses: {} }))], [[1, 3]]],
  ["not one that brings neither", [...opening, received(call(2)), received(call(3, state))], []],
  ["not one that came before the demand", [received(call(1)), received(call(2, state)), sent(done(1, demand))], []],
  ["not one on another connection", [...opening, received(call(2, state), two)], []],
  ["not one of another tool", [...opening, other(2, state)], []],
  ["not one of another method", [...opening, received(ask(2, "prompts/get", { name: "t", arguments: { x: 1 }, ...state }))], []],
  [
    "the one with the same arguments, though another came first",
    [...opening, received(call(2, { ...state, arguments: { x: 2 } })), received(call(3, state))],
    [[1, 4]],
  ],
  [
    "one with other arguments, where nobody else can have made it",
    [...opening, received(call(2, { ...state, arguments: { x: 2 } }))],
    [[1, 3]],
  ],
  [
    "not one with other arguments, where another call had these",
    [received(call(5, { arguments: { x: 2 } })), ...opening, received(call(2, { ...state, arguments: { x: 2 } }))],
    [],
  ],
  [
    "one with other arguments, though a call of another tool had these",
    [other(5, { arguments: { x: 2 } }), ...opening, received(call(2, { ...state, arguments: { x: 2 } }))],
    [[2, 4]],
  ],
  ["not one with other arguments that brings nothing", [...opening, received(call(2, { arguments: { x: 2 } }))], []],
  [
    "not one that was answered with anything else",
    [received(call(1)), sent(done(1, { resultType: "complete" })), received(call(2, state))],
    [],
  ],
  ["not one that was refused", [received(call(1)), sent(failed(1)), received(call(2, state))], []],
  ["not one that was not answered", [received(call(1)), received(call(2, state))], []],
  [
    "that reads the same resource",
    [
      received(ask(1, "resources/read", { uri: "a:b" })),
      sent(done(1, demand)),
      received(ask(2, "resources/read", { uri: "a:c", ...state })),
      received(ask(3, "resources/read", { uri: "a:b", ...state })),
    ],
    [[1, 4]],
  ],
])("the retry of a call that was answered by a demand is the next request for it: %s", (_what, lines, expected) => {
  expect(inputRounds(smallTrace("client", lines)).map((one) => [one.asked.request.seq, one.retry.request.seq])).toEqual(expected);
});
