import { expect, it } from "vitest";
import { clientClosesStdin, clientNoEmbeddedNewlines, clientOnlyMessages } from "../../../src/check/client/stdio.ts";
import type { Outcome } from "../../../src/check/outcome.ts";
import { type Line, note, received, sent } from "../../support/traces/small-trace.ts";
import { broken, seen, kept, type Row, second, talk, unseen } from "./told-trace.ts";

const closed: Line = { kind: "stdin-closed", connection: 1 };
const signal = (name: string, connection = 1): Line => ({ kind: "signal", connection, signal: name });
const spoke = received(note("notifications/initialized"));
const nothing = "the client wrote nothing to the server";
const noEnd = "the client ended no server";
const term = (seq: number): Outcome => ({
  kind: "violated",
  message: "the server got SIGTERM while its stdin was open",
  evidence: [seq],
  timing: true,
});
const overdue: Line = { kind: "silence", connection: 1, awaiting: "the end of the client", ms: 10 };
const ofLines: readonly Row[] = [
  ["each line is a message", clientOnlyMessages, talk(spoke, received("")), kept(2, 3)],
  ["a line is words", clientOnlyMessages, talk(spoke, received("hello")), broken('the line "hello" is no message', 3)],
  [
    "a line is JSON of something else",
    clientOnlyMessages,
    talk(received('{"level":"info"}')),
    broken('the line "{\\"level\\":\\"info\\"}" is no message', 2),
  ],
  [
    "words come behind a message",
    clientOnlyMessages,
    talk(received('{"jsonrpc":"2.0","method":"a"} b')),
    broken('the line "{\\"jsonrpc\\":\\"2.0\\",\\"method\\":\\"a\\"} b" is no message', 2),
  ],
  ["the server alone writes", clientOnlyMessages, talk(sent("hello")), unseen(nothing)],
  ["a message is one line", clientNoEmbeddedNewlines, talk(spoke), kept(2)],
  [
    "a message is spread over lines",
    clientNoEmbeddedNewlines,
    talk(received('{"jsonrpc":"2.0",'), received('"method":"a"}'), spoke),
    broken("a message goes over several lines", 2, 3),
  ],
  ["nothing is written", clientNoEmbeddedNewlines, talk(), unseen(nothing)],
  ["its stdin is closed, and a signal comes", clientClosesStdin, talk(spoke, closed, signal("SIGTERM")), kept(3)],
  ["a signal comes while its stdin is open", clientClosesStdin, talk(spoke, signal("SIGTERM")), term(3)],
  ["it is killed while its stdin is open", clientClosesStdin, talk(spoke, signal("SIGKILL")), unseen(noEnd)],
  ["it is killed after a signal", clientClosesStdin, talk(spoke, signal("SIGTERM"), signal("SIGKILL")), term(3)],
  ["the client never spoke to it", clientClosesStdin, talk(sent(note("a")), signal("SIGTERM")), unseen(noEnd)],
  ["it goes on", clientClosesStdin, talk(spoke), unseen(noEnd)],
  ["the client did not end, and was ended", clientClosesStdin, talk(spoke, overdue, signal("SIGTERM")), unseen(noEnd)],
  [
    "the signal goes to another server to which nobody spoke",
    clientClosesStdin,
    talk(spoke, second(), signal("SIGTERM", 2)),
    unseen(noEnd),
  ],
];

it.each(ofLines)("of a server on stdio: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
