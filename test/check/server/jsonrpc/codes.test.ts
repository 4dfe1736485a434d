import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  legacyCodes,
  oneSentence,
  reservedCodes,
  retiredCodes,
  specificationCodes,
} from "../../../../src/check/server/jsonrpc/codes.ts";
import { traceContext } from "../../../../src/check/server/jsonrpc/trace-context.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, note, opened, received, sent } from "../../../support/traces/small-trace.ts";
import { fine, none, open, said, wrong } from "../told-outcomes.ts";

const reserved = "reserved by JSON-RPC 2.0 (section 5.1), and not defined";
const undefinedThere = "not defined by the specification";
const retired = "retired with revision 2026-07-28";
const legacy = "from the range left to old implementations";

it.each<[check: Check, why: string, accepted: readonly number[], refused: readonly number[]]>([
  [
    reservedCodes,
    reserved,
    [-32769, -32700, -32600, -32601, -32602, -32603, -32099, -32000, 0, 1],
    [-32768, -32701, -32604, -32100],
  ],
  [specificationCodes, undefinedThere, [-32100, -32020, -32021, -32022, -32042, -32019], [-32099, -32023, -32041]],
  [retiredCodes, retired, [-32001, -32003, -32041, -32043], [-32002, -32042]],
  [legacyCodes, legacy, [-31999, -32002, -32020], [-32000, -32001, -32003, -32019]],
])("judges the codes of errors (%#)", (check, why, accepted, refused) => {
  const judged = (code: Json) =>
    said(check, [opened(), sent(ask(1, "ping")), received({ jsonrpc: "2.0", id: 1, error: { code, message: "no" } })]);
  for (const code of accepted) expect([code, judged(code)]).toEqual([code, fine(3)]);
  for (const code of refused) expect([code, judged(code)]).toEqual([code, wrong(`error code ${code}: ${why}`, 3)]);
  expect(judged("-32002")).toEqual(open("the server answered with no error"));
});

it("judges the codes of a stateless revision where a request named it", () => {
  const meta = { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } };
  const refused = (params: Json, revision: "2026-07-28" | "2025-11-25") =>
    said(retiredCodes, [opened({ revision }), sent(ask(1, "a", params)), received(failed(1, -32002))]);
  expect(refused(meta, "2026-07-28")).toEqual(wrong(`error code -32002: ${retired}`, 3));
  expect(refused({}, "2026-07-28")).toEqual(open("the server answered with no error"));
  expect(refused({}, "2025-11-25")).toEqual(wrong(`error code -32002: ${retired}`, 3));
});

it.each<[message: Json, outcome: ReturnType<typeof fine>]>([
  ["No such tool.", fine(3)],
  ["\nNo such tool.\n", fine(3)],
  ["No such\ntool.", wrong('a message of 2 lines: "No such\\ntool."', 3)],
  ["No\r\nsuch\r\ntool.", wrong('a message of 3 lines: "No\\r\\nsuch\\r\\ntool."', 3)],
  [`a\n${"b".repeat(90)}`, wrong(`a message of 2 lines: "a\\n${"b".repeat(58)}"`, 3)],
  [1, open("the server answered with no error")],
])("judges the message %j of an error", (message, outcome) => {
  expect(
    said(oneSentence, [opened(), sent(ask(1, "a")), received({ jsonrpc: "2.0", id: 1, error: { code: 1, message } })]),
  ).toEqual(outcome);
});

it.each<[what: string, check: Check, bad: Json]>([
  ["code", reservedCodes, { code: "-32768", message: "no" }],
  ["message", oneSentence, { code: 1, message: 1 }],
])("leaves an error out whose %s has a wrong type", (_, check, bad) => {
  const lines = [opened(), sent(ask(1, "a")), received(failed(1)), sent(ask(2, "a"))];
  expect(said(check, [...lines, received({ jsonrpc: "2.0", id: 2, error: bad })])).toEqual(fine(3));
});

const [id, span] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];

it.each<[name: string, right: readonly Json[], wrong: readonly Json[]]>([
  [
    "traceparent",
    [`00-${id}-${span}-01`, `cc-${id}-${span}-01-what-comes-later`, `fe-${id}-${span}-00`],
    [
      `ff-${id}-${span}-01`,
      `0-${id}-${span}-01`,
      `00-${"0".repeat(32)}-${span}-01`,
      `00-${id}-${"0".repeat(16)}-01`,
      `00-${id}0-${span}-01`,
      `00-${id}-${span}0-01`,
      `00-${id.toUpperCase()}-${span}-01`,
      `00-${id}-${span}-1`,
      `00-${id}-${span}-011`,
      `x00-${id}-${span}-01`,
      `00-${id}-${span}`,
      "",
      1,
    ],
  ],
  [
    "tracestate",
    [
      "rojo=00f067aa0ba902b7",
      "rojo=1,congo=t61rcWkgMzE",
      "rojo=1, congo=2",
      "rojo=1,",
      "1a@b-c_d*/e=!~",
      `${"a".repeat(256)}=${"b".repeat(256)}`,
    ],
    [
      "rojo",
      "Rojo=1",
      "=1",
      "rojo=",
      "rojo=a=b",
      "_a=1",
      "rojo=ä",
      `${"a".repeat(257)}=b`,
      `a=${"b".repeat(257)}`,
      "rojo=1,congo",
      ["a=b"],
    ],
  ],
  [
    "baggage",
    ["userId=alice", "a=1,b=2", "a=1;property", "a = 1 ;k=v;ä", "a=", "a=b=c", "!#$%&'*+-.^_`|~9=%20"],
    ["alice", "a b=1", "=1", "a=b c", "a=1,", 'a="1"', "a=\\", "(a)=1", null],
  ],
])("knows what is a %s, and what is none", (name, right, bad) => {
  const judged = (value: Json) => said(traceContext, [opened(), received(note("a", { _meta: { [name]: value } }))]);
  for (const value of right) expect([value, judged(value)]).toEqual([value, fine(2)]);
  for (const value of bad) expect([value, judged(value)]).toEqual([value, wrong(`${name} is ${JSON.stringify(value)}`, 2)]);
});

it("reads a trace context where a server sends one", () => {
  const meta = { _meta: { baggage: "a" } };
  const asked = sent(ask(1, "a", meta));
  const bad = 'baggage is "a"';
  expect(said(traceContext, [opened(), asked, received(done(1))])).toEqual(none("no message carries a trace context"));
  expect(said(traceContext, [opened(), asked, received(done(1, meta))])).toEqual(wrong(bad, 3));
  expect(said(traceContext, [opened(), asked, received(ask(7, "a", meta))])).toEqual(wrong(bad, 3));
  expect(said(traceContext, [opened(), asked, received(failed(1))])).toEqual(none("no message carries a trace context"));
});
