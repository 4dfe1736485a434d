import { expect, it } from "vitest";
import type { Json } from "../../src/jsonrpc/json.ts";
import { type Carrier, frameIn } from "../../src/trace/frame-in.ts";
import type { WireEvent } from "../../src/trace/wire-event.ts";
import { ask, body, done, type Line, note, posted, received, sent, smallTrace, streamed } from "../support/traces/small-trace.ts";

const carries = (event: WireEvent | undefined): event is Carrier =>
  event !== undefined && ["frame", "http-request", "http-body", "sse-event"].includes(event.kind);

/** A line as the event of a trace. */
function carrier(line: Line): Carrier {
  const [event] = smallTrace("server", [line]).events;
  if (!carries(event)) throw new Error(`${line.kind} carries nothing`);
  return event;
}

const marked = `\uFEFF${JSON.stringify(ask(1, "ping"))}`;
const mark = { kind: "request", method: "ping", defects: ["a byte order mark comes before it"] };
const tooLong = { kind: "too-large", id: 7, mayAnswer: true, why: "it is longer than is kept", defects: [] };
const beginning = '{"jsonrpc":"2.0","id":7,"result":{"a":"';
const cut = { cut: true } as const;

it.each<[string, Line, object | undefined]>([
  ["a line that was received is read", received(done(1)), { kind: "result", id: 1 }],
  ["a line that was sent is read", sent(note("notifications/initialized")), { kind: "notification" }],
  ["the body of a request is read", posted(1, ask(1, "ping")), { kind: "request", method: "ping" }],
  ["a request without a body carries nothing", posted(1, null), undefined],
  ["the body of an answer is read", body(1, done(1)), { kind: "result", id: 1 }],
  ["an event of a stream is read", streamed(1, done(1)), { kind: "result", id: 1 }],
  [
    "an event of a stream without data carries nothing",
    { kind: "sse-event", connection: 1, exchange: 1, comment: "still there" },
    undefined,
  ],
  ["a byte order mark in a line that was received is a defect of the message", received(marked), mark],
  ["a byte order mark in the body of an answer is a defect of the message", body(1, marked), mark],
  ["a byte order mark in an event of a stream is a defect of the message", streamed(1, marked), mark],
  ["a byte order mark that was sent on purpose leaves no message", sent(marked), { kind: "not-json" }],
  ["a byte order mark that was posted leaves no message", posted(1, marked), { kind: "not-json" }],
  ["a whole line that was cut and is JSON is too large", received(beginning, cut), tooLong],
  ["space may stand before what was cut", received(`  ${beginning}`, cut), tooLong],
  ["a list that was cut may be a batch, and is too large", received('[{"id":1', cut), { ...tooLong, id: undefined }],
  ["a cut line whose end never came broke off", received(beginning, { ...cut, terminator: "" }), undefined],
  ["a long line of a log is no message, also where a brace stands in it", received(`log ${beginning}`, cut), undefined],
  ["an event of a stream that was cut is too large", streamed(1, beginning, cut), tooLong],
  ["a cut event whose end never came broke off", streamed(1, beginning, { ...cut, unterminated: true }), undefined],
  [
    "a cut body is too large where more bytes came than the kept characters can take",
    { ...body(1, beginning), bytes: 3 * beginning.length + 1, ...cut } as Line,
    tooLong,
  ],
  [
    "a cut body broke off where what is kept may be all that came",
    { ...body(1, beginning), bytes: 3 * beginning.length, ...cut } as Line,
    undefined,
  ],
  [
    "what was not read is what its envelope says",
    received("{", { ...cut, unread: { id: "a", mayAnswer: false, why: "it holds too much" } }),
    { kind: "too-large", id: "a", mayAnswer: false, why: "it holds too much", defects: [] },
  ],
  [
    "what was not read may have no id",
    { ...body(1, "{"), unread: { mayAnswer: true, why: "it holds too much" } } as Line,
    { kind: "too-large", id: undefined, mayAnswer: true, why: "it holds too much", defects: [] },
  ],
])("%s", (_what, line, expected) => {
  expect({ frame: frameIn(carrier(line)) }).toMatchObject({ frame: expected });
});

it("an event is read once, and long results that are equal are one value", () => {
  const long = done(1, { text: "x".repeat(10_000) });
  const known = new Map<string, Json>();
  const [one, other] = [carrier(received(long)), carrier(received(long))].map((event) => [event, frameIn(event, known)] as const);
  expect(one?.[0] && frameIn(one[0])).toBe(one?.[1]);
  const [first, second] = [one?.[1], other?.[1]].map((frame) => (frame?.kind === "result" ? frame.result : undefined));
  expect(first).toEqual({ text: "x".repeat(10_000) });
  expect(second).toBe(first);
});
