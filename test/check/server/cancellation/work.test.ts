import { expect, it } from "vitest";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { cancellationRaceSurvived, cancellationWorkStops } from "../../../../src/check/server/cancellation/work.ts";
import { ask, at, done, failed, type Line, note, opened, received, sent, step } from "../../../support/traces/small-trace.ts";
import { exit, fine, late, open, type Row, said, silence, wrong } from "../told-outcomes.ts";

const onTwo = { connection: 2 };

const two = opened({ connection: 2, session: "two" });

const token = (progressToken: Json): Json => ({ _meta: { progressToken } });

const cancel = (id: Json): Line => sent(note("notifications/cancelled", { requestId: id }));

const progress = (progressToken: Json, more = {}): Line =>
  received(note("notifications/progress", { progressToken, progress: 1 }), more);

const known = [sent(ask(2, "ping")), received(done(2))];

const call = (id: Json, params: Json = {}): Line => sent(ask(id, "tools/call", { name: "wait", ...(params as object) }));

const race = step("raw", { tag: "cancel-race" });

const tokenless = received(note("notifications/progress", { progress: 1 }));

const reported = "progress for request 1 after it had been cancelled";

const begun = [opened(), at(20, call(1, token("p"))), at(30, progress("p")), at(40, cancel(1))];

const heard = (ms: number): Line[] => [
  at(41, sent(ask(2, "ping"))),
  at(42, received(done(2))),
  at(ms, { kind: "stderr", connection: 1, text: "." }),
];

const noWork = open("no request that reports progress was cancelled");

it.each<Row>([
  ["reports no more", cancellationWorkStops, [...begun, ...heard(51)], fine(4)],
  ["is not listened to for longer than it took to report", cancellationWorkStops, [...begun, ...heard(50)], noWork],
  [
    "reports slower and slower",
    cancellationWorkStops,
    [opened(), at(5, call(1, token("p"))), at(10, progress("p")), ...begun.slice(2), ...heard(60)],
    noWork,
  ],
  [
    "reported slower before, and is listened to for longer",
    cancellationWorkStops,
    [opened(), at(5, call(1, token("p"))), at(10, progress("p")), ...begun.slice(2), ...heard(61)],
    fine(5),
  ],
  ["reports once more before it can know", cancellationWorkStops, [...begun, at(40, progress("p")), ...heard(52)], fine(4)],
  ["has just reported once more", cancellationWorkStops, [...begun, at(41, progress("p")), ...heard(51)], noWork],
  ["goes on reporting", cancellationWorkStops, [...begun, ...heard(45), at(46, progress("p"))], wrong(reported, 8)],
  ["did not report before", cancellationWorkStops, [opened(), call(1, token("p")), cancel(1), ...known, progress("p")], noWork],
  [
    "had reported on an earlier request only",
    cancellationWorkStops,
    [opened(), progress("p"), call(1, token("p")), cancel(1), ...known, progress("p")],
    noWork,
  ],
  [
    "reports on another request",
    cancellationWorkStops,
    [opened(), call(1, token("p")), progress("q"), cancel(1), ...known, progress("q")],
    noWork,
  ],
  [
    "reports elsewhere",
    cancellationWorkStops,
    [opened(), two, call(1, token("p")), progress("p", onTwo), cancel(1), ...known, progress("p", onTwo)],
    noWork,
  ],
  [
    "reports on what named no token",
    cancellationWorkStops,
    [opened(), call(1), tokenless, cancel(1), ...known, tokenless],
    noWork,
  ],
  [
    "was given up",
    cancellationWorkStops,
    [...begun.slice(0, 3), silence(1), at(40, cancel(1)), ...heard(45), progress("p")],
    noWork,
  ],
  [
    "reports no more, and was given up with another request",
    cancellationWorkStops,
    [...begun, ...heard(51), at(60, call(3, token("q"))), at(61, progress("q")), silence(3), at(90, cancel(3))],
    fine(4),
  ],
  [
    "reports no more, and never did of another request",
    cancellationWorkStops,
    [...begun, ...heard(51), at(60, call(3)), at(61, cancel(3))],
    fine(4),
  ],
  ["was asked nothing more", cancellationWorkStops, [...begun, at(90, progress("p"))], noWork],
])("judges the work of a server that %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const raced = [opened(), race, sent(ask(1, "prompts/get")), cancel(1)];

const fence = step("fence");

const hung = "nothing was answered any more after a request was sent and cancelled at once";

it.each<Row>([
  ["goes on", cancellationRaceSurvived, [...raced, fence, ...known], fine(7)],
  ["answers the request all the same", cancellationRaceSurvived, [...raced, received(done(1)), fence, ...known], fine(8)],
  [
    "goes on, and is asked nothing after the second time",
    cancellationRaceSurvived,
    [...raced, fence, ...known, race, sent(ask(5, "prompts/get")), cancel(5)],
    fine(7),
  ],
  ["refuses the request", cancellationRaceSurvived, [...raced, received(failed(1)), fence, ...known], fine(8)],
  [
    "says that it cannot read it",
    cancellationRaceSurvived,
    [...raced, received(failed(null)), fence, ...known],
    wrong("the cancellation was answered with an error", 5),
  ],
  ["sends a result without an id", cancellationRaceSurvived, [...raced, received(done(null)), fence, ...known], fine(8)],
  ["ends", cancellationRaceSurvived, [...raced, exit(1)], late(hung, 5)],
  [
    "falls silent",
    cancellationRaceSurvived,
    [opened(), ...known, ...raced.slice(1), fence, sent(ask(3, "ping")), silence(3)],
    late(hung, 9),
  ],
  ["was asked nothing more", cancellationRaceSurvived, raced, open("no request was cancelled in the moment it was sent")],
])("judges a server that was sent a request and its cancellation at once, and %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
