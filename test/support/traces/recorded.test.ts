import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Trace } from "../../../src/trace/trace.ts";
import type { WireEvent } from "../../../src/trace/wire-event.ts";
import { excerpt } from "./excerpt.ts";
import { formatRecorded } from "./format-recorded.ts";
import { parseRecorded } from "./parse-recorded.ts";
import type { Recorded } from "./recorded.ts";

/** Texts a wire can carry: words of our own form, lines, tabs, what does not show, halves of characters. */
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.stringMatching(/^[ \t\n\r"{}|=:,0-9a-z\u202e\ufeff\ud800]*$/),
  fc.constantFrom("== satisfied", "| x", "  y", "pause 5", "\0", "a\u{e0041}\u{1bca0}", "subject {}", '{"jsonrpc":"2.0","id":1}'),
);
const exchange = fc.nat({ max: 9 });
const headers = fc.array(fc.tuple(fc.oneof(fc.constantFrom("Accept", "a:b", ""), anyText), anyText), { maxLength: 3 });

const anyMembers = fc.oneof(
  fc.record({ kind: fc.constant("step"), scenario: anyText, verb: anyText }),
  fc.record({
    kind: fc.constant("step"),
    scenario: anyText,
    verb: fc.constant("call"),
    tag: anyText,
    deviant: fc.constant(true),
  }),
  fc.record({
    kind: fc.constant("frame"),
    direction: fc.constantFrom("sent", "received"),
    text: anyText,
    bytes: fc.nat(),
    terminator: fc.constantFrom("\n", "\r\n", ""),
  }),
  anyText.map((text) => ({ kind: "frame", direction: "sent", text, bytes: Buffer.byteLength(text), terminator: "\n" })),
  fc.record({
    kind: fc.constant("http-request"),
    exchange,
    method: fc.constantFrom("GET", "POST", "A B"),
    url: anyText,
    headers,
    body: fc.option(anyText),
  }),
  fc.record({ kind: fc.constant("http-response"), exchange, status: fc.nat(), headers }),
  fc.tuple(exchange, anyText).map(([of, text]) => ({ kind: "http-body", exchange: of, text, bytes: Buffer.byteLength(text) })),
  fc.record({ kind: fc.constant("http-body"), exchange, text: anyText, bytes: fc.nat(), cut: fc.constant(true) }),
  fc.record(
    { kind: fc.constant("sse-event"), exchange, id: anyText, data: anyText, comment: anyText, cut: fc.constant(true) },
    { requiredKeys: ["kind", "exchange"] },
  ),
  fc.record({ kind: fc.constant("http-end"), exchange, how: fc.constant("broken"), message: anyText }),
  fc.record({ kind: fc.constant("stderr"), text: anyText }),
  fc.constant({ kind: "stdin-closed" }),
);

const anyTrace: fc.Arbitrary<Trace> = fc
  .array(fc.tuple(anyMembers, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 5_000_000 }), fc.boolean()), {
    maxLength: 8,
  })
  .map((list) => {
    let [seq, at] = [0, 0];
    const events = list.map(([members, connection, wait, odd]) => {
      seq += odd ? 2 : 1;
      at = Math.round(at * 1000 + (odd ? wait : 2000)) / 1000;
      return { seq, at, connection, ...members } as unknown as WireEvent;
    });
    return { subject: { kind: "server", transport: "stdio", command: ["node", "server.js"] }, events };
  });

test("recorded traces read back as they were", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^(satisfied|violated)(-[a-z]{1,3})?$/), anyTrace, { maxKeys: 4 }), (given) => {
      const recorded: Recorded = { traces: new Map(Object.entries(given)) };
      const text = formatRecorded(recorded);
      const back = parseRecorded(text, "x.traces");
      expect(Object.fromEntries(back.traces)).toEqual(given);
      expect(formatRecorded(back)).toBe(text);
    }),
  );
});

