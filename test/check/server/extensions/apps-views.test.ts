import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  appsListedType,
  appsOriginsDeclared,
  appsViewExists,
  appsViewHtml,
  appsViewType,
} from "../../../../src/check/server/extensions/apps-views.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { asked, broken, conversation, fails, gives, idle, kept, type Part } from "../conversation.ts";
import { announced, linked, reads, readsWith, resources, tools } from "./views.ts";

type Row = readonly [string, Check, readonly Part[], object];

const noApps = idle("the server declares no MCP Apps and links no tool to a view");
const noView = idle("the server names no view that could be read");
const noneRead = idle("no view could be read");

const link = tools(linked("a", "ui://x"));
const notRead = idle("no view that a tool is linked to was read, or reading failed for another reason");
const notThere = (how: string): object => broken(`the tool "a" is linked to "ui://x", and ${how}`, 5);
const ofReading: readonly Row[] = [
  ["the view is there", appsViewExists, [link, reads("ui://x", { text: "<p>" })], kept(5)],
  ["it has no contents", appsViewExists, [link, reads("ui://x")], notThere("reading it gives no contents")],
  ["its contents are missing", appsViewExists, [link, readsWith("ui://x", gives({}))], notThere("reading it gives no contents")],
  [
    "its contents are a text",
    appsViewExists,
    [link, readsWith("ui://x", gives({ contents: "<p>" }))],
    notThere("reading it gives no contents"),
  ],
  ["it is not found", appsViewExists, [link, readsWith("ui://x", fails(-32002))], notThere("reading it fails with -32002")],
  ["it is refused", appsViewExists, [link, readsWith("ui://x", fails(-32602))], notThere("reading it fails with -32602")],
  ["the server fails", appsViewExists, [link, readsWith("ui://x", fails(-32603))], notRead],
  ["nothing comes of it", appsViewExists, [link, readsWith("ui://x")], notRead],
  ["another view is read", appsViewExists, [announced, link, reads("ui://y")], notRead],
  ["no view is read", appsViewExists, [link], notRead],
  [
    "the view of the second tool is not there",
    appsViewExists,
    [tools(linked("a", "ui://x"), linked("b", "ui://y")), reads("ui://x", {}), reads("ui://y")],
    broken('the tool "b" is linked to "ui://y", and reading it gives no contents', 7),
  ],
  ["no tool is linked to it", appsViewExists, [announced, reads("ui://x")], idle("no listed tool is linked to a view")],
];

const view = "text/html;profile=mcp-app";
const typed = (mimeType: Json): Part => reads("ui://x", { mimeType });
const otherType = (shown: string): object => broken(`"ui://x": mimeType is ${shown}`, 5);
const isListed = (...types: readonly Json[]): Part => resources(...types.map((mimeType) => ({ uri: "ui://x", mimeType })));
const ofTypes: readonly Row[] = [
  ["the type is that of a view", appsViewType, [announced, typed(view)], kept(5)],
  ["the type is spaced, quoted and large", appsViewType, [announced, typed('Text/HTML; profile="mcp-app"')], kept(5)],
  ["the type is HTML", appsViewType, [announced, typed("text/html")], otherType('"text/html"')],
  ["the type says more", appsViewType, [announced, typed(`${view};a=b`)], otherType(`"${view};a=b"`)],
  ["the type is missing", appsViewType, [announced, reads("ui://x", {})], otherType("missing")],
  ["the type is a number", appsViewType, [link, typed(7)], otherType("7")],
  [
    "the second of the contents has none",
    appsViewType,
    [announced, reads("ui://x", { mimeType: view }, {})],
    otherType("missing"),
  ],
  [
    "the second view has another",
    appsViewType,
    [announced, typed(view), reads("ui://y", { mimeType: "a/b" })],
    broken('"ui://y": mimeType is "a/b"', 7),
  ],
  ["nothing is known of MCP Apps", appsViewType, [typed("a/b")], noApps],
  ["no view is named", appsViewType, [announced, reads("x:y", {})], noView],
  ["the view cannot be read", appsViewType, [announced, readsWith("ui://x", fails(-32603))], noneRead],

  ["the view is listed with its type", appsListedType, [announced, isListed(view)], kept(5)],
  [
    "the view is listed with another type",
    appsListedType,
    [announced, isListed(view, "text/html")],
    broken('"ui://x" is listed with mimeType "text/html"', 5),
  ],
  [
    "the view is listed without a type",
    appsListedType,
    [link, resources({ uri: "ui://x" })],
    broken('"ui://x" is listed with mimeType missing', 5),
  ],
  ["something else is listed", appsListedType, [link, resources({ uri: "ui://y" })], idle("no view is in the list of resources")],
];

