import { expect, it } from "vitest";
import { notApplicable, satisfied, violated } from "../../../../src/check/outcome.ts";
import { unlessToolsHang } from "../../../../src/check/rules/calls/hanging-tools.ts";
import { isHeardOut } from "../../../../src/check/rules/calls/heard-out.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { cancelledCalls } from "../../../../src/trace/facts/cancelled-calls.ts";
import {
  ask,
  at,
  done,
  failed,
  type Line,
  note,
  opened,
  received,
  sent,
  smallTrace,
  step,
} from "../../../support/traces/small-trace.ts";

const plain = step("request");
const odd = step("request", { tag: "odd" });
const call = (id: number, name: string, connection = 1): Line => sent(ask(id, "tools/call", { name }), { connection });
const toolsCalled = (names: readonly string[], answered: number): Line[] => [
  ...names.map((name, index) => call(index, name)),
  ...names.slice(0, answered).map((_, index) => received(done(index))),
];
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `tool ${index}`);
const hang = notApplicable("several tools were never answered in time: which of the others can be called is chance");

it.each<readonly [string, readonly Line[], boolean]>([
  ["all tools answer", toolsCalled(names(4), 4), false],
  ["one tool of two does not answer", toolsCalled(names(2), 1), false],
  ["two tools of two do not answer", toolsCalled(names(2), 0), true],
  ["two tools of twelve do not answer", toolsCalled(names(12), 10), true],
  ["two tools of thirteen do not answer", toolsCalled(names(13), 11), false],
  ["a tool does not answer twice", toolsCalled(["a", "a"], 0), false],
  ["two tools answer only once each", toolsCalled(["a", "b", "a", "b"], 2), false],
  ["tools do not answer what is special", [odd, ...toolsCalled(names(4), 0)], false],
  ["tools do not answer on another connection", [opened({ connection: 2 }), call(1, "a", 2), call(2, "b", 2)], false],
])("which tools can be called is chance where %s: %s", (_title, lines, hangs) => {
  const trace = smallTrace("server", [opened(), plain, ...lines]);
  const passed = satisfied([1]);
  expect(unlessToolsHang(trace, 1, passed)).toEqual(hangs ? hang : passed);
  expect(unlessToolsHang(trace, 1, violated(1, "no"))).toEqual(violated(1, "no"));
});

const cancelled = (ms: number, id = 2): Line => at(ms, sent(note("notifications/cancelled", { requestId: id })));
const works = (from: number, to: number, id: number, name = "a", answer: Json = done(id)): Line[] => [
  at(from, sent(ask(id, "tools/call", { name, arguments: {} }))),
  at(to, received(answer)),
];
const waited = (ms: number, id: number): Line => at(ms, { kind: "silence", connection: 1, awaiting: String(id), ms });
const asked = (ms: number, id: number, params: Json = { name: "a" }): Line => at(ms, sent(ask(id, "tools/call", params)));
const end = (ms: number): Line => at(ms, { kind: "stdin-closed", connection: 1 });

it.each<readonly [string, readonly Line[], boolean]>([
  ["whose tool took no longer elsewhere", [...works(0, 100, 1), asked(200, 2), cancelled(210), end(300)], true],
  ["whose tool took a moment longer elsewhere", [...works(0, 100, 1), asked(200, 2), cancelled(210), end(299)], false],
  ["whose tool was never seen to answer", [asked(200, 2), cancelled(210), end(900)], false],
  ["whose tool failed elsewhere", [...works(0, 100, 1, "a", failed(1)), asked(200, 2), cancelled(210), end(900)], false],
  ["whose tool is known by other tools only", [...works(0, 100, 1, "b"), asked(200, 2), cancelled(210), end(900)], false],
  ["whose tool takes longer than is listened", [...works(0, 501, 1), asked(600, 2), cancelled(610), end(9000)], false],
  ["whose tool takes as long as is listened", [...works(0, 500, 1), asked(600, 2), cancelled(610), end(9000)], true],
  ["of something else than a tool", [at(200, sent(ask(2, "resources/read", { uri: "a:b" }))), cancelled(210), end(211)], true],
  ["of no tool", [asked(200, 2, {}), cancelled(210), end(211)], true],
  ["that is waited for in vain so long", [...works(0, 100, 1), asked(200, 2), cancelled(210), waited(300, 2), end(900)], true],
  ["that is waited for in vain less long", [...works(0, 100, 1), asked(200, 2), cancelled(210), waited(299, 2), end(900)], false],
  [
    "whose tool hung elsewhere",
    [...works(0, 100, 1), asked(200, 3), waited(600, 3), cancelled(605, 3), asked(700, 2), cancelled(710), end(900)],
    false,
  ],
  [
    "whose tool was given up early elsewhere",
    [...works(0, 100, 1), asked(200, 3), waited(599, 3), cancelled(605, 3), asked(700, 2), cancelled(710), end(900)],
    true,
  ],
  [
    "beside another tool that hung",
    [
      ...works(0, 100, 1),
      asked(200, 3, { name: "b" }),
      waited(900, 3),
      cancelled(905, 3),
      asked(950, 2),
      cancelled(960),
      end(1100),
    ],
    true,
  ],
  [
    "beside the tool hanging at other arguments",
    [
      ...works(0, 100, 1),
      asked(200, 3, { name: "a", arguments: { x: 1 } }),
      waited(900, 3),
      cancelled(905, 3),
      asked(950, 2),
      cancelled(960),
      end(1100),
    ],
    true,
  ],
])("a cancelled call %s was heard out: %s", (_title, lines, heard) => {
  const trace = smallTrace("server", [at(0, opened()), ...lines]);
  const found = cancelledCalls(trace).find(({ call: { request } }) => request.frame.id === 2);
  expect(found !== undefined && isHeardOut(trace, found)).toBe(heard);
  expect(found).toBeDefined();
});
