import { expect, it } from "vitest";
import {
  cleanAtShutdown,
  cleanAtStart,
  cleanInOperation,
  lineTerminated,
  noBlankLines,
  noByteOrderMark,
  noEmbeddedNewlines,
  noServerRequests,
  onlyJsonRpc,
} from "../../../../src/check/server/stdio.ts";
import { ask, done, failed, note, opened, received, sent } from "../../../support/traces/small-trace.ts";
import { eof, exit, fine, open, type Row, said, signal, wrong } from "../told-outcomes.ts";

const asked = sent(ask(1, "ping"));
const answered = [asked, received(done(1))];
const again = [sent(ask(2, "ping")), received(done(2))];
const banner = received("Server is ready");
const mark = received(`\uFEFF${JSON.stringify(done(1))}`);
const pretty = ["{", '"jsonrpc": "2.0",', '"id": 1,', '"result": {}', "}"].map((line) => received(line));
const notRead = (text: string): string => `a line on stdout that is not JSON: ${JSON.stringify(text)}`;
const silent = open("the server wrote no message to stdout in this phase");
const silentAtAll = open("the server wrote no message to stdout");
const notTold = open("no process was seen to end after it was told to");
const chatty = `${JSON.stringify(done(2))} and so on`;
const chattier = `${JSON.stringify(done(2))}${"-".repeat(100)}`;
const behind = (text: string): string => `a line on stdout with text behind its message: ${JSON.stringify(text)}`;
const logLine = '{"level":"info"}';
const eighty = "a".repeat(80);