const holds = (contents: Json): Part => reads("ui://x", contents);
const wrong = (why: string): object => broken(`"ui://x": ${why}`, 5);
const ofDocuments: readonly Row[] = [
  ["the document is a text", appsViewHtml, [announced, holds({ text: "<p>x" })], kept(5)],
  ["the document is base64", appsViewHtml, [announced, holds({ blob: btoa("<p>xy") })], kept(5)],
  ["the document is a text beside what is no base64", appsViewHtml, [announced, holds({ text: "<p>x", blob: "%" })], kept(5)],
  ["the document is base64 beside a number", appsViewHtml, [announced, holds({ text: 7, blob: btoa("<p>xy") })], kept(5)],
  ["there is no document", appsViewHtml, [announced, holds({ uri: "ui://x" })], wrong("it has neither text nor blob")],
  ["two numbers are the document", appsViewHtml, [announced, holds({ text: 7, blob: 7 })], wrong("it has neither text nor blob")],
  ["the document is no base64", appsViewHtml, [announced, holds({ blob: "<p>x" })], wrong("its blob is not base64")],
  ["the document is empty", appsViewHtml, [announced, holds({ text: "" })], wrong("the document is empty")],
  ["the document is empty base64", appsViewHtml, [announced, holds({ blob: "" })], wrong("the document is empty")],
  ["the document is no HTML", appsViewHtml, [announced, holds({ text: "x" })], wrong('expected an HTML document, found "x"')],
  [
    "the document is base64 of no HTML",
    appsViewHtml,
    [announced, holds({ blob: btoa("x:y") })],
    wrong('expected an HTML document, found "x:y"'),
  ],
];

const text = '<p><img src="https://a.example/x"><img src="https://b.example/y">';
const loads = (meta?: JsonObject): Part => holds(meta === undefined ? { text } : { text, _meta: { ui: meta } });
const allows = (resourceDomains: Json): JsonObject => ({ csp: { resourceDomains } });
const both = allows(["https://a.example", "https://b.example"]);
const lists = (uri: string, ui: JsonObject): Part => resources({ uri, _meta: { ui } });
const foreign = (seq: number, origin = "https://a.example"): object =>
  broken(`"ui://x": it loads from ${origin}, which resourceDomains does not name`, seq);
const ofOrigins: readonly Row[] = [
  ["all origins are named", appsOriginsDeclared, [announced, loads(both)], kept(5)],
  ["the second is not", appsOriginsDeclared, [announced, loads(allows(["https://a.example"]))], foreign(5, "https://b.example")],
  ["none is", appsOriginsDeclared, [announced, loads({})], foreign(5)],
  [
    "they are named in one text",
    appsOriginsDeclared,
    [announced, loads(allows("https://a.example https://b.example"))],
    foreign(5),
  ],
  ["they are named beside a number", appsOriginsDeclared, [announced, loads(allows([7, "https:"]))], kept(5)],
  ["they are named in a list of lists", appsOriginsDeclared, [announced, loads(allows([["https://a.example"]]))], foreign(5)],
  [
    "they are named for other things",
    appsOriginsDeclared,
    [announced, loads({ csp: { connectDomains: ["https:"] }, resourceDomains: ["https:"] })],
    foreign(5),
  ],
  ["nothing tells what is named", appsOriginsDeclared, [announced, loads()], noneRead],
  ["the list could not be had", appsOriginsDeclared, [announced, asked("resources/list", {}, fails(-32603)), loads()], noneRead],
  ["the list has nothing", appsOriginsDeclared, [announced, resources(), loads()], foreign(7)],
  ["the list names them", appsOriginsDeclared, [announced, lists("ui://x", both), loads()], kept(7)],
  ["the list names them for another view", appsOriginsDeclared, [announced, lists("ui://y", both), loads()], foreign(7)],
  ["the view names none of those in the list", appsOriginsDeclared, [announced, lists("ui://x", both), loads({})], foreign(7)],
  ["the view has no document", appsOriginsDeclared, [announced, resources(), holds({})], kept(7)],
  ["it is no view of an app", appsOriginsDeclared, [resources(), loads()], noApps],
];

it.each([...ofReading, ...ofTypes, ...ofDocuments, ...ofOrigins])("of views, where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});