const example = `passive judges what is seldom said

== opening
subject {"kind":"server","transport":"http","url":"http://127.0.0.1/mcp"}
connect {"transport":"http","revision":"2025-06-18","session":"main","capabilities":{},"target":"http://127.0.0.1/mcp"}

== satisfied, after opening
step sample request
http-request 1 POST http://127.0.0.1/mcp
  Accept: text/event-stream
  | {"jsonrpc":"2.0","id":2,"method":"ping"}
pause 5000
sse-event 1
  id: a
  data: {"jsonrpc":"2.0","id":2,"result":{}}

== violated, after opening
step sample request
2 received {"id": 2}
`;

describe("a file of recorded traces", () => {
  it("tells events by what they are about; numbers, times and lengths follow", () => {
    const { passive, traces } = parseRecorded(example, "x.traces");
    expect(passive).toBe("judges what is seldom said");
    expect(traces.get("satisfied")?.events.map(({ seq, at }) => [seq, at])).toEqual([
      [1, 0],
      [2, 2],
      [3, 4],
      [4, 5006],
    ]);
    expect(traces.get("satisfied")?.events[2]).toMatchObject({
      kind: "http-request",
      exchange: 1,
      headers: [["Accept", "text/event-stream"]],
      body: '{"jsonrpc":"2.0","id":2,"method":"ping"}',
    });
    expect(traces.get("violated")?.events.at(-1)).toEqual({
      seq: 3,
      at: 4,
      connection: 2,
      kind: "frame",
      direction: "received",
      text: '{"id": 2}',
      bytes: 9,
      terminator: "\n",
    });
  });

  it("shares what traces begin with, as it is written by the command", () => {
    expect(formatRecorded(parseRecorded(example, "x.traces"))).toBe(example);
  });

  it.each([
    ["frame x\n", "x.traces:1: expected"],
    ["== good\n", 'x.traces:1: expected "== <outcome>'],
    ["== satisfied\n\n== satisfied\n", "x.traces:3: expected"],
    ["== satisfied, after opening\n", "x.traces:1: there is no opening above"],
    ["== satisfied\nstep a b\n", 'x.traces:2: expected a line "subject <JSON>"'],
    [`${example}http-end one complete\n`, 'x.traces:20: expected a number, found "one"'],
    [`${example}annotation {\n`, "x.traces:20: "],
    [`${example}pause a\n`, 'x.traces:20: expected milliseconds, found "a"'],
    [`${example}song {}\n`, "x.traces, violated:5: not a wire event"],
  ])("is refused with file and line: %j", (text, message) => {
    expect(() => parseRecorded(text, "x.traces")).toThrow(message);
  });
});

test("an excerpt is numbered anew, and keeps only waits that were meant", () => {
  const event = { kind: "stdin-closed" } as const;
  const trace: Trace = {
    subject: { kind: "server", transport: "stdio" },
    events: [
      { seq: 1, at: 0.3, connection: 1, ...event },
      { seq: 2, at: 7.1, connection: 4, ...event },
      { seq: 3, at: 9, connection: 1, ...event },
      { seq: 4, at: 5012.4, connection: 4, kind: "annotation", about: 2, name: "json-schema", value: null },
    ],
  };
  expect(excerpt(trace, [4]).events).toEqual([
    { seq: 1, at: 0, connection: 1, ...event },
    { seq: 2, at: 5005, connection: 1, kind: "annotation", about: 1, name: "json-schema", value: null },
  ]);
  const frame = { kind: "frame", direction: "received", text: "é", bytes: 9, terminator: "\n" } as const;
  const { subject } = trace;
  expect(excerpt({ subject, events: [{ seq: 3, at: 1, connection: 1, ...frame }] }, []).events[0]).toMatchObject({ bytes: 2 });
  expect(excerpt(trace, []).events.map(({ at, connection }) => [at, connection])).toEqual([
    [0, 1],
    [2, 2],
    [4, 1],
    [5007, 2],
  ]);
});
