import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { paginationCursorString, paginationNoDuplicates, paginationTerminates } from "../../../../src/check/server/pagination.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { asked, broken, conversation, fails, gives, idle, kept, type Part, untested } from "../conversation.ts";

const at = (cursor: Json | undefined): JsonObject => (cursor === undefined ? {} : { cursor });
const to = (nextCursor: Json | undefined): JsonObject => (nextCursor === undefined ? {} : { nextCursor });

/** A page of tools by their names: the one of a cursor, and the cursor it gives. */
const tools = (names: readonly Json[], cursor?: Json, next?: Json): Part =>
  asked("tools/list", at(cursor), gives({ tools: names.map((name) => ({ name })), ...to(next) }));
const prompts = (names: readonly Json[], cursor?: Json, next?: Json): Part =>
  asked("prompts/list", at(cursor), gives({ prompts: names.map((name) => ({ name })), ...to(next) }));
const resources = (items: readonly JsonObject[], cursor?: Json, next?: Json): Part =>
  asked("resources/list", at(cursor), gives({ resources: items, ...to(next) }));
const templates = (uris: readonly Json[], cursor?: Json, next?: Json): Part =>
  asked(
    "resources/templates/list",
    at(cursor),
    gives({ resourceTemplates: uris.map((uriTemplate) => ({ uriTemplate })), ...to(next) }),
  );
/** So many pages that lead on and on, the one with a number having an item. */
const pages = (count: number, full?: number): Part[] =>
  Array.from({ length: count }, (_, index) =>
    tools(index === full ? ["a"] : [], index === 0 ? undefined : String(index), String(index + 1)),
  );
const onlyOne = idle("no list has more than one page");
const circles = idle("the list goes in circles, which is judged by pagination.terminates");
const endless = untested("no list was followed to its end");

