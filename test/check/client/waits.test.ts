import { expect, it } from "vitest";
import { crashNoticed, lateAnswer, pingUnanswered, streamRefused, timeoutTold } from "../../../src/check/client/waits.ts";
import type { JsonObject } from "../../../src/jsonrpc/json.ts";
import { ask, done, type Line, note, opened, posted, received, sent, status } from "../../support/traces/small-trace.ts";
import {
  badly,
  broken,
  seen,
  kept,
  none,
  played,
  type Row,
  said,
  second,
  talk,
  there,
  told,
  todo,
  unseen,
  well,
} from "./told-trace.ts";

const args = { a: 1 };
const toWait: JsonObject = todo("call-tool", { name: "t", arguments: args, timeoutMs: 50 });
const call = (id: number, more: object = {}): Line => received(ask(id, "tools/call", { name: "t", arguments: args }), more);
const otherCall = (id: number): Line => received(ask(id, "tools/call", { name: "t", arguments: { a: 2 } }));
const exit = (code: number | null, more: object = {}): Line => ({
  kind: "exit",
  connection: 1,
  code,
  signal: code === null ? "SIGTERM" : null,
  ...more,
});
const served = (scenario: string, ...lines: readonly Line[]): readonly Line[] => [
  opened({ session: scenario, target: "the mock server" }),
  ...played(scenario, [toWait], ...lines).slice(1),
];

const notInVain = "no client that reports its steps waited in vain";
const success = "the caller was told of success, and tools/call was never answered";
const ofTimeouts: readonly Row[] = [
  ["its caller hears of an error", timeoutTold, played("s", [toWait], call(1), badly(0)), kept(5)],
  ["its caller hears of success", timeoutTold, played("s", [toWait], call(1), well(0)), broken(success, 5)],
  [
    "another call is answered",
    timeoutTold,
    played("s", [toWait], call(1), otherCall(2), sent(done(2)), well(0)),
    broken(success, 7),
  ],
  ["only another call came", timeoutTold, played("s", [toWait], otherCall(1), well(0)), unseen(notInVain)],
  [
    "it was told without arguments, and came with some",
    timeoutTold,
    played("s", [todo("call-tool", { timeoutMs: 50 })], call(1), well(0)),
    broken(success, 5),
  ],
  ["it is answered after all", timeoutTold, played("s", [toWait], call(1), sent(done(1)), well(0)), unseen(notInVain)],
  [
    "one of two such calls is answered",
    timeoutTold,
    played("s", [toWait], call(1), call(2), sent(done(2)), well(0)),
    unseen(notInVain),
  ],
  ["it never came", timeoutTold, played("s", [toWait], well(0)), unseen(notInVain)],
  ["its driver says nothing", timeoutTold, played("s", [toWait], call(1)), unseen(notInVain)],
  [
    "its driver cannot do that",
    timeoutTold,
    played("s", [toWait], call(1), said(0, { ok: true, unsupported: true })),
    unseen(notInVain),
  ],
  [
    "it has no time of its own",
    timeoutTold,
    played("s", [todo("call-tool", { name: "t", arguments: args })], call(1), well(0)),
    unseen(notInVain),
  ],
  ["the server crashed", timeoutTold, served("s", call(1), exit(1), well(0)), unseen(notInVain)],
  ["the server was ended by a signal", timeoutTold, served("s", call(1), exit(null), well(0)), unseen(notInVain)],
  ["the server ended in good order", timeoutTold, served("s", call(1), exit(0), well(0)), broken(success, 6)],
  ["the driver crashed afterwards", timeoutTold, served("s", call(1), well(0), exit(1, { connection: 9 })), broken(success, 5)],
  [
    "the server of another scenario crashed",
    timeoutTold,
    served("s", call(1), opened({ connection: 2, session: "t", target: "the mock server" }), exit(1, there), well(0)),
    broken(success, 7),
  ],
];

const noPing = "no client that reports its steps pinged in vain";
const pinged = "the caller was told of success, and ping was never answered";
const ping = received(ask(1, "ping"));
const noDeath = "no client that reports its steps saw a server die";
const ofOthers: readonly Row[] = [
  ["a ping is not answered, and fails", pingUnanswered, played("s", [todo("ping")], ping, badly(0)), kept(5)],
  ["a ping is not answered, and is well", pingUnanswered, played("s", [todo("ping")], ping, well(0)), broken(pinged, 5)],
  ["a ping is answered", pingUnanswered, played("s", [todo("ping")], ping, sent(done(1)), well(0)), unseen(noPing)],
  ["something else is answered", pingUnanswered, played("s", [todo("list-tools")], ping, well(0)), unseen(noPing)],
  ["a call fails in which the server dies", crashNoticed, served("hostile.crash", call(1), exit(1), badly(0)), kept(6)],
  [
    "a call succeeds in which the server dies",
    crashNoticed,
    served("hostile.crash", call(1), exit(1), well(0)),
    broken(success, 6),
  ],
  [
    "a call of another scenario succeeds without an answer",
    crashNoticed,
    served("s", call(1), exit(1), well(0)),
    unseen(noDeath),
  ],
];

