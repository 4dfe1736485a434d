import { expect, it } from "vitest";
import { clientCancelsOwn, clientKeepsInitialize, clientTellsCancellation } from "../../../src/check/client/cancellation.ts";
import type { Json, JsonObject } from "../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, note, opened, over, posted, received, sent } from "../../support/traces/small-trace.ts";
import {
  auth,
  badly,
  broken,
  seen,
  kept,
  none,
  played,
  refusal,
  type Row,
  second,
  talk,
  there,
  todo,
  unseen,
  well,
} from "./told-trace.ts";

const asked = (id: Json, method = "tools/call", more: object = {}): Line => received(ask(id, method), more);
const cancels = (requestId?: Json, more: object = {}): Line =>
  received(note("notifications/cancelled", requestId === undefined ? {} : { requestId }), more);
const refused = (more: object = {}): Line => auth("mcp", { fields: { id: 7 }, answer: refusal, ...more });

const nothing = "the client cancelled nothing by a notification";
const never = "it cancels 7, which it never asked";
const ofOwn: readonly Row[] = [
  ["a request of the client is cancelled", clientCancelsOwn, talk(asked(7), cancels(7)), kept(3)],
  [
    "it is cancelled by an id of another type",
    clientCancelsOwn,
    talk(asked(7), cancels("7")),
    broken('it cancels "7", which it never asked', 3),
  ],
  ["it is cancelled before it is asked", clientCancelsOwn, talk(cancels(7), asked(7)), broken(never, 2)],
  [
    "it is cancelled on another connection",
    clientCancelsOwn,
    talk(second(), asked(7, "ping", there), cancels(7)),
    broken(never, 4),
  ],
  ["another request is cancelled", clientCancelsOwn, talk(asked(6), cancels(7)), broken(never, 3)],
  ["what is cancelled was refused for want of a token", clientCancelsOwn, talk(refused(), cancels(7)), kept(3)],
  [
    "it was refused on another connection of the session",
    clientCancelsOwn,
    talk(second("main"), refused(there), cancels(7)),
    kept(4),
  ],
  ["it was refused in another session", clientCancelsOwn, talk(second(), refused(there), cancels(7)), broken(never, 4)],
  ["it was refused on a connection nobody saw opened", clientCancelsOwn, talk(refused(there), cancels(7)), broken(never, 3)],
  ["it was refused later on", clientCancelsOwn, talk(cancels(7), refused()), broken(never, 2)],
  [
    "it was let through, and never came",
    clientCancelsOwn,
    talk(auth("mcp", { fields: { id: 7 } }), cancels(7)),
    broken(never, 3),
  ],
  ["something else was refused", clientCancelsOwn, talk(refused({ fields: { id: 6 } }), cancels(7)), broken(never, 3)],
  [
    "whoever gives out tokens refused something of that number",
    clientCancelsOwn,
    talk(refused({ endpoint: "token" }), cancels(7)),
    broken(never, 3),
  ],
  [
    "nothing is named, and something without a number was refused",
    clientCancelsOwn,
    talk(refused({ fields: {} }), cancels()),
    broken("it cancels missing, which it never asked", 3),
  ],
  [
    "nothing is cancelled",
    clientCancelsOwn,
    talk(asked(7), received(note("notifications/progress", { requestId: 7 }))),
    none(nothing),
  ],
  [
    "initialize is cancelled",
    clientKeepsInitialize,
    talk(asked(7, "initialize"), cancels(7)),
    broken("it cancels initialize", 3),
  ],
  ["a call is cancelled after initialize", clientKeepsInitialize, talk(asked(6, "initialize"), asked(7), cancels(7)), kept(4)],
  [
    "initialize has that number on another connection",
    clientKeepsInitialize,
    talk(second(), asked(7, "initialize", there), cancels(7)),
    kept(4),
  ],
  ["no opening is cancelled", clientKeepsInitialize, talk(asked(7, "initialize")), none(nothing)],
];

