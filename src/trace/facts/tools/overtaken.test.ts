import { expect, it } from "vitest";
import { ask, at, done, type Line, received, sent, smallTrace, step } from "../../../../test/support/traces/small-trace.ts";
import { allCalls } from "../../call.ts";
import { messages } from "../../message.ts";
import { cameInTime, overtaking } from "./overtaken.ts";

const two = { connection: 2 } as const;

/** When the call begins that is looked at: all other times count from there. */
const start = 2000;
const call = at(start, sent(ask(1, "tools/call")));
const other = (from: number, to?: number, method = "ping", more: object = {}): Line[] => [
  at(start + from, sent(ask(`${method} ${from}`, method), more)),
  ...(to === undefined ? [] : [at(start + to, received(done(`${method} ${from}`), more))]),
];

it.each<[string, readonly Line[], boolean, boolean]>([
  ["nothing was asked after it", [...other(-9, -5), call], false, false],
  ["something was asked, and answered long before", [call, ...other(1, 500)], true, true],
  ["something was answered just long enough before", [call, ...other(1, 900)], true, true],
  ["something was answered a little too late", [call, ...other(1, 901)], true, false],
  ["something was not answered", [call, ...other(1)], true, false],
  ["something was asked just early enough to overtake", [call, ...other(900)], true, false],
  ["something was asked too late to overtake", [call, ...other(901, 950)], false, false],
  ["something was asked and answered on another connection", [call, ...other(1, 2, "ping", two)], false, false],
])("a call was overtaken where %s", (_what, lines, tried, isDone) => {
  const trace = smallTrace("server", lines);
  const one = allCalls(trace, "tools/call")[0];
  expect(one && overtaking(trace, one, start + 1000)).toEqual({ tried, done: isDone });
});

it("a call that may be refused is overtaken by nothing where nothing else was asked", () => {
  const trace = smallTrace("server", [step("call", { deviant: true }), call]);
  const [one] = allCalls(trace);
  expect(one && overtaking(trace, one, start + 1000)).toEqual({ tried: false, done: false });
});

it.each<[string, number, readonly Line[], boolean]>([
  ["as soon as any run waits for it", 500, other(1, 2), true],
  ["later, and something overtook it", 501, other(1, 401), false],
  ["later, and nothing overtook it", 501, other(1, 402), true],
])("progress came in time where it came %s", (_what, ms, between, expected) => {
  const progress = at(start + ms, received({ jsonrpc: "2.0", method: "notifications/progress" }));
  const trace = smallTrace("server", [call, ...between, progress]);
  const [one, message] = [allCalls(trace, "tools/call")[0], messages(trace).at(-1)];
  expect(one && message && cameInTime(trace, one, message)).toBe(expected);
});
