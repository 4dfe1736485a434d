import { expect, it } from "vitest";
import {
  argumentsAsGiven,
  badHeaderExcluded,
  failureReachesCaller,
  structuredReachesCaller,
  unknownResultType,
} from "../../../src/check/client/tools.ts";
import type { Json, JsonObject } from "../../../src/jsonrpc/json.ts";
import { ask, done, type Line, received, sent, step } from "../../support/traces/small-trace.ts";
import { badly, broken, seen, kept, played, type Row, said, second, talk, there, todo, unseen, well } from "./told-trace.ts";

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
];

const odd = "no client that reports its steps got a result of an unknown type";
const noFailure = "no client that reports its steps called a tool that fails";
const noContent = "no client that reports its steps called a tool with structured content";
const unsupported = said(0, { unsupported: true, ok: true, result: {} });
const ofResults: readonly Row[] = [
  [
    "a result of an unknown type is an error to the caller",
    unknownResultType,
    played("s", [toCall("mystery")], badly(0)),
    kept(4),
  ],
  [
    "a result of an unknown type is given to the caller",
    unknownResultType,
    played("s", [toCall("mystery")], well(0)),
    broken("the caller got it as a result", 4),
  ],
  [
    "a driver cannot call the tool with results of an unknown type",
    unknownResultType,
    played("s", [toCall("mystery")], unsupported),
    unseen(odd),
  ],
  [
    "another tool is called than the one with results of an unknown type",
    unknownResultType,
    played("s", [toCall("fail")], well(0)),
    unseen(odd),
  ],
  [
    "a prompt has the name of the tool with results of an unknown type",
    unknownResultType,
    played("s", [todo("get-prompt", { name: "mystery" })], well(0)),
    unseen(odd),
  ],
  ["a failure is an error to the caller", failureReachesCaller, played("s", [toCall("fail")], badly(0)), kept(4)],
  [
    "a failure is given to the caller as one",
    failureReachesCaller,
    played("s", [toCall("fail")], well(0, { isError: true })),
    kept(4),
  ],
  [
    "a failure is given to the caller as a success",
    failureReachesCaller,
    played("s", [toCall("fail")], well(0, { isError: false })),
    broken("the report of the call says nothing of a failure", 4),
  ],
  [
    "a failure is given to the caller with a failure in words",
    failureReachesCaller,
    played("s", [toCall("fail")], well(0, { isError: "true" })),
    broken("the report of the call says nothing of a failure", 4),
  ],
  [
    "a driver reports a failure in a form of its own",
    failureReachesCaller,
    played("s", [toCall("fail")], well(0, "it failed")),
    kept(4),
  ],
  [
    "a failing call with a result besides is an error to the caller",
    failureReachesCaller,
    played("s", [toCall("fail")], said(0, { ok: false, result: {} })),
    kept(4),
  ],
  ["no failing tool is called", failureReachesCaller, played("s", [toCall("add")], well(0, {})), unseen(noFailure)],
  [
    "a sum is given to the caller",
    structuredReachesCaller,
    played("s", [toCall("add")], well(0, { structuredContent: { sum: 5 } })),
    kept(4),
  ],
  [
    "another sum is given to the caller",
    structuredReachesCaller,
    played("s", [toCall("add")], well(0, { structuredContent: { sum: "5" } })),
    broken("the report of the call has none", 4),
  ],
  [
    "no sum is given to the caller",
    structuredReachesCaller,
    played("s", [toCall("add")], well(0, { content: [] })),
    broken("the report of the call has none", 4),
  ],
  ["adding fails", structuredReachesCaller, played("s", [toCall("add")], badly(0)), unseen(noContent)],
  ["nothing is added", structuredReachesCaller, played("s", [toCall("fail")], well(0, {})), unseen(noContent)],
];

it.each(ofArguments)("of the arguments of a call: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofHeaders)("of tools with wrong headers: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
it.each(ofResults)("of what a caller gets: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
