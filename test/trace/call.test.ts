import { describe, expect, it } from "vitest";
import { allCalls, answered, calls, lastOf, refused, startTimes } from "../../src/trace/call.ts";
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
} from "../support/traces/small-trace.ts";

const two = { connection: 2 } as const;
const silence = (awaiting: string, more: object = {}): Line => ({ kind: "silence", connection: 1, awaiting, ms: 5, ...more });

/** Of each request its number, that of its answer, and that of the silence instead. */
const paired = (lines: readonly Line[], transport: "stdio" | "http" = "http"): unknown[] =>
  allCalls(smallTrace("server", lines, transport)).map((call) => [call.request.seq, call.answer?.seq, call.silence?.seq]);

const [ping, list, call] = [sent(ask(1, "ping")), sent(ask(1, "tools/list")), sent(ask(2, "tools/call"))];

/** Answers that name no request. */
const nameless = received({ jsonrpc: "2.0", result: {} });
const refusal = received({ jsonrpc: "2.0", id: null, error: { code: 1, message: "no" } });
const toolsListed = { jsonrpc: "2.0", id: null, result: { tools: [] } };
const [tools, toolsElsewhere] = [received(toolsListed), received(toolsListed, two)];

describe("a request belongs together with", () => {
  it.each<[string, readonly Line[], readonly (readonly (number | undefined)[])[]]>([
    ["its result", [ping, received(done(1))], [[1, 2, undefined]]],
    ["its error", [ping, received(failed(1))], [[1, 2, undefined]]],
    ["the first of two answers", [ping, received(failed(1)), received(done(1))], [[1, 2, undefined]]],
    ["the answer that came after it, not one before", [received(done(1)), ping, received(done(1))], [[2, 3, undefined]]],
    ["no answer of another connection", [ping, received(done(1), two)], [[1, undefined, undefined]]],
    ["no answer that mcpcheck gave under the same id", [ping, sent(done(1))], [[1, undefined, undefined]]],
    ["no request under the same id", [ping, received(ask(1, "roots/list"))], [[1, undefined, undefined]]],
    [
      "its own answer whatever the order in which answers come",
      [ping, call, received(done(2)), received(done(1))],
      [
        [1, 4, undefined],
        [2, 3, undefined],
      ],
    ],
    ["an answer whose id is the same number as a text", [ping, received(done("1"))], [[1, 2, undefined]]],
    ["an answer whose id stands in a list", [ping, received(done([1]))], [[1, 2, undefined]]],
    [
      "the right one of two answers that differ in the type of the id",
      [ping, received(done("1")), received(done(1))],
      [[1, 3, undefined]],
    ],
    ["the earlier of two answers with ids of other types", [ping, received(done([1])), received(done("1"))], [[1, 2, undefined]]],
    [
      "the earlier of two such answers in whatever order their ids first came",
      [received(done("1")), ping, received(done([1])), received(done("1"))],
      [[2, 3, undefined]],
    ],
    ["a result without an id where nothing else was sent", [ping, nameless], [[1, 2, undefined]]],
    ["no error without an id", [ping, refusal], [[1, undefined, undefined]]],
    [
      "no result without an id and of no known form where a notification was sent too",
      [ping, sent(note("notifications/initialized")), nameless],
      [[1, undefined, undefined]],
    ],
    [
      "a result without an id also where others were sent elsewhere or later",
      [sent(ask(5, "ping"), two), ping, nameless, call],
      [
        [1, undefined, undefined],
        [2, 3, undefined],
        [4, undefined, undefined],
      ],
    ],
    [
      "nothing where a result without an id came after only a notification",
      [sent(note("a")), nameless, ping],
      [[3, undefined, undefined]],
    ],
    [
      "a result without an id whose members fit it",
      [call, list, tools],
      [
        [1, undefined, undefined],
        [2, 3, undefined],
      ],
    ],
    [
      "the first of those that a result without an id fits",
      [list, sent(ask(3, "tools/list")), tools, tools],
      [
        [1, 3, undefined],
        [2, 4, undefined],
      ],
    ],
    [
      "no result without an id that fits, where it had its answer",
      [list, call, received(done(1, { tools: [] })), tools],
      [
        [1, 3, undefined],
        [2, undefined, undefined],
      ],
    ],
    [
      "no result without an id that fits, but came on another connection or before it",
      [call, sent(ask(5, "ping")), sent(ask(3, "ping"), two), sent(ask(4, "ping"), two), toolsElsewhere, tools, list],
      [
        [1, undefined, undefined],
        [2, undefined, undefined],
        [3, undefined, undefined],
        [4, undefined, undefined],
        [7, undefined, undefined],
      ],
    ],
    [
      "its own answer, and not that of one whose id is the same digits as a text",
      [ping, sent(ask("1", "ping")), received(done(1))],
      [
        [1, 3, undefined],
        [2, undefined, undefined],
      ],
    ],
    [
      "a result without an id where nothing else was sent, whatever came",
      [ping, received(note("a")), nameless],
      [[1, 3, undefined]],
    ],
    [
      "no result without an id of another connection, whose members fit",
      [list, sent(ask(2, "ping"), two), sent(ask(3, "ping"), two), toolsElsewhere],
      [
        [1, undefined, undefined],
        [2, undefined, undefined],
        [3, undefined, undefined],
      ],
    ],
    [
      "the result without an id that fits it and came after it, where another one came before",
      [call, sent(ask(5, "ping")), tools, list, tools],
      [
        [1, undefined, undefined],
        [2, undefined, undefined],
        [4, 5, undefined],
      ],
    ],
    [
      "no error without an id that stands beside members that fit",
      [call, list, refusal],
      [
        [1, undefined, undefined],
        [2, undefined, undefined],
      ],
    ],
    ["the silence in which it was waited for", [ping, silence("1")], [[1, undefined, 2]]],
    ["the silence for an id that is a text", [sent(ask("a", "ping")), silence('"a"')], [[1, undefined, 2]]],
    ["no silence for another", [ping, silence("2")], [[1, undefined, undefined]]],
    ["no silence of another connection", [ping, silence("1", two)], [[1, undefined, undefined]]],
    ["no silence where the answer came all the same", [ping, silence("1"), received(done(1))], [[1, 3, undefined]]],
  ])("%s", (_what, lines, expected) => {
    expect(paired(lines)).toEqual(expected);
  });
});