it.each<readonly [string, Check, readonly Part[], object]>([
  ["a cursor is a text", paginationCursorString, [tools([], undefined, "2")], kept(3)],
  ["a cursor is an empty text", paginationCursorString, [tools([], undefined, "")], kept(3)],
  ["a cursor is absent", paginationCursorString, [tools([]), prompts([])], kept(3, 5)],
  [
    "a cursor is null on the last page",
    paginationCursorString,
    [tools([], undefined, "2"), tools([], "2", null)],
    broken("nextCursor of tools/list is null", 5),
  ],
  [
    "cursors of all lists are numbers",
    paginationCursorString,
    [tools([], undefined, 1), resources([], undefined, 2), templates([], undefined, 3)],
    broken(
      "nextCursor of tools/list is 1; nextCursor of resources/list is 2; nextCursor of resources/templates/list is 3",
      3,
      5,
      7,
    ),
  ],
  [
    "a cursor of prompts is a number",
    paginationCursorString,
    [prompts([], undefined, 7)],
    broken("nextCursor of prompts/list is 7", 3),
  ],
  [
    "no list is answered",
    paginationCursorString,
    [asked("tools/list", {}, fails(-32603)), asked("tools/list")],
    untested("no list was answered"),
  ],
  ["a list has one page", paginationTerminates, [tools(["a"])], kept(3)],
  ["a list has two pages", paginationTerminates, [tools(["a"], undefined, "2"), tools([], "2")], kept(5)],
  ["a list was not followed", paginationTerminates, [tools(["a"], undefined, "2")], endless],
  ["no list was asked for", paginationTerminates, [], endless],
  [
    "a cursor leads to itself",
    paginationTerminates,
    [tools([], undefined, "2"), tools([], "2", "2")],
    broken('tools/list gave the cursor "2" twice in one walk', 5),
  ],
  [
    "a cursor leads to itself and then to the end",
    paginationTerminates,
    [tools([], undefined, "2"), tools([], "2", "2"), tools([], "2")],
    broken('tools/list gave the cursor "2" twice in one walk', 7),
  ],
  [
    "a later cursor leads back",
    paginationTerminates,
    [prompts([], undefined, "2"), prompts([], "2", "3"), prompts([], "3", "2")],
    broken('prompts/list gave the cursor "2" twice in one walk', 7),
  ],
  [
    "two walks have the same cursors",
    paginationTerminates,
    [tools([], undefined, "2"), tools([], "2"), tools([], undefined, "2"), tools([], "2")],
    kept(5, 9),
  ],
  ["19 pages have nothing on them", paginationTerminates, pages(19), endless],
  [
    "20 pages have nothing on them",
    paginationTerminates,
    pages(20),
    broken("tools/list gave 20 pages without an item, and no end", 41),
  ],
  ["20 pages have one item", paginationTerminates, pages(20, 0), endless],
  ["20 pages have one item on the last", paginationTerminates, pages(20, 19), endless],
  ["20 pages have nothing on them and an end", paginationTerminates, [...pages(20), tools([], "20")], kept(43)],
  ["two pages have different tools", paginationNoDuplicates, [tools(["a"], undefined, "2"), tools(["b"], "2")], kept(5)],
  [
    "a tool is on two pages",
    paginationNoDuplicates,
    [tools(["a", "b"], undefined, "2"), tools(["c", "b"], "2")],
    broken('"b" came twice in tools/list', 5),
  ],
  [
    "a prompt is on the first and the third page",
    paginationNoDuplicates,
    [prompts(["a"], undefined, "2"), prompts(["b"], "2", "3"), prompts(["a"], "3")],
    broken('"a" came twice in prompts/list', 7),
  ],
  [
    "a resource is on two pages",
    paginationNoDuplicates,
    [resources([{ uri: "a:b", name: "x" }], undefined, "2"), resources([{ uri: "a:b", name: "y" }], "2")],
    broken('"a:b" came twice in resources/list', 5),
  ],
  [
    "two resources have one name",
    paginationNoDuplicates,
    [resources([{ uri: "a:b", name: "x" }], undefined, "2"), resources([{ uri: "a:c", name: "x" }], "2")],
    kept(5),
  ],
  [
    "a template is on two pages",
    paginationNoDuplicates,
    [templates(["a:{b}"], undefined, "2"), templates(["a:{b}"], "2")],
    broken('"a:{b}" came twice in resources/templates/list', 5),
  ],
  ["a tool is twice on one page", paginationNoDuplicates, [tools(["a", "a"], undefined, "2"), tools(["b"], "2")], kept(5)],
  [
    "a resource is twice on one page, and another has its URI for a name",
    paginationNoDuplicates,
    [resources([{ uri: "a:b" }, { uri: "a:b" }], undefined, "2"), resources([{ uri: "a:c", name: "a:b" }], "2")],
    kept(5),
  ],
  [
    "a tool is twice on one page and another on two",
    paginationNoDuplicates,
    [tools(["a", "a", "b"], undefined, "2"), tools(["b"], "2")],
    broken('"b" came twice in tools/list', 5),
  ],
  ["there is one page", paginationNoDuplicates, [tools(["a", "a"])], onlyOne],
  ["there is one page in each of two walks", paginationNoDuplicates, [tools(["a"]), tools(["a"])], onlyOne],
  ["the second page is not asked for", paginationNoDuplicates, [tools(["a"], undefined, "2")], onlyOne],
  ["the list goes in circles", paginationNoDuplicates, [tools(["a"], undefined, "2"), tools(["a"], "2", "2")], circles],
  [
    "the list goes in circles and another has one page",
    paginationNoDuplicates,
    [tools(["a"], undefined, "2"), tools(["a"], "2", "2"), prompts(["a"])],
    circles,
  ],
  [
    "the list goes in circles and another does not",
    paginationNoDuplicates,
    [tools(["a"], undefined, "2"), tools(["a"], "2", "2"), prompts(["a"], undefined, "2"), prompts(["b"], "2")],
    kept(9),
  ],
])("of pages it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts))).toEqual(wanted);
});

it("an item on two pages explains that it is not unique on its connection", () => {
  expect(paginationNoDuplicates.explains).toEqual([
    { checks: ["resources.uri-unique", "tools.names-unique", "prompts.names-unique"], within: "connection" },
  ]);
});