it.each<Row>([
  ["a message is the first thing", cleanAtStart, [opened(), ...answered], fine(3)],
  ["a banner comes first", cleanAtStart, [opened(), banner, ...answered], wrong(notRead("Server is ready"), 2)],
  ["a line of 80 characters comes first", cleanAtStart, [opened(), received(eighty), ...answered], wrong(notRead(eighty), 2)],
  ["a longer line comes first", cleanAtStart, [opened(), received(`${eighty}b`), ...answered], wrong(notRead(`${eighty}…`), 2)],
  ["a banner comes, and never a message", cleanAtStart, [opened(), banner], wrong(notRead("Server is ready"), 2)],
  ["a banner comes after the first answer", cleanAtStart, [opened(), ...answered, banner], fine(3)],
  ["a blank line comes first", cleanAtStart, [opened(), received(""), ...answered], fine(4)],
  ["only a blank line comes", cleanAtStart, [opened(), received(""), eof()], silent],
  ["the first message begins with a byte order mark", cleanAtStart, [opened(), asked, mark], fine(3)],
  ["the first message is written on several lines", cleanAtStart, [opened(), asked, ...pretty], fine(3, 4, 5, 6, 7)],
  [
    "a banner comes on another connection",
    cleanAtStart,
    [opened(), ...answered, opened({ connection: 2 }), received("hi", { connection: 2 })],
    wrong(notRead("hi"), 5),
  ],
  ["nothing but messages comes", cleanInOperation, [opened(), ...answered, ...again], fine(5)],
  [
    "a line comes that is none",
    cleanInOperation,
    [opened(), ...answered, banner, ...again],
    wrong(notRead("Server is ready"), 4),
  ],
  ["it worked no further than its first answer", cleanInOperation, [opened(), banner, ...answered, eof(), banner], silent],
  ["text stands behind a message", cleanInOperation, [opened(), ...answered, asked, received(chatty)], wrong(behind(chatty), 5)],
  [
    "much stands behind the first answer",
    cleanInOperation,
    [opened(), sent(ask(2, "ping")), received(chattier)],
    wrong(behind(`…${"-".repeat(80)}`), 3),
  ],
  ["it ends in silence", cleanAtShutdown, [opened(), ...answered, eof(), exit(0)], fine(5)],
  ["it says goodbye", cleanAtShutdown, [opened(), ...answered, eof(), received("bye"), exit(0)], wrong(notRead("bye"), 5)],
  [
    "it says goodbye at a signal",
    cleanAtShutdown,
    [opened(), ...answered, signal("SIGTERM"), received("bye")],
    wrong(notRead("bye"), 5),
  ],
  ["it ends in silence at a signal", cleanAtShutdown, [opened(), ...answered, signal("SIGTERM"), exit("SIGTERM")], fine(5)],
  ["it said something before it was told", cleanAtShutdown, [opened(), ...answered, banner, eof(), exit(0)], fine(6)],
  ["it answers while it ends", cleanAtShutdown, [opened(), asked, eof(), received(done(1)), exit(0)], fine(5)],
  ["it logs JSON while it ends", cleanAtShutdown, [opened(), ...answered, eof(), received(logLine), exit(0)], fine(6)],
  ["it ends by itself", cleanAtShutdown, [opened(), ...answered, exit(0)], notTold],
  ["another instance is told to end", cleanAtShutdown, [opened(), opened({ connection: 2 }), eof(2), exit(0)], notTold],
])("judges what stands on standard output where %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const foreign = (text: string): string => `JSON on stdout that is not a JSON-RPC message: ${JSON.stringify(text)}`;
const spread = (text: string): string =>
  `a message spread over several lines, beginning or going on with ${JSON.stringify(text)}`;
const cutOff = received(done(1), { terminator: "" });

it.each<Row>([
  ["nothing else comes", onlyJsonRpc, [opened(), ...answered, ...again], fine(3, 5)],
  ["a log line comes as JSON", onlyJsonRpc, [opened(), ...answered, received(logLine)], wrong(foreign(logLine), 4)],
  ["a banner comes, which is no JSON", onlyJsonRpc, [opened(), banner, ...answered], fine(4)],
  ["each is on a line of its own", noEmbeddedNewlines, [opened(), ...answered, received(logLine)], fine(3)],
  [
    "one is spread over several lines",
    noEmbeddedNewlines,
    [opened(), asked, ...pretty],
    wrong(`${spread("{")}; ${spread('"jsonrpc": "2.0",')}; ${spread('"id": 1,')}; and 2 more`, 3, 4, 5, 6, 7),
  ],
  ["no mark stands before any", noByteOrderMark, [opened(), ...answered], fine(3)],
  [
    "a mark stands before one",
    noByteOrderMark,
    [opened(), asked, mark],
    wrong("a line on stdout begins with a byte order mark", 3),
  ],
  ["no line is blank", noBlankLines, [opened(), ...answered], fine(3)],
  ["a line is empty", noBlankLines, [opened(), ...answered, received("")], wrong("a blank line on stdout", 4)],
  ["a line holds white space only", noBlankLines, [opened(), ...answered, received(" \t")], wrong("a blank line on stdout", 4)],
  ["each ends with a newline", lineTerminated, [opened(), ...answered], fine(3)],
  ["each ends as on Windows", lineTerminated, [opened(), asked, received(done(1), { terminator: "\r\n" })], fine(3)],
  [
    "the last one does not end",
    lineTerminated,
    [opened(), asked, cutOff],
    wrong("stdout ended inside a line that holds a message", 3),
  ],
  [
    "the last one does not end, with text behind it",
    lineTerminated,
    [opened(), asked, received(chatty, { terminator: "" })],
    wrong("stdout ended inside a line that holds a message", 3),
  ],
  ["what does not end is no message", lineTerminated, [opened(), ...answered, received("bye", { terminator: "" })], fine(3)],
  ["what does not end is JSON", lineTerminated, [opened(), ...answered, received(logLine, { terminator: "" })], fine(3)],
  ["there is none", lineTerminated, [opened(), banner], silentAtAll],
  ["all are answers", noServerRequests, [opened(), ...answered, received(note("notifications/message"))], fine(3)],
  [
    "one is a request",
    noServerRequests,
    [opened(), ...answered, received(ask(9, "roots/list"))],
    wrong('a request "roots/list" from the server', 4),
  ],
  [
    "one is a request to a client of an earlier revision",
    noServerRequests,
    [opened(), sent(ask(1, "initialize")), received(done(1)), received(ask(9, "roots/list"))],
    fine(3),
  ],
  ["none is a result", noServerRequests, [opened(), asked, received(failed(1))], open("the server answered nothing")],
])("judges the messages on standard output where %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
