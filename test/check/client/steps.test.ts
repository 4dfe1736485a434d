import { expect, it } from "vitest";
import { argumentsAsGiven, badHeaderExcluded } from "../../../src/check/client/tools.ts";
import type { Json, JsonObject } from "../../../src/jsonrpc/json.ts";
import { ask, done, type Line, opened, received, sent, step } from "../../support/traces/small-trace.ts";
import { broken, seen, kept, played, type Row, second, talk, there, todo, told, unseen, well } from "./told-trace.ts";

const call = (id: number, params: Json, more: object = {}): Line => received(ask(id, "tools/call", params), more);
const toCall = (name: string, more: JsonObject = {}): JsonObject => todo("call-tool", { name, ...more });
const toList: JsonObject = todo("list-tools");

const noCall = "the client made no call it was told to make";
const three = toCall("t", { arguments: { n: 3 } });
const ofArguments: readonly Row[] = [
  [
    "they arrive, in another order",
    argumentsAsGiven,
    played("s", [toCall("t", { arguments: { a: 1, b: 2 } })], call(1, { name: "t", arguments: { b: 2, a: 1 } })),
    kept(4),
  ],
  [
    "a number arrives as a text",
    argumentsAsGiven,
    played("s", [three], call(1, { name: "t", arguments: { n: "3" } })),
    broken('"t" was given {"n":3} and sent {"n":"3"}', 4),
  ],
  [
    "none were given, and an empty object arrives",
    argumentsAsGiven,
    played("s", [toCall("t")], call(1, { name: "t", arguments: {} })),
    kept(4),
  ],
  [
    "an empty object was given, and none arrive",
    argumentsAsGiven,
    played("s", [toCall("t", { arguments: {} })], call(1, { name: "t" })),
    kept(4),
  ],
  [
    "they arrive, and differ when the call is repeated",
    argumentsAsGiven,
    played("s", [three], call(1, three), call(2, { name: "t" })),
    kept(4),
  ],
  [
    "another tool is called as well, with others",
    argumentsAsGiven,
    played("s", [three, toCall("u")], call(1, { name: "u" }), call(2, three)),
    kept(5, 4),
  ],
  ["one tool is to be called twice", argumentsAsGiven, played("s", [three, toCall("t")], call(1, { name: "t" })), unseen(noCall)],
  [
    "a tool and a prompt have the same name",
    argumentsAsGiven,
    played("s", [three, todo("get-prompt", { name: "t" })], call(1, three)),
    kept(4),
  ],
  [
    "a prompt was to be had, and its namesake is called",
    argumentsAsGiven,
    played("s", [todo("get-prompt", { name: "t" })], call(1, three)),
    unseen(noCall),
  ],
  [
    "the call comes in another session",
    argumentsAsGiven,
    played("s", [three], second(), call(1, { name: "t" }, there)),
    unseen(noCall),
  ],
  ["the call never comes", argumentsAsGiven, played("s", [three]), unseen(noCall)],
  [
    "one tool is to be called twice, and another one after it",
    argumentsAsGiven,
    played("s", [toCall("u"), toCall("u"), todo("list-tools"), three], call(1, { name: "u" }), call(2, three)),
    kept(5),
  ],
];

const headers = "no client that reports its steps listed tools with invalid headers, and none called one";
const names = (...list: readonly Json[]): Json => ({ tools: list.map((name) => ({ name })) });
const bad = { properties: { a: { type: "string", "x-mcp-header": "no header" } } };
const good = { properties: { a: { type: "string", "x-mcp-header": "X-A" } } };
const offered = (inputSchema: Json): readonly Line[] => [
  received(ask(1, "tools/list")),
  sent(done(1, { tools: [{ name: "t", inputSchema }] })),
];
const listing = (result: Json, steps: readonly Json[] = [toList]): readonly Line[] =>
  played("tools.bad-headers", steps, well(0, result));
const ofHeaders: readonly Row[] = [
  ["the right ones are listed, and no wrong ones", badHeaderExcluded, listing(names("good_one", "good_two")), kept(4)],
  [
    "wrong ones are listed as well",
    badHeaderExcluded,
    listing(names("good_one", "bad_a", "good_two", "bad_b")),
    broken("bad_a, bad_b were kept", 4),
  ],
  ["a right one is not listed", badHeaderExcluded, listing(names("good_two")), broken("good_one were lost", 4)],
  [
    "nothing but a wrong one is listed",
    badHeaderExcluded,
    listing(names("bad_a")),
    broken("bad_a were kept; good_one, good_two were lost", 4),
  ],
  ["a tool has a number for a name", badHeaderExcluded, listing(names("good_one", "good_two", 7, "not_bad_")), kept(4)],
  ["what is reported is no list", badHeaderExcluded, listing({ tools: "bad_a" }), unseen(headers)],
  ["tools are reported of another step", badHeaderExcluded, listing(names("bad_a"), [todo("list-prompts")]), unseen(headers)],
  ["a list of another scenario is reported", badHeaderExcluded, played("s", [toList], well(0, names("bad_a"))), unseen(headers)],
  [
    "a list of that scenario and one of another one are reported",
    badHeaderExcluded,
    [
      ...played("s", [toList], well(0, names("bad_a"))),
      opened({ connection: 8, session: "tools.bad-headers" }),
      told("tools.bad-headers", [toList, todo("list-prompts")], 8),
      well(1, {}, 8),
      well(0, names("good_one", "good_two"), 8),
    ],
    kept(8),
  ],
  [
    "a list is reported by nobody knows whom",
    badHeaderExcluded,
    [told("tools.bad-headers", [toList]), well(0, names("bad_a"))],
    unseen(headers),
  ],
  ["a wrong one is called", badHeaderExcluded, talk(...offered(bad), call(2, { name: "t" })), broken('"t" was called', 4)],
  ["a tool is called that was never listed", badHeaderExcluded, talk(...offered(bad), call(2, { name: "u" })), unseen(headers)],
  ["a right one is called", badHeaderExcluded, talk(...offered(good), call(2, { name: "t" })), unseen(headers)],
  [
    "a right one is called where all that is listed is called",
    badHeaderExcluded,
    talk(step("serve", { scenario: "conformance.http-invalid-tool-headers" }), ...offered(good), call(2, { name: "t" })),
    kept(5),
  ],
  [
    "a right one is called on a connection where something else is played",
    badHeaderExcluded,
    talk(step("serve", { scenario: "conformance.tools" }), ...offered(good), call(2, { name: "t" })),
    unseen(headers),
  ],
  [
    "two are called where all that is listed is called, of which one was never listed",
    badHeaderExcluded,
    talk(
      step("serve", { scenario: "conformance.http-invalid-tool-headers" }),
      ...offered(good),
      call(2, { name: "u" }),
      call(3, { name: "t" }),
    ),
    kept(6),
  ],
  [
    "a right one is called in each of two scenarios",
    badHeaderExcluded,
    talk(
      step("serve", { scenario: "conformance.tools" }),
      ...offered(good),
      call(2, { name: "t" }),
      step("serve", { scenario: "conformance.http-invalid-tool-headers" }),
      call(3, { name: "t" }),
    ),
    kept(7),
  ],
];

it.each(ofArguments)("of the arguments of a call: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofHeaders)("of tools with wrong headers: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
