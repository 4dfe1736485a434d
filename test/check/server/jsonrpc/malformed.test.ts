import { expect, it } from "vitest";
import {
  invalidRequestAnswered,
  noAnswerToNotification,
  parseErrorAnswered,
  survivesMalformed,
  unknownMethod,
  unknownMethodCode,
} from "../../../../src/check/server/jsonrpc/deviant.ts";
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
  step,
} from "../../../support/traces/small-trace.ts";
import { exit, fine, late, open, type Row, said, silence, wrong } from "../told-outcomes.ts";

const onTwo = { connection: 2 };

const two = opened({ connection: 2, session: "two" });

const json = { "content-type": "application/json" };

const before = [sent(ask(9, "ping")), received(done(9))];

const broken = (tag = "malformed-json"): Line[] => [step("raw", { tag, deviant: true }), sent("{")];

const fence = [step("fence"), sent(ask(5, "ping"))];

const answered = [...fence, received(done(5))];

const notSent = open("nothing of the kind was sent, or the server ended before it could answer");

it.each<Row>([
  [
    "answers with a parse error",
    parseErrorAnswered,
    [opened(), ...broken(), received(failed(null, -32700)), ...answered],
    fine(4),
  ],
  [
    "answers with another error",
    parseErrorAnswered,
    [opened(), ...broken(), received(failed(null, -32600)), ...answered],
    wrong("answered with error code -32600, expected -32700", 4),
  ],
  [
    "answers when the next request was answered",
    parseErrorAnswered,
    [opened(), ...broken(), ...answered, received(failed(null, -32700))],
    wrong("no answer; the request after it was answered", 2),
  ],
  [
    "answers something else meanwhile",
    parseErrorAnswered,
    [opened(), sent(ask(1, "ping")), ...broken(), received(done(1)), ...answered],
    wrong("no answer; the request after it was answered", 3),
  ],
  ["ends", parseErrorAnswered, [opened(), ...broken(), exit(1)], late("no answer; the process ended", 4)],
  [
    "falls silent",
    parseErrorAnswered,
    [opened(), ...before, ...broken(), ...fence, silence(5)],
    late("no answer, and none to the request after it", 8),
  ],
  ["is asked nothing more", parseErrorAnswered, [opened(), ...broken()], notSent],
  [
    "is sent no message, and says so",
    invalidRequestAnswered,
    [opened(), ...broken("not-a-message"), received(failed(null, -32600)), ...answered],
    fine(4),
  ],
  [
    "is sent no message, and calls it broken",
    invalidRequestAnswered,
    [opened(), ...broken("not-a-message"), received(failed(null, -32700)), ...answered],
    wrong("answered with error code -32700, expected -32600", 4),
  ],
  ["goes on", survivesMalformed, [opened(), ...broken(), ...answered], fine(6)],
  [
    "does not survive",
    survivesMalformed,
    [opened(), ...broken("not-a-message"), exit(1)],
    late("the process ended after a step of kind not-a-message", 4),
  ],
  [
    "hangs",
    survivesMalformed,
    [opened(), ...before, ...broken("null-id"), ...fence, silence(5)],
    late("no more answers after a step of kind null-id", 8),
  ],
  ["is left alone", survivesMalformed, [opened(), ...broken("batch")], open("nothing malformed was sent")],
  [
    "ends at a batch",
    survivesMalformed,
    [opened(), ...broken("batch"), exit(1)],
    late("the process ended after a step of kind batch", 4),
  ],
  [
    "ends at an unknown notification",
    survivesMalformed,
    [opened(), ...broken("unknown-notification"), exit(1)],
    late("the process ended after a step of kind unknown-notification", 4),
  ],
  [
    "ends at a response to nothing",
    survivesMalformed,
    [opened(), ...broken("stray-response"), exit(1)],
    late("the process ended after a step of kind stray-response", 4),
  ],
  ["ends at something else", survivesMalformed, [opened(), ...broken("special-id"), exit(1)], open("nothing malformed was sent")],
])("judges a server that is sent what is malformed, and %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const strange = [step("request", { tag: "unknown-method", deviant: true }), sent(ask(1, "no/such"))];

const postedStrange = [opened(), strange[0] ?? two, posted(1, ask(1, "no/such"))];

const waited = late("no answer within 5000 ms, while later requests were answered", 5);

const noStrange = open("no unknown method was asked for");

it.each<Row>([
  ["refuses it", unknownMethod, [opened(), ...strange, received(failed(1))], fine(4)],
  ["serves it", unknownMethod, [opened(), ...strange, received(done(1))], wrong('a result for the method "no/such"', 4)],
  ["passes it over", unknownMethod, [opened(), ...before, ...strange, silence(1), ...answered], waited],
  ["falls silent", unknownMethod, [opened(), ...before, ...strange, silence(1), ...fence], noStrange],
  [
    "answers elsewhere",
    unknownMethod,
    [opened(), two, ...before, ...strange, silence(1), sent(ask(5, "ping"), onTwo), received(done(5), onTwo)],
    noStrange,
  ],
  ["is not waited for", unknownMethod, [opened(), ...before, ...strange, ...answered], noStrange],
  [
    "turns it away with an error without an id",
    unknownMethod,
    [...postedStrange, status(1, 400, json), body(1, failed(null))],
    fine(4),
  ],
  [
    "turns it away without an error",
    unknownMethod,
    [...postedStrange, status(1, 400)],
    wrong("status 400 without a JSON-RPC error", 4),
  ],
  ["takes it without an answer", unknownMethod, [...postedStrange, status(1, 202)], noStrange],
  [
    "turns something else away",
    unknownMethod,
    [opened(), posted(2, ask(2, "ping")), status(2, 400), ...postedStrange.slice(1)],
    noStrange,
  ],
  ["says that it is unknown", unknownMethodCode, [opened(), ...strange, received(failed(1, -32601))], fine(4)],
  [
    "says something else",
    unknownMethodCode,
    [opened(), ...strange, received(failed(1, -32602))],
    wrong("error code -32602, expected -32601", 4),
  ],
  ["does not refuse it", unknownMethodCode, [opened(), ...strange, received(done(1))], open("no unknown method was refused")],
])("judges a server that is asked for an unknown method, and %s", (_, check, lines, outcome) => {
  expect(said(check, lines, lines.some(({ kind }) => kind === "http-request") ? "http" : "stdio")).toEqual(outcome);
});

const told = [step("notify"), sent(note("a"))];

const accusation = "a response after the notification a";

const noNote = open("no notification was sent with a request after it");

const postedNote = [opened(), posted(1, note("a"))];

it.each<Row>([
  ["is silent", noAnswerToNotification, [opened(), ...told, ...answered], fine(2, 6)],
  ["answers it", noAnswerToNotification, [opened(), ...told, received(failed(null)), ...answered], wrong(accusation, 4)],
  ["is asked nothing more", noAnswerToNotification, [opened(), ...told], noNote],
  ["was asked only before", noAnswerToNotification, [opened(), ...before, ...told], noNote],
  [
    "is asked elsewhere",
    noAnswerToNotification,
    [opened(), two, ...told, sent(ask(5, "ping"), onTwo), received(done(5), onTwo)],
    noNote,
  ],
  ["refuses what is asked then", noAnswerToNotification, [opened(), ...told, ...fence, received(failed(5))], noNote],
  ["is sent a request instead", noAnswerToNotification, [opened(), step("request"), ...before, ...answered], noNote],
  ["turns it away with an error", noAnswerToNotification, [...postedNote, status(1, 400, json), body(1, failed(null))], noNote],
  [
    "takes it with an error",
    noAnswerToNotification,
    [...postedNote, status(1, 399, json), body(1, failed(null))],
    wrong(accusation, 4),
  ],
])("judges a server that gets a notification, and %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
