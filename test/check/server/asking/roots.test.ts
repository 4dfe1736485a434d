import { expect, it } from "vitest";
import { rootsBoundariesKept, rootsChangeTolerated, rootsUnavailableSurvived } from "../../../../src/check/server/roots.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { boundaryWords } from "../../../../src/trace/boundary-words.ts";
import { ask, done, failed, type Line, opened, received, sent, step } from "../../../support/traces/small-trace.ts";
import { eof, exit, fine, late, none, open, type Row, said, silence, wrong } from "../told-outcomes.ts";

const rooted = (connection = 1): Line => opened({ connection, capabilities: { roots: { listChanged: true } } });
const ping = (id: number, connection = 1): Line => sent(ask(id, "ping"), { connection });
const pong = (id: number, connection = 1): Line => received(done(id), { connection });
const pinged = (id: number, connection = 1): readonly Line[] => [ping(id, connection), pong(id, connection)];
/** The roots are offered, and the server has spoken: three events. */
const start = [rooted(), ...pinged(90)];
const changed = (connection = 1): Line => step("notify", { tag: "roots-changed", connection });
const deaf = "the server did not answer any more";
const gone = "the process ended";

const untold = open("the server was not told of changed roots");
const unchecked = open("nothing was asked after the roots had changed");

it.each<Row>([
  ["they did not change", rootsChangeTolerated, start, untold],
  ["something else happened", rootsChangeTolerated, [...start, step("notify", { tag: "odd" }), ping(1), silence(1)], untold],
  ["nothing is asked then", rootsChangeTolerated, [...start, changed()], unchecked],
  ["the next request is answered", rootsChangeTolerated, [...start, changed(), ...pinged(1)], fine(6)],
  ["the next request is refused", rootsChangeTolerated, [...start, changed(), ping(1), received(failed(1))], fine(6)],
  ["the next request is not answered", rootsChangeTolerated, [...start, changed(), ping(1), silence(1)], late(deaf, 6)],
  ["a request before is not answered", rootsChangeTolerated, [...start, ping(1), changed(), silence(1), ...pinged(2)], fine(8)],
  [
    "the next is answered and another is not",
    rootsChangeTolerated,
    [...start, changed(), ...pinged(1), ping(2), silence(2)],
    fine(6),
  ],
  [
    "the next is not answered and another is",
    rootsChangeTolerated,
    [...start, changed(), ping(1), silence(1), ...pinged(2)],
    late(deaf, 6),
  ],
  ["what is asked then is left open", rootsChangeTolerated, [...start, changed(), ping(1)], unchecked],
  ["the process ends", rootsChangeTolerated, [...start, changed(), exit(1)], late(gone, 5)],
  ["the process ends at the next request", rootsChangeTolerated, [...start, changed(), ping(1), exit(1)], late(gone, 6)],
  ["the process is ended", rootsChangeTolerated, [...start, changed(), eof(), exit(0)], unchecked],
  ["the process had ended before", rootsChangeTolerated, [...start, exit(1), changed()], unchecked],
  [
    "another process is silent and ends",
    rootsChangeTolerated,
    [...start, rooted(2), changed(), ...pinged(1, 2), exit(1, 2)],
    unchecked,
  ],
  [
    "two processes are told, and the second falls silent",
    rootsChangeTolerated,
    [...start, rooted(2), ...pinged(91, 2), changed(), ...pinged(1), changed(2), ping(2, 2), silence(2, 2)],
    late(deaf, 12),
  ],
])("a change of roots is borne where %s", (_title, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const vanish = (connection = 1): Line => step("roots", { tag: "roots-gone", connection });
const wants = (connection = 1, method = "roots/list"): Line => received(ask("r", method), { connection });
const call = (id: number, name = "read"): Line => sent(ask(id, "tools/call", { name }));
const asksIn = (id: number, ...methods: readonly string[]): Line =>
  received(
    done(id, {
      resultType: "input_required",
      inputRequests: Object.fromEntries(methods.map((method, place) => [`q${place}`, { method }])),
    }),
  );
const unwanted = none("the server did not ask for the roots");
const always = open("the client had roots all the time");
const unasked = open("nothing was asked after the roots were gone");

it.each<Row>([
  ["were always there, and nobody asked", rootsUnavailableSurvived, start, unwanted],
  ["were always there, and the server asked", rootsUnavailableSurvived, [...start, wants()], always],
  [
    "were always there, and the server asked for a model",
    rootsUnavailableSurvived,
    [...start, wants(1, "sampling/createMessage")],
    unwanted,
  ],
  [
    "were always there, and the server asked in an answer",
    rootsUnavailableSurvived,
    [...start, call(1), asksIn(1, "roots/list")],
    always,
  ],
  ["were never offered", rootsUnavailableSurvived, [opened({ capabilities: { sampling: {} } }), ...pinged(1)], always],
  ["were offered to a server that said nothing", rootsUnavailableSurvived, [rooted(), ping(1)], always],
  ["were offered twice, and one server said nothing", rootsUnavailableSurvived, [...start, rooted(2), ping(1, 2)], unwanted],
  [
    "were offered twice, and one server asked",
    rootsUnavailableSurvived,
    [...start, rooted(2), ...pinged(1, 2), wants(2)],
    always,
  ],
  [
    "were offered once, and a server asked that was offered none",
    rootsUnavailableSurvived,
    [...start, opened({ connection: 2 }), ...pinged(1, 2), wants(2)],
    unwanted,
  ],
  ["go, and nobody asks", rootsUnavailableSurvived, [...start, vanish(), ...pinged(1)], unwanted],
  ["go after the server asked", rootsUnavailableSurvived, [...start, wants(), vanish(), ...pinged(1)], unwanted],
  ["go, and another server asks", rootsUnavailableSurvived, [...start, rooted(2), vanish(), wants(2), ...pinged(1)], unwanted],
  ["go, and the server asks and answers", rootsUnavailableSurvived, [...start, vanish(), wants(), ...pinged(1)], fine(7)],
  [
    "go, and the server asks and falls silent",
    rootsUnavailableSurvived,
    [...start, vanish(), wants(), ping(1), silence(1)],
    late(deaf, 7),
  ],
  ["go, and the server asks and ends", rootsUnavailableSurvived, [...start, vanish(), wants(), exit(1)], late(gone, 6)],
  [
    "go, and the server asks and is asked nothing",
    rootsUnavailableSurvived,
    [...start, vanish(), ...pinged(1), wants()],
    unasked,
  ],
  [
    "go, and the server answers, asks and falls silent",
    rootsUnavailableSurvived,
    [...start, vanish(), ...pinged(1), wants(), ping(2), silence(2)],
    late(deaf, 9),
  ],
  [
    "go, and the server asks, answers, asks once more and falls silent",
    rootsUnavailableSurvived,
    [...start, vanish(), wants(), ...pinged(1), wants(), ping(2), silence(2)],
    fine(7),
  ],
  [
    "go, and the server asks in an answer and then answers",
    rootsUnavailableSurvived,
    [...start, vanish(), call(1), asksIn(1, "sampling/createMessage", "roots/list"), ...pinged(2)],
    fine(8),
  ],
  [
    "go, and the server asks for something else in an answer",
    rootsUnavailableSurvived,
    [...start, vanish(), call(1), asksIn(1, "sampling/createMessage"), ...pinged(2)],
    unwanted,
  ],
  [
    "go twice, and the second server falls silent",
    rootsUnavailableSurvived,
    [...start, rooted(2), vanish(), wants(), ...pinged(1), vanish(2), wants(2), ...pinged(3, 2), ping(2, 2), silence(2, 2)],
    fine(8, 12),
  ],
])("roots that %s are judged", (_title, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const text = (words: string): Json => ({ content: [{ type: "text", text: `> ${words}\n` }] });
const reading = (tag: string, id: number, result: Json | Line, name = "read"): readonly Line[] => [
  step("request", { tag }),
  call(id, name),
  typeof result === "object" && result !== null && "kind" in result ? (result as Line) : received(done(id, result)),
];
const inside = reading("inside-root", 1, text(boundaryWords.inside));
const outside = (result: Json | Line, name?: string): readonly Line[] => reading("outside-root", 2, result, name);
const gave = '"read" gave the text of a file that is outside of the root the client named';
const unable = none("no tool that may be called gives the text of a file within the root");
const untried = open("no tool was asked for a file outside of the roots");
const asking = [...start, wants()];
const theirs = text(boundaryWords.outside);

it.each<Row>([
  ["nothing is asked for outside", rootsBoundariesKept, [...asking, ...inside], untried],
  ["nothing is asked for outside, and nobody cares for roots", rootsBoundariesKept, [...start, ...inside], unwanted],
  ["a file outside is refused", rootsBoundariesKept, [...asking, ...inside, ...outside(received(failed(2)))], fine(10)],
  ["a file outside gives other words", rootsBoundariesKept, [...asking, ...inside, ...outside(text("no"))], fine(10)],
  ["a file outside is given", rootsBoundariesKept, [...asking, ...inside, ...outside(theirs)], wrong(gave, 10)],
  ["it is given by a server that asked for no roots", rootsBoundariesKept, [...start, ...inside, ...outside(theirs)], unwanted],
  ["it is given before the server asks", rootsBoundariesKept, [...start, ...inside, ...outside(theirs), wants()], unwanted],
  ["another server asks", rootsBoundariesKept, [...start, rooted(2), wants(2), ...inside, ...outside(theirs)], unwanted],
  ["the call is not answered", rootsBoundariesKept, [...asking, ...inside, ...outside(silence(2))], unwanted],
  [
    "the server asks between the call and the answer",
    rootsBoundariesKept,
    [...start, ...inside, step("request", { tag: "outside-root" }), call(2), wants(), received(done(2, theirs))],
    wrong(gave, 10),
  ],
  [
    "the server asks in the answer alone",
    rootsBoundariesKept,
    [...start, ...inside, ...outside(asksIn(2, "roots/list"))],
    unwanted,
  ],
  [
    "the server asks in the answer once more",
    rootsBoundariesKept,
    [...asking, ...inside, ...outside(asksIn(2, "roots/list"))],
    unable,
  ],
  ["no file inside was asked for", rootsBoundariesKept, [...asking, ...outside(theirs)], unable],
  [
    "a file inside is not given",
    rootsBoundariesKept,
    [...asking, ...reading("inside-root", 1, text("no")), ...outside(theirs)],
    unable,
  ],
  [
    "a file inside is refused",
    rootsBoundariesKept,
    [...asking, ...reading("inside-root", 1, received(failed(1))), ...outside(theirs)],
    unable,
  ],
  [
    "a file inside is given for another purpose",
    rootsBoundariesKept,
    [...asking, ...reading("odd", 1, text(boundaryWords.inside)), ...outside(theirs)],
    unable,
  ],
  ["a file inside is given by another tool", rootsBoundariesKept, [...asking, ...inside, ...outside(theirs, "cat")], unable],
  [
    "the second of two is given",
    rootsBoundariesKept,
    [...asking, ...inside, ...outside(text("no")), ...reading("outside-root", 3, theirs)],
    wrong(gave, 13),
  ],
])("boundaries are kept where %s", (_title, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