const noneGivenUp = "no client that reports its steps gave a call up";
const untold = "a call was given up, and the server not told";
const givenUp = (name = "slow"): JsonObject => todo("call-tool", { name, cancelAfterMs: 50 });
const call = (id: number, name = "slow", more: object = {}): Line => received(ask(id, "tools/call", { name }), more);
const up = (...lines: readonly Line[]): readonly Line[] => played("s", [givenUp()], ...lines);
const posts = (id: number, exchange: number): Line => posted(exchange, ask(id, "tools/call", { name: "slow" }));
const over2026 = (...lines: readonly Line[]): readonly Line[] => [
  opened({ session: "s", revision: "2026-07-28", transport: "http" }),
  opened({ connection: 9, session: "s", revision: "2026-07-28" }),
  ...up(...lines).slice(2),
];

const ofSignals: readonly Row[] = [
  ["it is cancelled", clientTellsCancellation, up(call(7), cancels(7), badly(0)), kept(5)],
  ["it is cancelled after its caller heard", clientTellsCancellation, up(call(7), badly(0), cancels(7)), kept(6)],
  ["it is not cancelled", clientTellsCancellation, up(call(7), badly(0)), broken(untold, 4)],
  ["something else is cancelled", clientTellsCancellation, up(call(6), call(7), cancels(6), badly(0)), broken(untold, 5)],
  ["its number was cancelled before", clientTellsCancellation, up(cancels(7), call(7), badly(0)), broken(untold, 5)],
  [
    "its number is cancelled on another connection",
    clientTellsCancellation,
    up(second(), call(7), cancels(7, there), badly(0)),
    broken(untold, 5),
  ],
  [
    "it was called twice, and the second one is cancelled",
    clientTellsCancellation,
    up(call(6), call(7), cancels(7), badly(0)),
    kept(6),
  ],
  ["another tool is called after it", clientTellsCancellation, up(call(6), call(7, "quick"), cancels(6), badly(0)), kept(6)],
  ["it is called again when it was given up", clientTellsCancellation, up(call(6), cancels(6), badly(0), call(7)), kept(5)],
  ["its answer came before that", clientTellsCancellation, up(call(7), sent(failed(7)), badly(0)), unseen(noneGivenUp)],
  ["its answer comes after that", clientTellsCancellation, up(call(7), badly(0), sent(done(7))), broken(untold, 4)],
  ["it never came", clientTellsCancellation, up(call(7, "quick"), badly(0)), unseen(noneGivenUp)],
  ["it is done all the same", clientTellsCancellation, up(call(7), well(0)), unseen(noneGivenUp)],
  [
    "it fails and was not to be given up",
    clientTellsCancellation,
    played("s", [todo("call-tool", { name: "slow" })], call(7), badly(0)),
    unseen(noneGivenUp),
  ],
  [
    "from 2026-07-28 on its stream is closed",
    clientTellsCancellation,
    over2026(posts(7, 1), over(1, "closed-by-peer"), badly(0)),
    kept(5),
  ],
  [
    "from 2026-07-28 on another stream is closed",
    clientTellsCancellation,
    over2026(posts(6, 1), posts(7, 2), over(1, "closed-by-peer"), badly(0)),
    broken(untold, 5),
  ],
  [
    "from 2026-07-28 on its stream is closed by the server",
    clientTellsCancellation,
    over2026(posts(7, 1), over(1, "closed-by-us"), badly(0)),
    broken(untold, 4),
  ],
  ["from 2026-07-28 on nothing is closed", clientTellsCancellation, over2026(posts(7, 1), badly(0)), broken(untold, 4)],
  [
    "in 2025-11-25 its stream is closed",
    clientTellsCancellation,
    up(posts(7, 1), over(1, "closed-by-peer"), badly(0)),
    broken(untold, 4),
  ],
  [
    "no connection says its revision, and its stream is closed",
    clientTellsCancellation,
    [
      opened({ session: "s", revision: null }),
      opened({ connection: 9, revision: null }),
      ...up(posts(7, 1), over(1, "closed-by-peer"), badly(0)).slice(2),
    ],
    broken(untold, 4),
  ],
];

it.each(ofOwn)("of what is cancelled: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofSignals)("of a call that is given up: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
