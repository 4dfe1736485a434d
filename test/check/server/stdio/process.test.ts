import { expect, it } from "vitest";
import {
  cleanExitCode,
  exitsOnEof,
  exitsOnTerm,
  exitsPromptlyOnEof,
  noOrphans,
  sideBySide,
  startsInTime,
  staysAlive,
  termExitCode,
} from "../../../../src/check/server/process.ts";
import { ask, at, done, type Line, opened, received, sent } from "../../../support/traces/small-trace.ts";
import { eof, exit, fine, late, none, open, type Row, said, signal, silence, wrong } from "../told-outcomes.ts";

const two = opened({ connection: 2, session: "two" });
const orphans = (count: number, connection = 1): Line => ({ kind: "orphans", connection, count });
const onTwo = { connection: 2 };
const noEof = open("no connection was ended by closing stdin");
const noEofEnd = open("no process ended by itself after its stdin was closed");
const noTermEnd = open("no process ended by itself after SIGTERM");
const notSeen = open("no process was observed to its end");

it.each<Row>([
  ["it ends when its input is closed", exitsOnEof, [opened(), eof(), exit(0)], fine(3)],
  ["its end is not seen", exitsOnEof, [opened(), eof()], late("no exit was seen after its stdin was closed", 2)],
  [
    "it has to be ended with a signal",
    exitsOnEof,
    [opened(), at(100, eof()), at(5100.4, signal("SIGTERM")), signal("SIGKILL"), exit("SIGKILL")],
    late("still running 5000 ms after its stdin was closed; it had to be ended with SIGTERM", 3),
  ],
  ["a signal comes when it has ended", exitsOnEof, [opened(), eof(), exit(0), signal("SIGKILL")], fine(3)],
  ["another instance gets a signal", exitsOnEof, [opened(), two, eof(), signal("SIGTERM", 2), exit(0)], fine(5)],
  ["the input of another instance is closed", exitsOnEof, [opened(), two, eof(2), exit(0, 2), exit(1)], fine(4)],
  ["it ended before its input was closed", exitsOnEof, [opened(), exit(0), eof()], noEof],
  ["it was told to end by a signal", exitsOnEof, [opened(), signal("SIGTERM"), eof(), exit(0)], noEof],
  ["it takes two seconds to end", exitsPromptlyOnEof, [opened(), at(100, eof()), at(2100.4, exit(0))], fine(3)],
  [
    "it takes more than two seconds to end",
    exitsPromptlyOnEof,
    [opened(), at(100, eof()), at(2101, exit(0))],
    late("ended only 2001 ms after its stdin was closed", 3),
  ],
  [
    "it ends as slowly as it starts",
    exitsPromptlyOnEof,
    [at(0, opened()), sent(ask(1, "ping")), at(1500, received(done(1))), at(2000, eof()), at(5000, exit(0))],
    fine(5),
  ],
  ["it takes its time, where no bound is set", exitsOnEof, [opened(), at(100, eof()), at(60_000, exit(0))], fine(3)],
  ["it ends with code 0", cleanExitCode, [opened(), eof(), exit(0)], fine(3)],
  ["it ends with another code", cleanExitCode, [opened(), eof(), exit(1)], late("exit code 1, expected 0", 3)],
  ["it crashes at the end", cleanExitCode, [opened(), eof(), exit("SIGSEGV")], late("killed by SIGSEGV", 3)],
  [
    "it has to be killed, so that its code says nothing",
    cleanExitCode,
    [opened(), eof(), signal("SIGKILL"), exit("SIGKILL")],
    { kind: "not-applicable", reason: "the process did not end by itself", timing: true },
  ],
  [
    "one instance has to be killed, and another ends by itself",
    cleanExitCode,
    [opened(), two, eof(), eof(2), signal("SIGKILL"), exit("SIGKILL"), exit(0, 2)],
    fine(7),
  ],
  ["its end is not seen, nor its code", cleanExitCode, [opened(), eof()], noEofEnd],
  ["the end of one of two is not seen", cleanExitCode, [opened(), two, eof(), eof(2), exit(0, 2)], fine(5)],
  ["nobody closed its input", cleanExitCode, [opened()], noEofEnd],
])("judges a closed input where %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const term = signal("SIGTERM");
const kill = signal("SIGKILL");

it.each<Row>([
  ["it ends", exitsOnTerm, [opened(), term, exit(0)], fine(3)],
  ["it ends when it is told twice", exitsOnTerm, [opened(), term, term, exit(0)], fine(4)],
  ["its end is not seen", exitsOnTerm, [opened(), term], late("no exit was seen after SIGTERM", 2)],
  [
    "it has to be killed",
    exitsOnTerm,
    [opened(), at(100, term), at(2100.4, kill), exit("SIGKILL")],
    late("still running 2000 ms after SIGTERM; it had to be killed", 3),
  ],
  [
    "it got another signal first",
    exitsOnTerm,
    [opened(), signal("SIGINT"), term, exit(0)],
    open("no process was ended with SIGTERM"),
  ],
  ["it reports code 0", termExitCode, [opened(), term, exit(0)], fine(3)],
  ["it reports code 130", termExitCode, [opened(), term, exit(130)], fine(3)],
  ["it reports code 143", termExitCode, [opened(), term, exit(143)], fine(3)],
  ["it reports the signal", termExitCode, [opened(), term, exit("SIGTERM")], fine(3)],
  ["it reports code 1", termExitCode, [opened(), term, exit(1)], late("ended with exit code 1 after SIGTERM", 3)],
  ["it ends by another signal", termExitCode, [opened(), term, exit("SIGABRT")], late("ended with SIGABRT after SIGTERM", 3)],
  [
    "it only ends when it is killed",
    termExitCode,
    [opened(), term, kill, exit("SIGKILL")],
    none("the process did not end on SIGTERM"),
  ],
  [
    "one instance is killed, and another ends",
    termExitCode,
    [opened(), two, term, signal("SIGTERM", 2), kill, exit("SIGKILL"), exit(0, 2)],
    fine(7),
  ],
  ["the code of one of two is not seen", termExitCode, [opened(), two, term, signal("SIGTERM", 2), exit(0, 2)], fine(5)],
  ["its code is not seen", termExitCode, [opened(), term], noTermEnd],
  ["its input was closed before", termExitCode, [opened(), eof(), term, exit(1)], noTermEnd],
])("judges a server that is sent SIGTERM where %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const killed = "the process was killed by SIGKILL, which mcpcheck did not send, while other instances ran";
const aloneKilled = [opened(), exit("SIGKILL")];

it.each<Row>([
  ["it leaves nothing behind", noOrphans, [opened(), eof(), exit(0), orphans(0)], fine(3)],
  [
    "it leaves a process behind",
    noOrphans,
    [opened(), eof(), exit(0), orphans(1)],
    late("1 process of its group was still alive after it had exited", 4),
  ],
  [
    "it leaves several behind",
    noOrphans,
    [opened(), eof(), exit(0), orphans(3)],
    late("3 processes of its group were still alive after it had exited", 4),
  ],
  [
    "it has to be killed",
    noOrphans,
    [opened(), eof(), kill, exit("SIGKILL")],
    none("the process had to be killed, and all its group with it"),
  ],
  ["it ends at a milder signal", noOrphans, [opened(), eof(), term, exit(0)], fine(4)],
  ["the end of one of two is not seen", noOrphans, [opened(), two, eof(), eof(2), exit(0, 2)], fine(5)],
  ["its end is not seen", noOrphans, [opened(), eof()], open("no process was seen to end by itself")],
  ["nobody told it to end", noOrphans, [opened(), exit(1)], open("no process was seen to end by itself")],
  ["it runs until its input is closed", staysAlive, [opened(), eof(), exit(1)], fine(2)],
  ["it runs until it is told to end, and on", staysAlive, [opened(), term], fine(2)],
  ["it ends in use", staysAlive, [opened(), exit(3)], late("the process ended by itself (exit code 3) while it was in use", 2)],
  [
    "it crashes in use",
    staysAlive,
    [opened(), exit("SIGSEGV")],
    late("the process ended by itself (signal SIGSEGV) while it was in use", 2),
  ],
  [
    "it ends before it is told to",
    staysAlive,
    [opened(), exit(0), eof()],
    late("the process ended by itself (exit code 0) while it was in use", 2),
  ],
  [
    "one instance is told to end and another crashes",
    staysAlive,
    [opened(), two, eof(), exit(0), exit(1, 2)],
    late("the process ended by itself (exit code 1) while it was in use", 5),
  ],
  ["somebody else killed it", staysAlive, aloneKilled, notSeen],
  ["nothing ended", staysAlive, [opened()], notSeen],
  ["somebody killed the only instance", sideBySide, aloneKilled, wrong(killed, 2)],
  ["one was killed by the other", sideBySide, [opened(), two, exit("SIGKILL"), signal("SIGTERM", 2)], wrong(killed, 3)],
  ["mcpcheck killed one of them", sideBySide, [opened(), two, eof(), kill, exit("SIGKILL")], fine(3)],
  ["one of them crashed otherwise", sideBySide, [opened(), two, exit("SIGSEGV"), eof(2)], fine(4)],
  ["both run until they are told to end", sideBySide, [opened(), two, eof(), eof(2)], fine(3, 4)],
  ["neither was seen to end", sideBySide, [opened(), two], notSeen],
  ["there was only one", sideBySide, [opened(), eof()], open("only one instance was started")],
])("judges the life of a process where %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const asked = sent(ask(1, "initialize"));
const answer = received(done(1));
const unread = received("{", { cut: true, unread: { mayAnswer: false, why: "it was too long" } });

it.each<Row>([
  ["comes after ten seconds", startsInTime, [at(100, opened()), asked, at(10_100.4, answer)], fine(3)],
  ["comes after more", startsInTime, [at(100, opened()), asked, at(10_101, answer)], late("the first answer took 10001 ms", 3)],
  ["comes late on a busy machine", startsInTime, [at(100, opened({ stretch: 2 })), asked, at(20_100, answer)], fine(3)],
  [
    "comes too late for a busy machine",
    startsInTime,
    [at(100, opened({ stretch: 2 })), asked, at(20_101, answer)],
    late("the first answer took 20001 ms", 3),
  ],
  [
    "comes in time on one of two connections",
    startsInTime,
    [
      at(0, opened()),
      asked,
      at(30_000, answer),
      at(30_000, two),
      at(30_001, sent(ask(1, "initialize"), onTwo)),
      at(30_002, received(done(1), onTwo)),
    ],
    fine(6),
  ],
  [
    "comes on the second of two connections, the first of which is asked nothing",
    startsInTime,
    [opened(), two, sent(ask(1, "initialize"), onTwo), received(done(1), onTwo)],
    fine(4),
  ],
  [
    "does not come, but that to a later request does",
    startsInTime,
    [opened(), asked, silence(1), sent(ask(2, "ping")), received(done(2))],
    open("no answer was seen"),
  ],
  ["may be what was too large to be read", startsInTime, [opened(), asked, unread], open("not every first answer could be read")],
  ["comes in time beside what was too large", startsInTime, [opened(), asked, answer, unread], fine(3)],
])("judges the start of a server whose first answer %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
