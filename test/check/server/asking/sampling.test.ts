import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  samplingContextDeclared,
  samplingMessages,
  samplingPriorities,
  samplingResultsAlone,
  samplingResultsMatch,
  samplingToolsDeclared,
  samplingUsesAnswered,
} from "../../../../src/check/server/sampling.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, type Line, opened, received } from "../../../support/traces/small-trace.ts";
import { fine, none, type Row, said, wrong } from "../told-outcomes.ts";

const wants = (params: JsonObject, method = "sampling/createMessage"): Line => received(ask("s", method, params));
const noSampling = none("the server asked for no sampling");
const offered = "tools were offered, but sampling.tools is not declared";
const able = (sampling: Json): Line => opened({ capabilities: { sampling } });
const context = (includeContext: Json): Line => wants({ includeContext });

it.each<Row>([
  ["tools are given to a client without any", samplingToolsDeclared, [able({}), wants({ tools: [] })], wrong(offered, 2)],
  [
    "a choice is given to a client without tools",
    samplingToolsDeclared,
    [able({}), wants({ toolChoice: {} })],
    wrong(offered, 2),
  ],
  [
    "both are given to a client with tools",
    samplingToolsDeclared,
    [able({ tools: {} }), wants({ tools: [], toolChoice: {} })],
    fine(2),
  ],
  [
    "tools are given to a client with tools of another kind",
    samplingToolsDeclared,
    [opened({ capabilities: { sampling: {}, tools: {} } }), wants({ tools: [] })],
    wrong(offered, 2),
  ],
  [
    "tools are given to the second request alone",
    samplingToolsDeclared,
    [able({}), wants({}), wants({ tools: [] })],
    wrong(offered, 3),
  ],
  ["no tools are given", samplingToolsDeclared, [able({}), wants({})], fine(2)],
  ["something else is asked for", samplingToolsDeclared, [able({}), wants({ tools: [] }, "elicitation/create")], noSampling],
  ["no context is named", samplingContextDeclared, [able({}), wants({})], fine(2)],
  ["the context is none", samplingContextDeclared, [able({}), context("none")], fine(2)],
  [
    "the context is that of all servers",
    samplingContextDeclared,
    [able({ tools: {} }), context("allServers")],
    wrong('includeContext is "allServers"', 2),
  ],
  ["the context is null", samplingContextDeclared, [able({}), context(null)], wrong("includeContext is null", 2)],
  [
    "the context is given to a client that has it",
    samplingContextDeclared,
    [able({ context: {} }), context("thisServer")],
    fine(2),
  ],
  ["nothing is asked for in a context", samplingContextDeclared, [able({})], noSampling],
])("what a client declared is kept to where %s", (_title, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const text: JsonObject = { type: "text", text: "a" };
const user = (content: Json): Json => ({ role: "user", content });
const model = (content: Json): Json => ({ role: "assistant", content });
const asks = (...messages: readonly Json[]): Line => wants({ messages });
const before = opened({ revision: "2025-06-18" });
const long = { role: "user", content: "x".repeat(100) };

it.each<Row>([
  ["nothing is asked for", samplingMessages, [opened()], noSampling],
  ["there are none", samplingMessages, [opened(), asks()], fine(2)],
  ["both speak", samplingMessages, [opened(), asks(user(text), model(text))], fine(2)],
  ["the member is missing", samplingMessages, [opened(), wants({})], wrong("messages is not a list", 2)],
  [
    "the member is one message",
    samplingMessages,
    [opened(), wants({ messages: user(text) })],
    wrong("messages is not a list", 2),
  ],
  [
    "the second is said by the system",
    samplingMessages,
    [opened(), asks(user(text), { role: "system", content: {} })],
    wrong('messages[1] is {"role":"system","content":{}}', 2),
  ],
  ["nobody says it", samplingMessages, [opened(), asks({ content: {} })], wrong('messages[0] is {"content":{}}', 2)],
  ["there is no content", samplingMessages, [opened(), asks({ role: "user" })], wrong('messages[0] is {"role":"user"}', 2)],
  [
    "the content is a long text",
    samplingMessages,
    [opened(), asks(long)],
    wrong(`messages[0] is ${JSON.stringify(long).slice(0, 80)}`, 2),
  ],
  [
    "the content is null",
    samplingMessages,
    [opened(), asks(model(null))],
    wrong('messages[0] is {"role":"assistant","content":null}', 2),
  ],
  ["the second request is worse", samplingMessages, [opened(), asks(), wants({})], wrong("messages is not a list", 3)],
  ["the content is a list", samplingMessages, [opened(), asks(user([text]))], fine(2)],
  ["the content is an empty list", samplingMessages, [opened(), asks(user([]))], fine(2)],
  ["the content is a list, later", samplingMessages, [opened({ revision: "2026-07-28" }), asks(user([text]))], fine(2)],
  ["the content is a list, of no revision", samplingMessages, [asks(user([text]))], fine(1)],
  [
    "the content is a list, before",
    samplingMessages,
    [before, asks(user([]))],
    wrong('messages[0] is {"role":"user","content":[]}', 2),
  ],
  ["the content is a block, before", samplingMessages, [before, asks(user(text))], fine(2)],
])("messages to a model are judged where %s", (_title, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const use = (id: Json): Json => ({ type: "tool_use", id, name: "t", input: {} });
const result = (toolUseId: Json): Json => ({ type: "tool_result", toolUseId, content: [] });
const mixed = (place: number): string => `messages[${place}] mixes tool results with something else`;
const lacks = (id: string, place: number): string => `the tool use ${id} of messages[${place}] has no result`;
const stray = (id: string, place: number): string => `messages[${place}] has a result for ${id}, which nobody used`;
const all = [samplingResultsAlone, samplingUsesAnswered, samplingResultsMatch] satisfies readonly Check[];

it.each<readonly [string, readonly Json[], string | undefined, string | undefined, string | undefined]>([
  ["no tools", [user(text), model([text])], undefined, undefined, undefined],
  ["nothing", [], undefined, undefined, undefined],
  ["content that is no block", [user("a"), model(null)], undefined, undefined, undefined],
  ["a use and its result", [model(use("1")), user(result("1"))], undefined, undefined, undefined],
  ["a use beside text, and its result", [model([text, use("1")]), user([result("1")])], undefined, undefined, undefined],
  [
    "two uses and their results",
    [model([use("1"), use("2")]), user([result("2"), result("1")])],
    undefined,
    undefined,
    undefined,
  ],
  ["two uses and one result", [model([use("1"), use("2")]), user([result("1")])], undefined, lacks('"2"', 0), undefined],
  ["a use at the end", [user(text), model(use("1"))], undefined, lacks('"1"', 1), undefined],
  ["a use whose result comes too late", [model(use("1")), user(text), user(result("1"))], undefined, lacks('"1"', 0), undefined],
  [
    "a use answered by what is no result",
    [model(use("1")), user({ type: "text", toolUseId: "1" })],
    undefined,
    lacks('"1"', 0),
    undefined,
  ],
  ["a result beside text", [model(use("1")), user([text, result("1")])], mixed(1), undefined, undefined],
  ["a result before text", [model(use("1")), user([result("1"), text])], mixed(1), undefined, undefined],
  ["a result said by the model", [model(use("1")), model(result("1"))], mixed(1), undefined, undefined],
  ["a result of nothing", [user(text), user(result("1"))], undefined, undefined, stray('"1"', 1)],
  ["a result of a later use", [user(result("1")), model(use("1")), user(result("1"))], undefined, undefined, stray('"1"', 0)],
  ["a result of a use beside it", [model([use("1"), result("1")])], mixed(0), lacks('"1"', 0), stray('"1"', 0)],
  [
    "a result of an earlier use once more",
    [model(use("1")), user(result("1")), user(result("1"))],
    undefined,
    undefined,
    undefined,
  ],
  ["a second result of another use", [model(use("1")), user([result("1"), result("2")])], undefined, undefined, stray('"2"', 1)],
  ["a result without an id", [user({ type: "tool_result" })], undefined, undefined, stray("no toolUseId", 0)],
  ["a result for the id of a text", [user({ ...text, id: "1" }), user(result("1"))], undefined, undefined, stray('"1"', 1)],
])("messages with %s are balanced, or not", (_title, messages, alone, answered, match) => {
  const wanted = [alone, answered, match].map((words) => (words === undefined ? fine(2) : wrong(words, 2)));
  expect(all.map((check) => said(check, [opened(), asks(...messages)]))).toEqual(wanted);
});

it.each(all.map((check) => [check.id, check] as const))("%s says nothing where there is no list, or no request", (_id, check) => {
  expect(said(check, [opened(), wants({ messages: "abc" })])).toEqual(fine(2));
  expect(said(check, [opened()])).toEqual(noSampling);
});

const preferring = (modelPreferences: Json): Line => wants({ modelPreferences });

it.each<readonly [string, Json, string | undefined]>([
  ["none", {}, undefined],
  ["no object", 7, undefined],
  ["the least and the greatest", { costPriority: 0, speedPriority: 1, intelligencePriority: 0.5 }, undefined],
  ["a cost above", { costPriority: 1.01 }, "costPriority is 1.01"],
  ["a speed below", { costPriority: 1, speedPriority: -0.01 }, "speedPriority is -0.01"],
  ["an intelligence in a text", { intelligencePriority: "0.5" }, 'intelligencePriority is "0.5"'],
  ["a cost of null", { costPriority: null }, "costPriority is null"],
  ["something of its own", { luckPriority: 7, hints: [] }, undefined],
])("preferences with %s are judged", (_title, preferences, words) => {
  const wanted = words === undefined ? fine(2) : wrong(words, 2);
  expect(said(samplingPriorities, [opened(), preferring(preferences)])).toEqual(wanted);
  expect(said(samplingPriorities, [opened()])).toEqual(noSampling);
});
