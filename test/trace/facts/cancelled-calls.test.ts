import { expect, it } from "vitest";
import type { Json } from "../../../src/jsonrpc/json.ts";
import { cancelledCalls } from "../../../src/trace/facts/cancelled-calls.ts";
import {
  ask,
  body,
  done,
  failed,
  type Line,
  note,
  opened,
  over,
  posted,
  received,
  sent,
  smallTrace,
  status,
} from "../../support/traces/small-trace.ts";

const two = { connection: 2 } as const;
const cancel = (requestId: Json): Json => note("notifications/cancelled", { requestId });
const silence = (awaiting: string, more: object = {}): Line => ({ kind: "silence", connection: 1, awaiting, ms: 5, ...more });
const call = sent(ask(1, "tools/call"));
const json = { "content-type": "application/json" };

/** Of each cancelled call: its number, where it was cancelled, from where on the server knew, and whether it was given up. */
const found = (lines: readonly Line[]): unknown[] =>
  cancelledCalls(smallTrace("server", lines)).map(({ call: { request }, told, knew, givenUp }) => [
    request.seq,
    told,
    knew,
    givenUp,
  ]);

it.each<[string, readonly Line[], readonly (readonly [number, number, number | undefined, boolean])[]]>([
  ["while it was open", [call, sent(cancel(1))], [[1, 2, undefined, false]]],
  ["before its answer came", [call, sent(cancel(1)), received(done(1))], [[1, 2, undefined, false]]],
  ["not, when its answer was there", [call, received(done(1)), sent(cancel(1))], []],
  [
    "not, by a notification about something else",
    [call, sent(cancel(2)), sent(cancel("1")), sent(note("notifications/x", { requestId: 1 }))],
    [],
  ],
  ["not, by what the server says", [call, received(cancel(1))], []],
  ["not, on another connection", [call, sent(cancel(1), two)], []],
  ["not, before it was sent", [sent(cancel(1)), call], []],
  ["as the last one that had this id", [call, received(done(1)), call, sent(cancel(1)), call], [[3, 4, undefined, false]]],
  [
    "and the server knew when it had answered what came later",
    [call, sent(cancel(1)), sent(ask(2, "ping")), received(failed(2))],
    [[1, 2, 4, false]],
  ],
  [
    "and the first answer to a later request shows it",
    [
      call,
      sent(cancel(1)),
      sent(ask(2, "ping")),
      sent(ask(3, "ping")),
      received(done(3)),
      sent(ask(4, "ping")),
      received(done(4)),
    ],
    [[1, 2, 5, false]],
  ],
  [
    "and an answer to what was asked before shows nothing",
    [call, sent(ask(2, "ping")), sent(cancel(1)), received(done(2))],
    [[1, 3, undefined, false]],
  ],
  [
    "and an answer on another connection shows nothing",
    [call, sent(cancel(1)), sent(ask(2, "ping"), two), received(done(2), two)],
    [[1, 2, undefined, false]],
  ],
  ["after it had been waited for in vain", [call, silence("1"), sent(cancel(1))], [[1, 3, undefined, true]]],
  ["before it was waited for in vain", [call, sent(cancel(1)), silence("1")], [[1, 2, undefined, false]]],
  [
    "after another was waited for in vain",
    [call, silence("2"), silence('"1"'), silence("1", two), sent(cancel(1))],
    [[1, 5, undefined, false]],
  ],
  ["after an earlier one with its id was waited for in vain", [silence("1"), call, sent(cancel(1))], [[2, 3, undefined, false]]],
])("over a pipe a call was cancelled %s", (_what, lines, expected) => {
  expect(found(lines)).toEqual(expected);
});

const answerTo = (exchange: number, id: number): Line[] => [status(exchange, 200, json), body(exchange, done(id))];
const posts = [posted(1, ask(1, "tools/call")), posted(2, cancel(1))];

it.each<[string, readonly Line[], readonly (readonly [number, number, number | undefined, boolean])[]]>([
  ["it was never told that it was taken", [...posts, posted(3, ask(2, "ping")), ...answerTo(3, 2)], [[1, 2, undefined, false]]],
  [
    "it was never told that it was taken, though others were",
    [
      posted(9, ask(9, "ping")),
      ...answerTo(9, 9),
      ...posts,
      posted(3, ask(2, "ping")),
      ...answerTo(3, 2),
      posted(4, ask(3, "ping")),
      ...answerTo(4, 3),
    ],
    [[4, 5, undefined, false]],
  ],
  [
    "only one later request was answered",
    [...posts, status(2, 202), posted(3, ask(2, "ping")), ...answerTo(3, 2)],
    [[1, 2, undefined, false]],
  ],
  [
    "a second one was asked and answered after that",
    [...posts, status(2, 202), posted(3, ask(2, "ping")), ...answerTo(3, 2), posted(4, ask(3, "ping")), ...answerTo(4, 3)],
    [[1, 2, 9, false]],
  ],
  [
    "the first of these was asked before it was taken",
    [...posts, posted(3, ask(2, "ping")), status(2, 202), ...answerTo(3, 2), posted(4, ask(3, "ping")), ...answerTo(4, 3)],
    [[1, 2, undefined, false]],
  ],
])(
  "over HTTP the server need not know of a cancellation until two later requests were answered: %s",
  (_what, lines, expected) => {
    expect(found(lines)).toEqual(expected);
  },
);

const stateless = opened({ revision: "2026-07-28" });
const asked = posted(1, ask(1, "tools/call"));

it.each<[string, readonly Line[], readonly (readonly [number, number, number | undefined, boolean])[]]>([
  ["by closing its stream", [stateless, asked, over(1, "closed-by-us")], [[2, 3, undefined, false]]],
  [
    "by closing its stream, and the server knew after two later requests",
    [
      stateless,
      asked,
      over(1, "closed-by-us"),
      posted(2, ask(2, "ping")),
      ...answerTo(2, 2),
      posted(3, ask(3, "ping")),
      ...answerTo(3, 3),
    ],
    [[2, 3, 9, false]],
  ],
  ["not, by closing the stream of an earlier revision", [opened(), asked, over(1, "closed-by-us")], []],
  ["not, where nobody knows the revision", [asked, over(1, "closed-by-us")], []],
  ["not, by a stream that ended or broke", [stateless, asked, over(1, "complete"), over(1, "broken")], []],
  ["not, by closing the stream of a notification", [stateless, asked, posted(2, note("a")), over(2, "closed-by-us")], []],
  ["not, where its answer had come", [stateless, asked, ...answerTo(1, 1), over(1, "closed-by-us")], []],
])("over HTTP a call was cancelled %s", (_what, lines, expected) => {
  expect(found(lines)).toEqual(expected);
});
