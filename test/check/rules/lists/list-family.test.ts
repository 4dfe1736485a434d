import { describe, expect, it } from "vitest";
import {
  capabilityServed,
  declaredWhenServed,
  described,
  listAnswered,
  undeclaredRefused,
} from "../../../../src/check/rules/list-family.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, type Line, note, opened, received, sent, smallTrace, step } from "../../../support/traces/small-trace.ts";
import { declaring, listed, refusedList } from "./list-traces.ts";

const declared = declaring({ tools: {} });
const undeclared = declaring({});
const violated = (evidence: readonly number[], message: string) => ({ kind: "violated", evidence, message });
const satisfied = (...evidence: readonly number[]) => ({ kind: "satisfied", evidence });
const none = (reason: string) => ({ kind: "not-applicable", reason });
const open = (reason: string) => ({ kind: "inconclusive", reason });
const special = step("request", { tag: "odd" });
const deviant = step("request", { tag: "odd", deviant: true });

describe("a list of a capability that is declared", () => {
  const failedInside = (said: string) => ({
    kind: "inconclusive",
    reason: `tools/list failed with an internal error (${said}): is what the server needs for it reachable from here?`,
    unreachable: true,
  });
  const refusal = (code: number) => `tools/list was answered with error ${code}, though tools is declared`;
  const saying = (message: Json): Line[] => [
    sent(ask(1, "tools/list")),
    received({ jsonrpc: "2.0", id: 1, error: { code: -32603, message } }),
  ];
  it.each<readonly [string, readonly Line[], object]>([
    ["was not asked for", declared, open("no tools/list was answered")],
    ["is not declared", [...undeclared, ...listed([])], open("the server announced no capabilities")],
    ["is of a server that said nothing", [opened(), ...listed([])], open("the server announced no capabilities")],
    ["works", [...declared, ...listed(["a"]), ...listed([])], satisfied(5, 7)],
    ["works after it was refused", [...declared, ...refusedList(-32601), ...listed([])], satisfied(7)],
    ["is refused", [...declared, ...refusedList(-32601)], violated([5], refusal(-32601))],
    [
      "is refused twice in different ways",
      [...declared, ...refusedList(-32601), ...refusedList(-32602)],
      violated([5, 7], `${refusal(-32601)}; ${refusal(-32602)}`),
    ],
    ["fails inside the server", [...declared, ...saying("no database")], failedInside('"no database"')],
    ["fails inside the server in many words", [...declared, ...saying("x".repeat(101))], failedInside(`"${"x".repeat(100)}"`)],
    ["fails inside the server without a text", [...declared, ...saying(7)], failedInside('"7"')],
    ["is refused a cursor", [...declared, ...refusedList(-32602, { cursor: "nope" })], open("no tools/list was answered")],
    ["is refused without a cursor in its params", [...declared, ...refusedList(-32602, {})], violated([5], refusal(-32602))],
    ["answers a cursor alone", [...declared, ...listed([], 1, { cursor: "x" })], open("no tools/list was answered")],
    ["is refused something special", [...declared, special, ...refusedList(-32602)], open("no tools/list was answered")],
    ["was not answered", [...declared, sent(ask(1, "tools/list"))], open("no tools/list was answered")],
  ])("%s", (_title, lines, outcome) => {
    expect(listAnswered("tools").verify(smallTrace("server", lines))).toEqual(outcome);
    expect(capabilityServed("tools").verify(smallTrace("server", lines))).toEqual(outcome);
  });
});

describe("what a server offers", () => {
  const served = (count: number) => `tools/list lists ${count} tools, but the capability tools is not declared`;
  it.each<readonly [string, readonly Line[], object]>([
    ["before it announced anything is open", [opened(), ...listed(["a"])], open("the server announced no capabilities")],
    ["is declared by every announcement", [...declared, ...declaring({}, 2)], satisfied(3, 6)],
    ["and was not asked for is open", undeclared, open("tools/list was not asked for")],
    ["and refuses is not offered", [...undeclared, ...refusedList(-32601)], satisfied(5)],
    ["and is empty is not offered", [...undeclared, ...listed([])], satisfied(5)],
    ["undeclared is wrong", [...undeclared, ...listed([]), ...listed(["a", "b"])], violated([7], served(2))],
    [
      "undeclared once is wrong though it is refused then",
      [...undeclared, ...refusedList(-32601), ...listed(["a"])],
      violated([7], served(1)),
    ],
  ])("%s", (_title, lines, outcome) => {
    expect(declaredWhenServed("tools").verify(smallTrace("server", lines))).toEqual(outcome);
  });

  const refused = (how: string) => `tools/list was answered with ${how}, expected error -32601`;
  it.each<readonly [string, readonly Line[], object]>([
    ["before anything was announced", [opened(), ...refusedList(-32601)], open("the server announced no capabilities")],
    ["where it is declared", [...declared, ...refusedList(-32601)], none("the server declares tools")],
    ["with the right error", [...undeclared, ...refusedList(-32601)], satisfied(5)],
    ["with an empty list", [...undeclared, ...listed([]), ...refusedList(-32601)], satisfied(5, 7)],
    [
      "with another error",
      [...undeclared, ...refusedList(-32601), ...refusedList(-32602)],
      violated([7], refused("error -32602")),
    ],
    [
      "with a list",
      [...undeclared, ...listed(["a"]), ...listed([])],
      none("tools/list lists tools, which is judged by tools.declared-when-served"),
    ],
    ["with nothing", [...undeclared, sent(ask(1, "tools/list"))], open("tools/list was not asked for")],
    [
      "with another error to something special",
      [...undeclared, special, ...refusedList(-32602)],
      open("tools/list was not asked for"),
    ],
    [
      "with another error to something wrong",
      [...undeclared, deviant, ...refusedList(-32600)],
      open("tools/list was not asked for"),
    ],
  ])("undeclared is refused %s", (_title, lines, outcome) => {
    expect(undeclaredRefused("tools").verify(smallTrace("server", lines))).toEqual(outcome);
  });
});

const items = (tools: Json): Line[] => [sent(ask(1, "tools/list")), received(done(1, { tools }))];

it.each<readonly [string, readonly Line[], object]>([
  ["nothing is listed", [opened(), ...items([])], open("tools/list listed nothing")],
  [
    "all say what they do",
    [
      opened(),
      ...items([
        { name: "a", description: "Adds." },
        { name: "b", description: "B" },
      ]),
    ],
    satisfied(3),
  ],
  [
    "one says nothing",
    [opened(), ...items([{ name: "a", description: "Adds." }, { name: "b" }])],
    violated([3], '"b" has no description'),
  ],
  ["one says an empty thing", [opened(), ...items([{ name: "a", description: " \n" }])], violated([3], '"a" has no description')],
  ["one says a number", [opened(), ...items([{ name: "a", description: 7 }])], violated([3], '"a" has no description')],
  ["one has no name either", [opened(), ...items([{}])], violated([3], "undefined has no description")],
  ["what is no item is judged elsewhere", [opened(), ...items([null, "x"])], satisfied(3)],
  [
    "the second page is worse than the first",
    [opened(), received(note("x")), ...items([{ name: "a", description: "A" }]), ...listed(["c"])],
    violated([6], '"c" has no description'),
  ],
])("items are described where %s", (_title, lines, outcome) => {
  expect(described("tools").verify(smallTrace("server", lines))).toEqual(outcome);
});
