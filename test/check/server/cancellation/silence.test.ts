import { expect, it } from "vitest";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import {
  cancellationDisconnectSilent,
  cancellationNoResponse,
  cancellationSilentAfter,
} from "../../../../src/check/server/cancellation/effect.ts";
import { heardOutMs } from "../../../../src/trace/facts/tools/tools-seen.ts";
import { ask, at, done, failed, type Line, note, opened, received, sent, step } from "../../../support/traces/small-trace.ts";
import { fine, open, type Row, said, shut, silence, wrong } from "../told-outcomes.ts";

const onTwo = { connection: 2 };

const two = opened({ connection: 2, session: "two" });

const token = (progressToken: Json): Json => ({ _meta: { progressToken } });

const cancel = (id: Json): Line => sent(note("notifications/cancelled", { requestId: id }));

const progress = (progressToken: Json, more = {}): Line =>
  received(note("notifications/progress", { progressToken, progress: 1 }), more);

const get = (id: Json, params: Json = {}): Line => sent(ask(id, "prompts/get", params));

const known = [sent(ask(2, "ping")), received(done(2))];

const call = (id: Json, params: Json = {}): Line => sent(ask(id, "tools/call", { name: "wait", ...(params as object) }));

const works = [call(8), received(done(8, { content: [] }))];

const unseen = open("no request that takes its time was cancelled");

const slowTool = shut(
  `the tool that was cancelled does not succeed within ${heardOutMs} ms each time it is called, so that its silence afterwards shows nothing`,
);

const answered = "request 1 was answered after it had been cancelled";

const race = step("raw", { tag: "cancel-race" });

const listen = sent(ask(1, "subscriptions/listen", token("p")));

const tokenless = received(note("notifications/progress", { progress: 1 }));

const reported = "progress for request 1 after it had been cancelled";

it.each<Row>([
  ["stays silent", cancellationNoResponse, [opened(), get(1), cancel(1), ...known], fine(3)],
  [
    "answers when it knows",
    cancellationNoResponse,
    [opened(), get(1), cancel(1), ...known, received(done(1))],
    wrong(answered, 6),
  ],
  [
    "refuses when it knows",
    cancellationNoResponse,
    [opened(), get(1), cancel(1), ...known, received(failed(1))],
    wrong(answered, 6),
  ],
  [
    "answers what has a name",
    cancellationNoResponse,
    [opened(), get("a"), cancel("a"), ...known, received(done("a"))],
    wrong('request "a" was answered after it had been cancelled', 6),
  ],
  [
    "may not know yet when it answers",
    cancellationNoResponse,
    [opened(), get(1), cancel(1), sent(ask(2, "ping")), received(done(1)), received(done(2))],
    unseen,
  ],
  ["is asked nothing afterwards", cancellationNoResponse, [opened(), get(1), cancel(1)], unseen],
  ["had been waited for in vain", cancellationNoResponse, [opened(), get(1), silence(1), cancel(1), ...known], unseen],
  [
    "ends a subscription with its answer",
    cancellationNoResponse,
    [opened(), listen, cancel(1), ...known, received(done(1))],
    unseen,
  ],
  ["may have begun to answer", cancellationNoResponse, [opened(), race, get(1), cancel(1), ...known, received(done(1))], unseen],
  [
    "is in another step than a race",
    cancellationNoResponse,
    [opened(), step("request", { tag: "cancel" }), get(1), cancel(1), ...known],
    fine(4),
  ],
  ["takes its time with a tool that may never end", cancellationNoResponse, [opened(), call(1), cancel(1), ...known], slowTool],
  [
    "is listened to for as long as its tool takes",
    cancellationNoResponse,
    [opened(), ...works, call(1), cancel(1), ...known],
    fine(5),
  ],
  [
    "is not listened to for as long as its tool takes",
    cancellationNoResponse,
    [
      opened(),
      call(8),
      at(1020, works[1] ?? call(8)),
      at(1030, call(1)),
      at(1040, cancel(1)),
      at(1050, sent(ask(2, "ping"))),
      at(1060, received(done(2))),
    ],
    slowTool,
  ],
  [
    "answers with a tool that may never end, and is silent on what else was cancelled",
    cancellationNoResponse,
    [opened(), call(1), cancel(1), get(3), cancel(3), ...known],
    fine(5),
  ],
  [
    "answers at once what takes a tool that may never end",
    cancellationNoResponse,
    [opened(), call(1), cancel(1), received(done(1)), ...known],
    unseen,
  ],
  [
    "says nothing more",
    cancellationSilentAfter,
    [opened(), get(1, token("p")), progress("p"), cancel(1), progress("p"), ...known],
    fine(4),
  ],
  [
    "goes on reporting",
    cancellationSilentAfter,
    [opened(), get(1, token("p")), cancel(1), ...known, progress("p"), received(done(1))],
    wrong(reported, 6),
  ],
  [
    "answers after all",
    cancellationSilentAfter,
    [opened(), get(1), cancel(1), ...known, received(done(1))],
    wrong("an answer for request 1 after it had been cancelled", 6),
  ],
  ["answers before it can know", cancellationSilentAfter, [opened(), get(1), cancel(1), received(done(1)), ...known], fine(3)],
  [
    "reports on something else",
    cancellationSilentAfter,
    [opened(), get(1, token("p")), cancel(1), ...known, progress("q")],
    fine(3),
  ],
  [
    "reports on another connection",
    cancellationSilentAfter,
    [opened(), two, get(1, token("p")), cancel(1), ...known, progress("p", onTwo)],
    fine(4),
  ],
  ["reports on nothing that was named", cancellationSilentAfter, [opened(), get(1), cancel(1), ...known, tokenless], fine(3)],
  [
    "ends a subscription that was cancelled",
    cancellationSilentAfter,
    [opened(), listen, cancel(1), ...known, received(done(1))],
    fine(3),
  ],
  [
    "goes on with a subscription",
    cancellationSilentAfter,
    [opened(), listen, cancel(1), ...known, progress("p")],
    wrong(reported, 6),
  ],
  ["was asked nothing more", cancellationSilentAfter, [opened(), get(1), cancel(1), received(done(1))], unseen],
  ["was silent about a tool that may never end", cancellationSilentAfter, [opened(), call(1), cancel(1), ...known], slowTool],
  [
    "was sent it over a pipe",
    cancellationDisconnectSilent,
    [opened(), get(1), cancel(1), ...known],
    open("no stream of a request that takes its time was closed"),
  ],
])("judges a server whose request was cancelled, and that %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
