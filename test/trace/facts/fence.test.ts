import { expect, it } from "vitest";
import type { Json } from "../../../src/jsonrpc/json.ts";
import { endedByItself, exitOf, fenced } from "../../../src/trace/facts/fence.ts";
import { notificationAnsweredBy } from "../../../src/trace/facts/notification-answers.ts";
import { answers } from "../../../src/trace/facts/spoken.ts";
import {
  ask,
  body,
  done,
  failed,
  type Line,
  note,
  posted,
  received,
  sent,
  smallTrace,
  status,
  step,
} from "../../support/traces/small-trace.ts";

const two = { connection: 2 } as const;
const odd = step("send", { tag: "odd" });
const fence = step("fence");

it.each<[string, readonly Line[], readonly number[], readonly number[], number | undefined]>([
  [
    "up to the answer of the next fence",
    [
      received(note("a")),
      odd,
      sent(note("b")),
      received(note("c")),
      fence,
      sent(ask(1, "ping")),
      received(note("d")),
      received(done(1)),
      received(note("e")),
    ],
    [4, 7],
    [3, 6],
    6,
  ],
  [
    "to the end where no fence followed",
    [fence, sent(ask(1, "ping")), received(done(1)), odd, sent(note("b")), received(note("c"))],
    [6],
    [5],
    undefined,
  ],
  ["to the end where the fence was not answered", [odd, fence, sent(ask(1, "ping")), received(note("c"))], [4], [3], 3],
  [
    "also over other calls, which are no fence",
    [odd, step("call"), sent(ask(1, "ping")), received(done(1)), received(note("c"))],
    [4, 5],
    [3],
    undefined,
  ],
  [
    "not what happened on another connection",
    [odd, received(note("a"), two), step("fence", two), sent(ask(1, "ping"), two), received(done(1), two), received(note("c"))],
    [6],
    [],
    undefined,
  ],
  ["whatever was asked before any step", [sent(ask(0, "ping")), odd, received(note("a"))], [3], [], undefined],
  [
    "with the first of two fences",
    [odd, fence, sent(ask(1, "ping")), received(done(1)), fence, sent(ask(2, "ping")), received(done(2))],
    [],
    [3],
    3,
  ],
])("a special step goes with what came %s", (_what, lines, back, out, seq) => {
  const [found, ...others] = fenced(smallTrace("server", lines), "odd");
  expect(found?.received.map((one) => one.seq)).toEqual(back);
  expect(found?.sent.map((one) => one.seq)).toEqual(out);
  expect([found?.step.tag, found?.fence?.request.seq, others]).toEqual(["odd", seq, []]);
});

it("the body with which a stream was refused answers no step", () => {
  const json = { "content-type": "application/json" };
  const lines = [
    posted(1, null, {}, { method: "GET" }),
    odd,
    status(1, 405, json),
    body(1, failed(0)),
    posted(2, "x"),
    status(2, 400, json),
    body(2, failed(1)),
  ];
  expect(fenced(smallTrace("server", lines), "odd")[0]?.received.map(({ seq }) => seq)).toEqual([7]);
});

const exit = (connection: number, code: number): Line => ({ kind: "exit", connection, code, signal: null });
const term = (connection: number): Line => ({ kind: "signal", connection, signal: "SIGTERM" });
const closed = (connection: number): Line => ({ kind: "stdin-closed", connection });

it.each<[string, readonly Line[], number | undefined, number | undefined]>([
  ["ended by itself", [exit(2, 0), exit(1, 3)], 2, 2],
  ["ended when its stdin was closed", [closed(1), exit(1, 0)], 2, undefined],
  ["ended when it got a signal", [term(1), exit(1, 0)], 2, undefined],
  ["ended before it was asked to", [exit(1, 0), closed(1), term(1)], 1, 1],
  ["ended while another one was asked to", [closed(2), term(2), exit(1, 0)], 3, 3],
  ["never ended", [closed(1)], undefined, undefined],
])("a process that %s", (_what, lines, seq, own) => {
  const trace = smallTrace("server", lines);
  expect([exitOf(trace, 1)?.seq, endedByItself(trace, 1)?.seq]).toEqual([seq, own]);
});

