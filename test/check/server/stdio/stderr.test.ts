import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import { stderrQuiet } from "../../../../src/check/server/stderr.ts";
import { ask, done, failed, type Line, note, opened, received, sent, step } from "../../../support/traces/small-trace.ts";
import { open, said } from "../told-outcomes.ts";

const log = (text: string, connection = 1): Line => ({ kind: "stderr", connection, text });
const long = (bytes: number, connection = 1): Line => log("x".repeat(bytes), connection);
const told = (bytes: number, lines: number, messages: number): string =>
  `${bytes} bytes in ${lines} lines on standard error, for ${messages} messages sent`;
const quiet = (evidence: number, words: string): Outcome => ({ kind: "satisfied", evidence: [evidence], note: words });
const flood = (evidence: number, message: string): Outcome => ({ kind: "violated", evidence: [evidence], message });
const asked = [sent(ask(1, "ping")), received(done(1))];
const notes = (count: number): Line[] => Array.from({ length: count }, () => sent(note("notifications/initialized")));

it.each<[situation: string, lines: readonly Line[], outcome: Outcome]>([
  ["nothing", asked, quiet(1, "nothing was written to standard error")],
  ["a few lines, some of them empty", [...asked, log("one\n\ntw"), log("o\n"), log("three")], quiet(4, told(14, 3, 1))],
  ["what a pipe holds", [...asked, long(65_536)], quiet(4, told(65_536, 1, 1))],
  ["more than a pipe holds", [...asked, long(65_537)], flood(4, told(65_537, 1, 1))],
  ["more than a pipe holds in two bytes a character", [...asked, log("ä".repeat(32_769))], flood(4, told(65_538, 1, 1))],
  ["more in two pieces, the second the longer one", [...asked, long(30_000), long(40_000)], flood(5, told(70_000, 1, 1))],
  ["a kibibyte for each message", [...asked, ...notes(69), long(71_680)], quiet(73, told(71_680, 1, 70))],
  ["more than a kibibyte for each message", [...asked, ...notes(69), long(71_681)], flood(73, told(71_681, 1, 70))],
  [
    "a kibibyte for each message, answers among them",
    [...asked, ...notes(67), received(ask(7, "ping")), sent(done(7)), received(ask(8, "x")), sent(failed(8)), long(71_680)],
    quiet(75, told(71_680, 1, 70)),
  ],
  ["much, and refused the only request", [sent(ask(1, "ping")), received(failed(1)), long(70_000)], flood(4, told(70_000, 1, 1))],
  [
    "much after input that breaks the rules",
    [...asked, step("raw", { tag: "malformed-json", deviant: true }), long(70_000), step("request"), log("fine")],
    quiet(7, told(4, 1, 1)),
  ],
  ["much before it answered nothing", [sent(ask(1, "ping")), long(70_000)], open("the server wrote no message")],
  [
    "much on a connection on which it never answered",
    [opened({ connection: 2 }), ...asked, long(70_000, 2)],
    quiet(1, "nothing was written to standard error"),
  ],
])("judges a server that logs %s", (_, lines, outcome) => {
  expect(said(stderrQuiet, [opened(), ...lines])).toEqual(outcome);
});

const onTwo = { connection: 2 };
const both = (one: number, other: number): Line[] => [
  opened(),
  opened(onTwo),
  ...asked,
  sent(ask(1, "ping"), onTwo),
  received(done(1), onTwo),
  long(one),
  long(other, 2),
];

it("tells of the connection with the most, and accuses every one that has too much", () => {
  expect(said(stderrQuiet, both(10, 20))).toEqual({ kind: "satisfied", evidence: [7, 8], note: told(20, 1, 1) });
  expect(said(stderrQuiet, both(20, 10))).toEqual({ kind: "satisfied", evidence: [7, 8], note: told(20, 1, 1) });
  expect(said(stderrQuiet, both(10, 70_000))).toEqual(flood(8, told(70_000, 1, 1)));
  expect(said(stderrQuiet, both(70_000, 80_000))).toEqual({ kind: "violated", evidence: [7, 8], message: told(70_000, 1, 1) });
});