const unread = (id: string | number | undefined, more: object = {}): Line =>
  received("{", { cut: true, unread: { ...(id === undefined ? {} : { id }), mayAnswer: true, why: "too much", ...more } });

it.each<[string, readonly Line[], readonly number[]]>([
  ["had an answer with its id that was too large to be read", [ping, unread(1)], []],
  ["may have had an answer that was too large to tell its id", [ping, unread(undefined)], []],
  ["was answered besides", [ping, unread(1), received(done(1))], [1]],
  ["has another id than what was too large", [ping, unread(2)], [1]],
  ["has an id of another type than what was too large", [ping, unread("1")], [1]],
  ["came after what was too large", [unread(1), ping], [2]],
  ["was followed by a notification that was too large", [ping, unread(undefined, { mayAnswer: false })], [1]],
  ["was followed by what was too large on another connection", [ping, { ...unread(1), ...two }], [1]],
  ["was followed by what mcpcheck sent and is too large", [ping, { ...unread(1), direction: "sent" } as Line], [1]],
])("what became of a request is told only where that is known: one that %s", (_what, lines, seqs) => {
  expect(allCalls(smallTrace("server", lines)).map(({ request }) => request.seq)).toEqual(seqs);
});

describe("that nothing came is told of a process", () => {
  const slowest = [at(0, opened()), at(5, sent(ask(1, "ping"))), at(100, received(done(1))), at(200, received(done(2)))];
  const late = (ms: number): Line[] => [
    at(1000, opened(two)),
    at(1000, sent(ask(1, "ping"), two)),
    at(1000 + ms, silence("1", two)),
  ];

  it.each<[string, readonly Line[], "stdio" | "http", number | undefined]>([
    ["that had three times as long as another took to start", [...slowest, ...late(300)], "stdio", 7],
    ["not where it had less and may have been starting", [...slowest, ...late(299)], "stdio", undefined],
    ["that had less, but had spoken before", [...slowest, ...late(299), received(note("a"), two)], "stdio", 7],
    ["not where it had only printed something else", [...slowest, ...late(299), received("starting", two)], "stdio", undefined],
    ["not where nothing ever said how long a start takes", late(9000), "stdio", undefined],
    ["always over HTTP, where nothing is started", late(1), "http", 3],
  ])("%s", (_what, lines, transport, seq) => {
    expect(allCalls(smallTrace("server", lines, transport)).at(-1)?.silence?.seq).toBe(seq);
  });

  it("the start is the time to the first message, on each connection", () => {
    const trace = smallTrace("server", [
      ...slowest,
      at(300, opened(two)),
      at(320, received("starting", two)),
      at(350, received(note("a"), two)),
      at(400, received(note("a"), { connection: 3 })),
    ]);
    expect([...startTimes(trace)]).toEqual([
      [1, 100],
      [2, 50],
      [3, 0],
    ]);
  });
});

it("calls of a method, of deviant steps or not, with result or error", () => {
  const trace = smallTrace("server", [
    sent(ask(1, "ping")),
    received(done(1)),
    step("call", { deviant: true }),
    sent(ask(2, "tools/call")),
    received(failed(2)),
    step("call", { tag: "special" }),
    sent(ask(3, "tools/call")),
    received(failed(3)),
    sent(ask(4, "ping")),
  ]);
  const seqs = (found: ReturnType<typeof allCalls>): number[] => found.map(({ request }) => request.seq);
  expect([seqs(allCalls(trace)), seqs(calls(trace))]).toEqual([
    [1, 4, 7, 9],
    [1, 7, 9],
  ]);
  expect([seqs(allCalls(trace, "tools/call")), seqs(calls(trace, "tools/call"))]).toEqual([[4, 7], [7]]);
  expect([seqs(answered(allCalls(trace))), seqs(refused(allCalls(trace)))]).toEqual([[1], [4, 7]]);
  expect(allCalls(trace).map((one) => lastOf(one).seq)).toEqual([2, 5, 8, 9]);
});
