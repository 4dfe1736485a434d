import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  appsClientChecked,
  appsContent,
  appsNestedLink,
  appsToolMeta,
  appsUriScheme,
} from "../../../../src/check/server/extensions/apps-links.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { opened } from "../../../support/traces/small-trace.ts";
import { type Answer, asked, broken, conversation, fails, gives, idle, kept, on, type Part, untested } from "../conversation.ts";
import { linked, shows, tool, tools } from "./views.ts";

type Row = readonly [string, Check, readonly Part[], object];

const noLink = idle("no listed tool is linked to a view");
const flat = (uri: Json): JsonObject => ({ "ui/resourceUri": uri });
const ui = (said: Json): Part => tools(tool("a", { ui: said }));
const notText = (said: string, shown: string): object => broken(`the tool "a": ${said} is ${shown}, expected a text`, 3);
const notSeen = (shown: string): object => broken(`the tool "a": visibility is ${shown}, expected a list of model and app`, 3);

const ofLinks: readonly Row[] = [
  ["a tool is linked by ui://", appsUriScheme, [tools(linked("a", "ui://x"))], kept(3)],
  [
    "a tool is linked by another scheme",
    appsUriScheme,
    [tools(linked("a", "https://x"))],
    broken('the tool "a" is linked to "https://x"', 3),
  ],
  [
    "ui:// stands in the middle",
    appsUriScheme,
    [tools(linked("a", "x-ui://x"))],
    broken('the tool "a" is linked to "x-ui://x"', 3),
  ],
  ["nothing follows", appsUriScheme, [tools(linked("a", "ui://"))], broken('the tool "a" is linked to "ui://"', 3)],
  ["a tool is linked to a number", appsUriScheme, [tools(linked("a", 7))], kept(3)],
  [
    "the second of two is wrong",
    appsUriScheme,
    [tools(linked("a", "ui://x")), tools(tool("b", flat("x:y")))],
    broken('the tool "b" is linked to "x:y"', 5),
  ],
  ["no tool is linked by any scheme", appsUriScheme, [tools({ name: "a" })], noLink],

  ["nothing is said of a view", appsToolMeta, [tools({ name: "a" }, tool("b", {}))], noLink],
  ["the flat key is a text", appsToolMeta, [tools(tool("a", flat("ui://x")))], kept(3)],
  ["the flat key is a number", appsToolMeta, [tools(tool("a", flat(7)))], notText("ui/resourceUri", "7")],
  [
    "the flat key is a number beside what is right",
    appsToolMeta,
    [tools(tool("a", { ui: {}, ...flat(7) }))],
    notText("ui/resourceUri", "7"),
  ],
  [
    "the flat key is right beside what is wrong",
    appsToolMeta,
    [tools(tool("a", { ui: 7, ...flat("ui://x") }))],
    broken('the tool "a": _meta.ui is 7, expected an object', 3),
  ],
  ["nothing is said but that there is a view", appsToolMeta, [ui({})], kept(3)],
  ["all is null", appsToolMeta, [ui(null)], broken('the tool "a": _meta.ui is null, expected an object', 3)],
  ["the URI is a text", appsToolMeta, [ui({ resourceUri: "x:y" })], kept(3)],
  ["the URI is a number", appsToolMeta, [ui({ resourceUri: 7 })], notText("resourceUri", "7")],
  ["it is for both", appsToolMeta, [ui({ visibility: ["model", "app"] })], kept(3)],
  ["it is for models", appsToolMeta, [ui({ visibility: ["model"] })], kept(3)],
  ["it is for views", appsToolMeta, [ui({ visibility: ["app"] })], kept(3)],
  ["it is for others too", appsToolMeta, [ui({ visibility: ["model", "user"] })], notSeen('["model","user"]')],
  ["it is for whom a text says", appsToolMeta, [ui({ visibility: "model" })], notSeen('"model"')],
  ["it is for null", appsToolMeta, [ui({ visibility: null })], notSeen("null")],
  [
    "the second tool says something wrong",
    appsToolMeta,
    [ui({}), tools(tool("b", { ui: [] }), { name: "c" })],
    broken('the tool "b": _meta.ui is [], expected an object', 5),
  ],

  ["the link is nested", appsNestedLink, [tools(linked("a", "ui://x"))], kept(3)],
  ["the link is flat", appsNestedLink, [tools(tool("a", flat("ui://x")))], broken('the tool "a" has only ui/resourceUri', 3)],
  ["the link is both", appsNestedLink, [tools(tool("a", { ui: { resourceUri: "ui://x" }, ...flat("ui://x") }))], kept(3)],
  [
    "the link is flat beside a nested visibility",
    appsNestedLink,
    [tools(tool("a", { ui: { visibility: [] }, ...flat("ui://x") }))],
    broken('the tool "a" has only ui/resourceUri', 3),
  ],
  ["there is no link to nest", appsNestedLink, [ui({})], noLink],
];

