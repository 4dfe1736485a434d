import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { judge, outcomeOf } from "../../../../src/check/judge.ts";
import { overall } from "../../../../src/check/outcome.ts";
import { messagesOf } from "../../../../src/trace/message.ts";
import {
  ask,
  done,
  failed,
  type Line,
  opened,
  posted,
  received,
  sent,
  smallTrace,
  status,
  body,
} from "../../../support/traces/small-trace.ts";

/** Every error of the server is against it, and whatever else it says is for it. */
const noErrors: Check = {
  id: "tools.no-errors",
  title: "Nothing fails",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "basic" },
  advice: "",
  verify: (trace) =>
    overall(
      [
        ...messagesOf(trace, "received", "error").map((ref) => ({ ref, wrong: `an error at ${ref.seq}` })),
        ...messagesOf(trace, "received", "result").map((ref) => ({ ref })),
      ],
      "the server said nothing",
    ),
};

const unread = (connection: number): Line => ({
  kind: "frame",
  connection,
  direction: "received",
  text: '{"jsonrpc":"2.0","id":7,"result":',
  bytes: 20_000_000,
  terminator: "\n",
  unread: { id: 7, mayAnswer: true, why: "it has 20,000,000 bytes" },
});

const json = { "content-type": "application/json" };

/** A request over HTTP, turned away with this status. */
const turnedAway = (exchange: number, id: number, code = 429): Line[] => [
  posted(exchange, ask(id, "ping")),
  status(exchange, code),
];

/** A request over HTTP, answered with an error of JSON-RPC. */
const refusedOne = (exchange: number, id: number): Line[] => [
  posted(exchange, ask(id, "ping")),
  status(exchange, 200, json),
  body(exchange, failed(id)),
];

const throttled = "what was seen is against it, but only after a request that the server turned away because there were too many";
const partly = "what was seen is against it, but only on connections of which not every message was read";

it.each<readonly [string, "stdio" | "http", readonly Line[], object]>([
  [
    "on a connection that was read whole stands",
    "stdio",
    [opened(), sent(ask(1, "ping")), received(failed(1))],
    { kind: "violated", evidence: [3], message: "an error at 3" },
  ],
  [
    "on a connection with an unread message is none",
    "stdio",
    [opened(), sent(ask(1, "ping")), received(failed(1)), unread(1)],
    { kind: "inconclusive", reason: partly },
  ],
  [
    "beside a connection with an unread message stands",
    "stdio",
    [opened(), sent(ask(1, "ping")), received(failed(1)), opened({ connection: 2 }), unread(2)],
    { kind: "violated", evidence: [3], message: "an error at 3" },
  ],
  [
    "on both kinds of connections rests on what was read whole",
    "stdio",
    [
      opened({ connection: 2 }),
      unread(2),
      sent(ask(1, "ping"), { connection: 2 }),
      received(failed(1), { connection: 2 }),
      opened(),
      sent(ask(1, "ping")),
      received(failed(1)),
    ],
    { kind: "violated", evidence: [7], message: "an error at 7" },
  ],
  [
    "after a request that was turned away for good is none",
    "http",
    [opened({ transport: "http" }), ...turnedAway(1, 1), ...refusedOne(2, 2)],
    { kind: "inconclusive", reason: throttled },
  ],
  [
    "before the request that was turned away stands",
    "http",
    [opened({ transport: "http" }), ...refusedOne(1, 1), ...turnedAway(2, 2)],
    { kind: "violated", evidence: [4], message: "an error at 4" },
  ],
  [
    "after a request that was asked again and heard stands",
    "http",
    [opened({ transport: "http" }), ...turnedAway(1, 1), ...refusedOne(2, 1)],
    { kind: "violated", evidence: [6], message: "an error at 6" },
  ],
  [
    "after a request that was turned away on another connection stands",
    "http",
    [
      opened({ transport: "http" }),
      opened({ transport: "http", connection: 2 }),
      posted(1, ask(1, "ping"), {}, { connection: 2 }),
      { ...status(1, 429), connection: 2 },
      ...refusedOne(2, 2),
    ],
    { kind: "violated", evidence: [7], message: "an error at 7" },
  ],
])("an accusation %s", (_title, transport, lines, outcome) => {
  expect(outcomeOf(smallTrace("server", lines, transport), noErrors, "2025-11-25")).toEqual(outcome);
});

it.each<readonly [string, "stdio" | "http", readonly Line[], string]>([
  [
    "an unread message",
    "stdio",
    [opened(), unread(1)],
    "the server said nothing; a message was too large to be judged (#2: it has 20,000,000 bytes)",
  ],
  [
    "several unread messages",
    "stdio",
    [opened(), unread(1), unread(1)],
    "the server said nothing; 2 messages were too large to be judged (the first #2: it has 20,000,000 bytes)",
  ],
  [
    "a request that was turned away",
    "http",
    [opened({ transport: "http" }), ...turnedAway(1, 1)],
    "the server said nothing; the server turned a request away because there were too many in a short time",
  ],
])("what is open says that there was %s", (_title, transport, lines, message) => {
  expect(judge(smallTrace("server", lines, transport), [noErrors], new Map())).toMatchObject([{ verdict: "untested", message }]);
});

it("what passes does so with unread messages", () => {
  const trace = smallTrace("server", [opened(), sent(ask(1, "ping")), received(done(1)), unread(1)]);
  expect(outcomeOf(trace, noErrors, "2025-11-25")).toEqual({ kind: "satisfied", evidence: [3] });
});
