import { expect, it } from "vitest";
import {
  cancellationCompletedIgnored,
  cancellationMalformedIgnored,
  cancellationUnknownIgnored,
} from "../../../../src/check/server/cancellation/ignored.ts";
import {
  ask,
  body,
  done,
  failed,
  note,
  opened,
  posted,
  received,
  sent,
  status,
  step,
} from "../../../support/traces/small-trace.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { exit, fine, late, none, open, type Row, said, silence, wrong } from "../told-outcomes.ts";

const onTwo = { connection: 2 };

const two = opened({ connection: 2, session: "two" });

const cancelled = (params: Json): Json => note("notifications/cancelled", params);

const unknown = [step("notify", { tag: "cancel-unknown" }), sent(cancelled({ requestId: 99 }))];

const asked = [sent(ask(2, "ping")), received(done(2))];

const what = "the cancellation of an unknown request";

const fence = step("fence");

const nothing = open(`nothing was asked after ${what}`);

it.each<Row>([
  ["goes on answering", cancellationUnknownIgnored, [opened(), ...unknown, fence, ...asked], fine(6)],
  [
    "refuses the next request",
    cancellationUnknownIgnored,
    [opened(), ...unknown, fence, sent(ask(2, "ping")), received(failed(2))],
    fine(6),
  ],
  [
    "answers it with an error",
    cancellationUnknownIgnored,
    [opened(), ...unknown, received(failed(null)), fence, ...asked],
    wrong(`${what} was answered`, 4),
  ],
  [
    "answers it with an error on another connection",
    cancellationUnknownIgnored,
    [opened(), two, ...unknown, received(failed(null), onTwo), fence, ...asked],
    fine(8),
  ],
  [
    "sends an error when something else is asked",
    cancellationUnknownIgnored,
    [opened(), ...unknown, fence, ...asked, received(failed(null))],
    fine(6),
  ],
  [
    "refuses meanwhile what was asked before",
    cancellationUnknownIgnored,
    [opened(), sent(ask(1, "ping")), ...unknown, received(failed(1)), fence, ...asked],
    fine(8),
  ],
  [
    "ends",
    cancellationUnknownIgnored,
    [opened(), ...unknown, fence, sent(ask(2, "ping")), exit(1)],
    late(`the server ended after ${what}`, 2),
  ],
  ["ended before", cancellationUnknownIgnored, [opened(), exit(1), ...unknown, fence, sent(ask(2, "ping"))], nothing],
  [
    "ends when the next request was answered",
    cancellationUnknownIgnored,
    [opened(), ...unknown, fence, ...asked, exit(1)],
    fine(6),
  ],
  ["ends, but nothing was asked", cancellationUnknownIgnored, [opened(), ...unknown, exit(1)], nothing],
  [
    "falls silent",
    cancellationUnknownIgnored,
    [opened(), sent(ask(1, "ping")), received(done(1)), ...unknown, fence, sent(ask(2, "ping")), silence(2)],
    late(`the server did not answer any more after ${what}`, 8),
  ],
  [
    "is asked on another connection only",
    cancellationUnknownIgnored,
    [opened(), two, ...unknown, sent(ask(2, "ping"), onTwo), received(done(2), onTwo)],
    nothing,
  ],
  ["was asked only before", cancellationUnknownIgnored, [opened(), ...asked, ...unknown], nothing],
  ["is not sent one", cancellationUnknownIgnored, [opened(), ...asked], open(`${what} was not sent`)],
  [
    "is sent one of a request that is over, and answers it",
    cancellationCompletedIgnored,
    [
      opened(),
      step("notify", { tag: "cancel-completed" }),
      sent(cancelled({ requestId: 1 })),
      received(failed(null)),
      fence,
      ...asked,
    ],
    wrong("the cancellation of an answered request was answered", 4),
  ],
  [
    "is sent a malformed one, and answers it",
    cancellationMalformedIgnored,
    [opened(), step("notify", { tag: "cancel-malformed" }), sent(cancelled({})), received(failed(null)), fence, ...asked],
    wrong("the malformed cancellation was answered", 4),
  ],
])("judges a server that is sent a cancellation it cannot use, and %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const stateless = opened({ revision: "2026-07-28" });

it("looks for no message where a request is cancelled by closing its stream", () => {
  expect(said(cancellationUnknownIgnored, [stateless], "http")).toEqual(
    none("over Streamable HTTP a request is cancelled by closing its stream"),
  );
  expect(said(cancellationUnknownIgnored, [stateless])).toEqual(open(`${what} was not sent`));
  expect(said(cancellationUnknownIgnored, [opened()], "http")).toEqual(open(`${what} was not sent`));
});

it("does not take the refusal of a stream for an answer to a cancellation", () => {
  const lines = [
    opened(),
    unknown[0] ?? fence,
    posted(1, cancelled({ requestId: 99 })),
    status(1, 202),
    posted(2, null, {}, { method: "GET" }),
    status(2, 405),
    body(2, failed(null)),
    fence,
    posted(3, ask(2, "ping")),
    status(3, 200),
    body(3, done(2)),
  ];
  expect(said(cancellationUnknownIgnored, lines, "http")).toEqual(fine(11));
});