const nobody: Json = { jsonrpc: "2.0", id: null, error: { code: -32600, message: "no" } };
const told = sent(note("notifications/initialized"));

it.each<[string, readonly Line[], number | undefined]>([
  ["the last notification before it", [told, sent(note("notifications/x")), received(nobody), told], 2],
  [
    "none where none was sent, though a request was answered",
    [sent(ask(1, "ping")), received(done(1)), received(nobody)],
    undefined,
  ],
  ["none where none was sent", [sent(ask(1, "ping")), received(nobody)], undefined],
  ["none where it has an id", [told, received(failed(7))], undefined],
  ["none that went on another connection", [{ ...told, ...two }, received(nobody)], undefined],
  ["none that was one of a batch", [sent([note("a"), note("b")]), received(nobody)], undefined],
  [
    "none where a request sent after it was answered by then",
    [told, sent(ask(1, "ping")), received(done(1)), received(nobody)],
    undefined,
  ],
  [
    "it where the request that was answered had been sent before it",
    [sent(ask(1, "ping")), told, received(done(1)), received(nobody)],
    2,
  ],
  ["it where the request sent after it was answered later", [told, sent(ask(1, "ping")), received(nobody), received(done(1))], 1],
  ["it where the request sent after it was never answered", [told, sent(ask(1, "ping")), received(nobody)], 1],
  [
    "it where what was answered went on another connection",
    [told, sent(ask(1, "ping"), two), received(done(1), two), received(nobody)],
    1,
  ],
  ["none where something broken may have caused it", [told, sent("{"), received(nobody)], undefined],
  [
    "none where something broken was sent before the notification, and nothing was answered since",
    [sent("{"), told, received(nobody)],
    undefined,
  ],
  [
    "it where a request sent after what was broken was answered",
    [sent("{"), sent(ask(1, "ping")), told, received(done(1)), received(nobody)],
    3,
  ],
  [
    "it where the request that was answered had been sent in a batch",
    [sent([ask(1, "ping")]), told, received(done(1)), received(nobody)],
    2,
  ],
  ["it where what was broken went on another connection", [sent("{", two), told, received(nobody)], 2],
  ["it where what was broken came later", [told, received(nobody), sent("{")], 1],
  [
    "none where it was meant for a request",
    [sent(ask(1, "tools/list")), told, received({ jsonrpc: "2.0", id: null, result: { tools: [] } })],
    undefined,
  ],
])("an answer without an id is blamed on %s", (_what, lines, seq) => {
  const trace = smallTrace("server", lines);
  const answer = answers(trace).find(({ frame }) => frame.id === null || frame.id === 7);
  expect(answer).toBeDefined();
  expect(answer && notificationAnsweredBy(trace, answer)?.seq).toBe(seq);
});

const json = { "content-type": "application/json" };

it.each<[string, readonly Line[], number | undefined]>([
  ["the notification of its exchange", [posted(1, note("a")), posted(2, note("b")), status(1, 400, json), body(1, nobody)], 1],
  [
    "it whatever was broken in another exchange",
    [posted(2, "{"), posted(1, note("a")), status(1, 400, json), body(1, nobody)],
    2,
  ],
  [
    "none where its exchange carried something else",
    [posted(2, note("b")), posted(1, "{"), status(1, 400, json), body(1, nobody)],
    undefined,
  ],
])("over HTTP an answer without an id is blamed on %s", (_what, lines, seq) => {
  const trace = smallTrace("server", lines, "http");
  const [answer] = answers(trace);
  expect(answer).toBeDefined();
  expect(answer && notificationAnsweredBy(trace, answer)?.seq).toBe(seq);
});