const noLate = "no client that reports its steps was sent an answer after it had cancelled";
const taken = "the caller got the result of a call that was cancelled";
const toCancel: JsonObject = todo("call-tool", { name: "t", arguments: args, cancelAfterMs: 50 });
const cancels = (requestId: number, more: object = {}): Line => received(note("notifications/cancelled", { requestId }), more);
const late = (...lines: readonly Line[]): readonly Line[] => played("s", [toCancel], ...lines);
const ofCancelled: readonly Row[] = [
  ["its answer is ignored", lateAnswer, late(call(1), cancels(1), sent(done(1)), badly(0)), kept(7)],
  ["its answer is taken", lateAnswer, late(call(1), cancels(1), sent(done(1)), well(0)), broken(taken, 7)],
  ["another call went before it", lateAnswer, late(otherCall(3), call(1), cancels(1), sent(done(1)), well(0)), broken(taken, 8)],
  ["its answer was under way already", lateAnswer, late(call(1), sent(done(1)), cancels(1), well(0)), none(noLate)],
  ["another call was cancelled", lateAnswer, late(call(1), otherCall(2), cancels(2), sent(done(1)), well(0)), none(noLate)],
  [
    "it was cancelled on another connection",
    lateAnswer,
    late(second("s"), call(1), cancels(1, there), sent(done(1)), well(0)),
    none(noLate),
  ],
  ["it gets no answer", lateAnswer, late(call(1), cancels(1), badly(0)), none(noLate)],
  ["it was never cancelled", lateAnswer, late(call(1), sent(done(1)), well(0)), none(noLate)],
  ["its driver says nothing", lateAnswer, late(call(1), cancels(1), sent(done(1))), none(noLate)],
  ["it never came", lateAnswer, late(otherCall(1), cancels(1), sent(done(1)), well(0)), none(noLate)],
  ["it was to go on", lateAnswer, played("s", [toWait], call(1), cancels(1), sent(done(1)), well(0)), none(noLate)],
];

const noGet = "no GET of the client was refused";
const get = (exchange: number): Line => posted(exchange, null, {}, { method: "GET" });
const refused = [get(1), status(1, 405)];
const posts = (exchange: number, method: string, more: object = {}): Line =>
  posted(exchange, ask(exchange, method, { name: "t" }), {}, more);
const failing = (scenario: string, ...lines: readonly Line[]): readonly Line[] =>
  played(scenario, [toWait], ...refused, ...lines);
const ofStreams: readonly Row[] = [
  ["a call comes after the refusal", streamRefused, talk(...refused, posts(2, "tools/call")), kept(4)],
  ["nothing comes after the refusal", streamRefused, talk(...refused, posts(2, "tools/list")), none(noGet)],
  ["the call came before the refusal", streamRefused, talk(get(1), posts(2, "tools/call"), status(1, 405)), none(noGet)],
  ["the call comes on another connection", streamRefused, talk(second(), ...refused, posts(2, "tools/call", there)), none(noGet)],
  ["something without a body is posted", streamRefused, talk(...refused, posted(2, null)), none(noGet)],
  ["the stream is opened", streamRefused, talk(get(1), status(1, 200), posts(2, "tools/call")), none(noGet)],
  ["the GET is not answered", streamRefused, talk(get(1), posts(2, "tools/call")), none(noGet)],
  ["a POST is refused", streamRefused, talk(posts(1, "ping"), status(1, 405), posts(2, "tools/call")), none(noGet)],
  [
    "the call fails without having been sent",
    streamRefused,
    failing("hostile.no-stream", badly(0)),
    broken("the call failed, and never came", 6),
  ],
  ["the call fails, though it was sent", streamRefused, failing("hostile.no-stream", posts(2, "tools/call"), badly(0)), kept(6)],
  ["the call is said to be good and was not sent", streamRefused, failing("hostile.no-stream", well(0)), none(noGet)],
  [
    "the call of another scenario fails",
    streamRefused,
    [...failing("s", badly(0)), told("hostile.no-stream", [todo("call-tool")], 8)],
    none(noGet),
  ],
];

it.each(ofTimeouts)("of a call that is not answered: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofOthers)("of others that wait in vain: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofCancelled)("of a call that was cancelled: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofStreams)("of a GET that is refused: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