const view = tools(linked("a", "ui://x"), { name: "plain" });
const called = (answer?: Answer, name: Json = "a"): Part => asked("tools/call", { name }, answer);
const words = [{ type: "text", text: "x" }];
const notCalled = untested("no tool that is linked to a view was called");
const empty = (shown: string): object => broken(`the tool "a" answered with content ${shown}`, 5);
const ofContent: readonly Row[] = [
  ["content is given", appsContent, [view, called(gives({ content: words }))], kept(5)],
  ["empty content is given", appsContent, [view, called(gives({ content: [] }))], empty("[]")],
  ["no content is given", appsContent, [view, called(gives({ structuredContent: {} }))], empty("missing")],
  ["content is a text", appsContent, [view, called(gives({ content: "words" }))], empty('"words"')],
  ["the tool fails without a word", appsContent, [view, called(gives({ content: [], isError: true }))], empty("[]")],
  ["the call is refused", appsContent, [view, called(fails(-32603))], notCalled],
  ["the call is not answered", appsContent, [view, called()], notCalled],
  ["input is asked for", appsContent, [view, called(gives({ resultType: "input_required" }))], notCalled],
  ["a task is given", appsContent, [view, called(gives({ resultType: "task" }))], notCalled],
  ["another tool is called", appsContent, [view, called(gives({ content: [] }), "plain")], notCalled],
  [
    "a tool without a name is called by none",
    appsContent,
    [tools({ _meta: { ui: { resourceUri: "ui://x" } } }), asked("tools/call", {}, gives({ content: [] }))],
    notCalled,
  ],
  [
    "a tool for the view alone says nothing",
    appsContent,
    [tools(linked("a", "ui://x", { visibility: ["app"] })), called(gives({ content: [] }))],
    notCalled,
  ],
  [
    "a tool for both says nothing",
    appsContent,
    [tools(linked("a", "ui://x", { visibility: ["app", "model"] })), called(gives({ content: [] }))],
    empty("[]"),
  ],
  [
    "a tool for whom a text says is silent",
    appsContent,
    [tools(linked("a", "ui://x", { visibility: "app" })), called(gives({ content: [] }))],
    empty("[]"),
  ],
  [
    "the second call says nothing",
    appsContent,
    [view, called(gives({ content: words })), called(gives({ content: [] }))],
    broken('the tool "a" answered with content []', 7),
  ],
  ["no tool has a view to do without", appsContent, [tools({ name: "a" }), called(gives({ content: [] }))], noLink],
];

const envelope = (capabilities: Json): Json => ({ _meta: { "io.modelcontextprotocol/clientCapabilities": capabilities } });
const lists = (params: Json, answer: Answer = gives({ tools: [linked("a", "ui://x")] })): Part =>
  asked("tools/list", params, answer);
const plainly = gives({ tools: [{ name: "a" }] });
const unasked = (...evidence: readonly number[]): object =>
  broken("a client that did not declare the extension was given tools with views", ...evidence);
const allAble = idle("only a client that declares the extension listed the tools");
const ofClients: readonly Row[] = [
  ["a request declares the extension", appsClientChecked, [lists(envelope(shows))], allAble],
  ["a request declares nothing", appsClientChecked, [lists(envelope({}))], unasked(3)],
  ["a request declares another extension", appsClientChecked, [lists(envelope({ extensions: { other: {} } }))], unasked(3)],
  ["nothing was ever declared", appsClientChecked, [lists({})], unasked(3)],
  ["others get tools without views", appsClientChecked, [lists(envelope(shows)), lists(envelope({}), plainly)], kept(5)],
  [
    "others get them the second time",
    appsClientChecked,
    [lists(envelope({}), plainly), lists(envelope(shows)), lists(envelope({}))],
    unasked(7),
  ],
  ["others are refused", appsClientChecked, [lists(envelope(shows)), lists(envelope({}), fails(-32021))], allAble],
  ["nobody gets tools with views", appsClientChecked, [lists({}, plainly)], noLink],
  ["the connection is none that was seen to open", appsClientChecked, [on(3, lists({}))], unasked(3)],
];

it.each([...ofLinks, ...ofContent, ...ofClients])("of the tools of MCP Apps, where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

it.each<readonly [string, readonly Part[], object]>([
  ["declares it", [lists({})], allAble],
  ["declares it, and a request does not", [lists(envelope({}))], unasked(3)],
  [
    "declares it, and another client does not",
    [opened({ connection: 2, capabilities: {} }), on(2, lists({})), lists({})],
    unasked(4),
  ],
])("a list of tools with views is judged by the client where its connection %s", (_title, parts, wanted) => {
  expect(appsClientChecked.verify(conversation(parts, { capabilities: shows }))).toEqual(wanted);
});
