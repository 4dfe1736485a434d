import { expect, it } from "vitest";
import { cancellationRequestNamed } from "../../../../src/check/server/cancellation/named.ts";
import {
  cancellationOnlySubscriptions,
  cancellationOwnRequests,
} from "../../../../src/check/server/cancellation/server-cancels.ts";
import {
  ask,
  body,
  done,
  failed,
  type Line,
  note,
  opened,
  posted,
  received,
  sent,
  status,
  streamed,
} from "../../../support/traces/small-trace.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { fine, none, open, type Row, said, wrong } from "../told-outcomes.ts";

const onTwo = { connection: 2 };

const two = opened({ connection: 2, session: "two" });

const cancelled = (params: Json): Json => note("notifications/cancelled", params);

const takesBack = (id: Json, more = {}): Line => received(cancelled({ requestId: id }), more);

const wants = (id: Json, more = {}): Line => received(ask(id, "roots/list"), more);

const never = "the server cancelled 7, which it never sent";

const over = "the server cancelled 7, which had been answered";

const known = [sent(ask(2, "ping")), received(done(2))];

it.each<Row>([
  ["a request that is open", cancellationOwnRequests, [opened(), wants(7), takesBack(7)], fine(3)],
  ["what it never sent", cancellationOwnRequests, [opened(), takesBack(7)], wrong(never, 2)],
  ["what it sends only afterwards", cancellationOwnRequests, [opened(), takesBack(7), wants(7)], wrong(never, 2)],
  [
    "what it asks for in the same batch",
    cancellationOwnRequests,
    [opened({ revision: "2025-03-26" }), received(JSON.stringify([ask(7, "roots/list"), cancelled({ requestId: 7 })]))],
    fine(2),
  ],
  [
    "what it sent on another connection",
    cancellationOwnRequests,
    [opened(), two, wants(7, onTwo), takesBack(7)],
    wrong(never, 4),
  ],
  [
    "a request by its number as text",
    cancellationOwnRequests,
    [opened(), wants(7), takesBack("7")],
    wrong('the server cancelled "7", which it never sent', 3),
  ],
  [
    "a request whose answer may have crossed it",
    cancellationOwnRequests,
    [opened(), wants(7), sent(done(7)), takesBack(7)],
    fine(4),
  ],
  [
    "a request it knows to be answered",
    cancellationOwnRequests,
    [opened(), wants(7), sent(done(7)), ...known, takesBack(7)],
    wrong(over, 6),
  ],
  [
    "a request it knows to be refused",
    cancellationOwnRequests,
    [opened(), wants(7), sent(failed(7)), ...known, takesBack(7)],
    wrong(over, 6),
  ],
  [
    "a request answered later than what it answered last",
    cancellationOwnRequests,
    [opened(), wants(7), ...known, sent(done(7)), takesBack(7)],
    fine(6),
  ],
  [
    "a request before it shows that it knows the answer",
    cancellationOwnRequests,
    [opened(), wants(7), sent(done(7)), sent(ask(2, "ping")), takesBack(7), received(done(2))],
    fine(5),
  ],
  [
    "a second request with the id of an answered one",
    cancellationOwnRequests,
    [opened(), wants(7), sent(done(7)), ...known, wants(7), takesBack(7)],
    fine(7),
  ],
  [
    "a request when something was answered elsewhere",
    cancellationOwnRequests,
    [opened(), two, wants(7), sent(done(7)), sent(ask(2, "ping"), onTwo), received(done(2), onTwo), takesBack(7)],
    fine(7),
  ],
  ["without saying what", cancellationOwnRequests, [opened(), received(cancelled({}))], open("the server cancelled nothing")],
  ["nothing of its own", cancellationOwnRequests, [opened(), wants(7), ...known], none("the server cancelled nothing")],
  ["a request by name", cancellationRequestNamed, [opened(), takesBack(0)], fine(2)],
  [
    "without a name",
    cancellationRequestNamed,
    [opened(), takesBack(0), received(cancelled({ reason: "late" }))],
    wrong("notifications/cancelled without requestId, and mcpcheck has no task that a server could mean", 3),
  ],
  [
    "nothing, by no name",
    cancellationRequestNamed,
    [opened(), received(note("notifications/message"))],
    none("the server cancelled nothing"),
  ],
])("judges a server that cancels %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const answeredByPost = (taken: readonly Line[], later: readonly Line[]): Line[] => [
  opened(),
  posted(1, null, {}, { method: "GET" }),
  status(1, 200),
  streamed(1, ask(7, "roots/list")),
  posted(2, done(7)),
  ...taken,
  posted(3, ask(2, "ping")),
  ...later,
  status(3, 200),
  body(3, done(2)),
  streamed(1, cancelled({ requestId: 7 })),
];

it("counts an answer over HTTP from when it was taken", () => {
  expect(said(cancellationOwnRequests, answeredByPost([status(2, 202)], []), "http")).toEqual(wrong(over, 10));
  expect(said(cancellationOwnRequests, answeredByPost([], [status(2, 202)]), "http")).toEqual(fine(10));
  expect(said(cancellationOwnRequests, answeredByPost([], []), "http")).toEqual(fine(9));
});

const listen = sent(ask(5, "subscriptions/listen"));

const noSubscription = "the server cancelled 5, which is not a subscription";

it.each<Row>([
  ["that is open", cancellationOnlySubscriptions, [opened(), listen, takesBack(5)], fine(3)],
  [
    "twice",
    cancellationOnlySubscriptions,
    [opened(), listen, takesBack(5), takesBack(5)],
    wrong("the server cancelled the subscription 5 again", 4),
  ],
  [
    "twice that was opened twice",
    cancellationOnlySubscriptions,
    [opened(), listen, takesBack(5), listen, takesBack(5)],
    fine(3, 5),
  ],
  ["before it is opened", cancellationOnlySubscriptions, [opened(), takesBack(5), listen], wrong(noSubscription, 2)],
  [
    "of another connection",
    cancellationOnlySubscriptions,
    [opened(), two, listen, takesBack(5, onTwo)],
    wrong(noSubscription, 4),
  ],
  [
    "with another id",
    cancellationOnlySubscriptions,
    [opened(), listen, takesBack(6)],
    wrong("the server cancelled 6, which is not a subscription", 3),
  ],
  [
    "that is a call of a tool",
    cancellationOnlySubscriptions,
    [opened(), sent(ask(5, "tools/call")), takesBack(5)],
    wrong(noSubscription, 3),
  ],
])("judges a server that ends a subscription %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
