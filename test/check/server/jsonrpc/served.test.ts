import { expect, it } from "vitest";
import { largeRequest } from "../../../../src/check/server/jsonrpc/size.ts";
import { answersNotSwapped } from "../../../../src/check/server/jsonrpc/swapped.ts";
import { anyFormatting, foreignMeta, requestInPieces, unknownMember } from "../../../../src/check/server/jsonrpc/tolerance.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, opened, received, sent, step } from "../../../support/traces/small-trace.ts";
import { eof, exit, fine, late, none, open, type Row, said, wrong } from "../told-outcomes.ts";

const onTwo = { connection: 2 };
const two = opened({ connection: 2, session: "two" });
const list = (id: Json, more = {}): Line => sent(ask(id, "tools/list"), more);
const odd = (tag: string): Line[] => [step("request", { tag }), list(1)];
const later = [step("fence"), sent(ask(5, "ping")), received(done(5))];
const none5 = open("no such request was sent");
const passed = (what: string, evidence: number) => late(`${what} was not answered, while later requests were`, evidence);
const odder = "a request with unusual but valid formatting";
const pieces = [step("raw", { tag: "in-pieces" }), list(1, { pieces: 2 })];

it.each<Row>([
  ["written oddly, and serves it", anyFormatting, [opened(), ...odd("odd-formatting"), received(done(1))], fine(4)],
  [
    "written oddly, and refuses it",
    anyFormatting,
    [opened(), ...odd("odd-formatting"), received(failed(1))],
    wrong(`${odder} was refused: -32603 "no"`, 4),
  ],
  [
    "written oddly, and serves one and leaves another open at last",
    anyFormatting,
    [opened(), ...odd("odd-formatting"), received(done(1)), step("request", { tag: "odd-formatting" }), list(2)],
    fine(4),
  ],
  ["written oddly, and passes it over", anyFormatting, [opened(), ...odd("odd-formatting"), ...later], passed(odder, 3)],
  ["written oddly, and falls silent", anyFormatting, [opened(), ...odd("odd-formatting"), ...later.slice(0, 2)], none5],
  ["written oddly, and answered something only before", anyFormatting, [opened(), ...later, ...odd("odd-formatting")], none5],
  [
    "written oddly, and answers something elsewhere",
    anyFormatting,
    [opened(), two, ...odd("odd-formatting"), sent(ask(5, "ping"), onTwo), received(done(5), onTwo)],
    none5,
  ],
  [
    "written oddly, and refuses it as any other",
    anyFormatting,
    [opened(), ...odd("odd-formatting"), received(failed(1)), step("request"), list(2), received(failed(2))],
    none("tools/list fails in the same words whatever it is asked"),
  ],
  [
    "in two pieces, and passes it over",
    requestInPieces,
    [opened(), ...pieces, ...later],
    passed("a request written in two pieces", 3),
  ],
  [
    "in one piece beside one in two",
    requestInPieces,
    [opened(), ...pieces, received(done(1)), list(2), received(failed(2))],
    fine(4),
  ],
  ["in one piece", requestInPieces, [opened(), ...odd("in-pieces"), received(failed(1))], none5],
  [
    "with an unknown key, and refuses it",
    foreignMeta,
    [opened(), ...odd("foreign-meta"), received(failed(1))],
    wrong('a request with an unknown key in _meta was refused: -32603 "no"', 4),
  ],
  [
    "with an unknown member, and refuses it",
    unknownMember,
    [opened(), ...odd("unknown-member"), received(failed(1))],
    wrong('a request with an unknown member in its params was refused: -32603 "no"', 4),
  ],
])("judges a server that gets a request %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const short = [list(8), received(done(8))];
const large = [step("request", { tag: "large-request" }), list(1)];
const again = [step("request"), list(9), received(failed(9))];
const notLong = open("no long request was sent");
const ended = "the process ended instead of answering a request of 100 kB";

it.each<Row>([
  ["answers it", largeRequest, [opened(), ...short, ...large, received(done(1))], fine(6)],
  [
    "answers it, and leaves another open at last",
    largeRequest,
    [opened(), ...short, ...large, received(done(1)), step("request", { tag: "large-request" }), list(2)],
    fine(6),
  ],
  ["refuses it", largeRequest, [opened(), ...short, ...large, received(failed(1))], fine(6)],
  [
    "passes it over",
    largeRequest,
    [opened(), ...short, ...large, ...again],
    wrong("a request of 100 kB was not answered, while the next one was", 5),
  ],
  ["ends", largeRequest, [opened(), ...short, ...large, exit(1)], late(ended, 6)],
  [
    "ends when the next one was answered",
    largeRequest,
    [opened(), ...short, ...large, ...again, exit(1)],
    wrong("a request of 100 kB was not answered, while the next one was", 5),
  ],
  ["ends when it is told to", largeRequest, [opened(), ...short, ...large, eof(), exit(1)], notLong],
  ["had ended before", largeRequest, [opened(), ...short, exit(1), ...large], notLong],
  ["answers another method only", largeRequest, [opened(), ...short, ...large, ...later], notLong],
  [
    "answers elsewhere only",
    largeRequest,
    [opened(), two, ...short, ...large, list(9, onTwo), received(done(9), onTwo)],
    notLong,
  ],
  ["leaves the next one open too", largeRequest, [opened(), ...short, ...large, ...again.slice(0, 2)], notLong],
  ["refuses short ones as well", largeRequest, [opened(), list(8), received(failed(8)), ...large, exit(1)], notLong],
  ["serves short ones only later", largeRequest, [opened(), ...large, step("request"), ...short], notLong],
  ["served another method only", largeRequest, [opened(), ...later, ...large, exit(1)], notLong],
  [
    "served short ones elsewhere only",
    largeRequest,
    [opened(), two, list(8, onTwo), received(done(8), onTwo), ...large, exit(1)],
    notLong,
  ],
])("judges a server that gets a request of 100 kB, and %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const side = step("request", { tag: "side-by-side" });
const call = (id: Json, text: Json, name = "echo"): Line => sent(ask(id, "tools/call", { name, arguments: { n: 1, text } }));
const says = (id: Json, text: string, isError = false): Line =>
  received(done(id, { content: [{ type: "text", text }], ...(isError ? { isError } : {}) }));
const [a, b] = ["mcpcheck-side-a", "mcpcheck-side-b"];
const both = [opened(), side, call(1, a), call(2, b)];
const swapped = "the answer to 1 holds the text of 2, not its own";
const noEcho = none("no tool that succeeds answers with a text it was called with");

it.each<Row>([
  ["get their own answers", answersNotSwapped, [...both, says(2, b), says(1, a)], fine(6, 5)],
  [
    "get each other's answers",
    answersNotSwapped,
    [...both, says(1, b), says(2, a)],
    wrong(`${swapped}; the answer to 2 holds the text of 1, not its own`, 5, 6),
  ],
  ["get the same answer", answersNotSwapped, [...both, says(1, b), says(2, b)], wrong(swapped, 5)],
  ["get both texts each", answersNotSwapped, [...both, says(1, a + b), says(2, a + b)], fine(5, 6)],
  ["fail with the text of the other", answersNotSwapped, [...both, says(1, b, true)], wrong(swapped, 5)],
  ["fail with their own texts", answersNotSwapped, [...both, says(1, a, true), says(2, b, true)], noEcho],
  [
    "are refused with the text of the other",
    answersNotSwapped,
    [...both, received({ jsonrpc: "2.0", id: 1, error: { code: 1, message: b } })],
    wrong(swapped, 5),
  ],
  ["get what holds no text of either", answersNotSwapped, [...both, says(1, "x"), says(2, "y")], noEcho],
  ["are not answered", answersNotSwapped, both, noEcho],
  [
    "are of different tools, with each other's answers",
    answersNotSwapped,
    [opened(), side, call(1, a), call(2, b, "other"), says(1, b), says(2, a)],
    noEcho,
  ],
  [
    "were made one after the other",
    answersNotSwapped,
    [opened(), side, call(1, a), side, call(2, b), says(1, b), says(2, a)],
    noEcho,
  ],
  [
    "are not marked",
    answersNotSwapped,
    [opened(), side, call(1, "my mcpcheck-side-a"), call(2, "mcpcheck-side-b!"), says(1, "mcpcheck-side-b!"), says(2, "x")],
    noEcho,
  ],
  ["are marked but for one", answersNotSwapped, [opened(), side, call(1, a), call(2, 1), says(1, "x"), says(2, a)], noEcho],
  ["were made in another step", answersNotSwapped, [opened(), step("request"), call(1, a), call(2, b), says(1, b)], noEcho],
])("judges calls side by side that %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
