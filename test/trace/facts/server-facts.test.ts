import { expect, it } from "vitest";
import type { Json } from "../../../src/jsonrpc/json.ts";
import { goesInCircles, keysOf, listWalks, repeated } from "../../../src/trace/facts/list-walk.ts";
import {
  announcements,
  declares,
  listed,
  listFailure,
  listPages,
  listsNothing,
  offersCompletion,
} from "../../../src/trace/facts/server-facts.ts";
import { ask, done, failed, type Line, received, sent, smallTrace } from "../../support/traces/small-trace.ts";

const two = { connection: 2 } as const;

/** A request that was answered. */
const exchange = (id: number, method: string, answer: Json, params?: Json, more: object = {}): Line[] => [
  sent(ask(id, method, params), more),
  received(answer, more),
];

const capabilities = { tools: {}, resources: { subscribe: true, listChanged: false }, prompts: null };

it("what a server announced is what it answered to initialize and to server/discover", () => {
  const trace = smallTrace("server", [
    ...exchange(1, "initialize", done(1, { capabilities, protocolVersion: "2025-11-25" })),
    ...exchange(2, "server/discover", done(2, { capabilities: "tools" }), {}, two),
    ...exchange(3, "initialize", failed(3)),
    ...exchange(4, "ping", done(4, { capabilities: { logging: {} } })),
  ]);
  expect(announcements(trace)).toEqual([
    { seq: 2, connection: 1, capabilities, result: { capabilities, protocolVersion: "2025-11-25" } },
    { seq: 4, connection: 2, capabilities: {}, result: { capabilities: "tools" } },
  ]);
});

it.each([
  ["tools", true],
  ["resources.subscribe", true],
  ["resources.listChanged", false],
  ["prompts", false],
  ["logging", false],
])("the capability %s is declared: %s", (capability, expected) => {
  const trace = smallTrace("server", exchange(1, "initialize", done(1, { capabilities })));
  expect(declares(trace, capability)).toBe(expected);
  expect(declares(smallTrace("server", exchange(1, "ping", done(1))), capability)).toBeUndefined();
  const twice = [...exchange(1, "initialize", done(1, { capabilities })), ...exchange(2, "server/discover", done(2))];
  expect(declares(smallTrace("server", twice), capability)).toBe(expected);
});

it.each<[string, readonly Line[], boolean]>([
  ["declares it", exchange(1, "initialize", done(1, { capabilities: { completions: {} } })), true],
  ["completed something", exchange(1, "completion/complete", done(1)), true],
  ["refused to complete anything", exchange(1, "completion/complete", failed(1)), false],
  ["does neither", exchange(1, "initialize", done(1, { capabilities: {} })), false],
])("a server that %s offers completion: %s", (_what, lines, expected) => {
  expect(offersCompletion(smallTrace("server", lines))).toBe(expected);
});

it.each<[string, string, readonly Line[], boolean]>([
  ["tools were never asked for", "tools", [], false],
  ["no tools came", "tools", exchange(1, "tools/list", done(1, { tools: [] })), true],
  [
    "no tools came, and then one",
    "tools",
    [...exchange(1, "tools/list", done(1, { tools: [] })), ...exchange(2, "tools/list", done(2, { tools: [{}] }))],
    false,
  ],
  ["the list of prompts went on", "prompts", exchange(1, "prompts/list", done(1, { prompts: [], nextCursor: "a" })), false],
  ["what came is no list", "prompts", exchange(1, "prompts/list", done(1, {})), false],
  [
    "no resources came, and templates were refused",
    "resources",
    [...exchange(1, "resources/list", done(1, { resources: [] })), ...exchange(2, "resources/templates/list", failed(2))],
    true,
  ],
  [
    "no resources and no templates came",
    "resources",
    [
      ...exchange(1, "resources/list", done(1, { resources: [] })),
      ...exchange(2, "resources/templates/list", done(2, { resourceTemplates: [] })),
    ],
    true,
  ],
  [
    "no resources came, but a template",
    "resources",
    [
      ...exchange(1, "resources/list", done(1, { resources: [] })),
      ...exchange(2, "resources/templates/list", done(2, { resourceTemplates: [{}] })),
    ],
    false,
  ],
  [
    "only templates were asked for",
    "resources",
    exchange(2, "resources/templates/list", done(2, { resourceTemplates: [] })),
    false,
  ],
  ["it is no family", "completions", exchange(1, "tools/list", done(1, { tools: [] })), false],
])("a server lists nothing where %s: %s %#", (_what, family, lines, expected) => {
  expect(listsNothing(smallTrace("server", lines), family)).toBe(expected);
});

it.each<[string, string, readonly Line[], number | undefined]>([
  [
    "the first of its internal errors",
    "tools",
    [
      ...exchange(1, "tools/list", failed(1, -32601)),
      ...exchange(2, "tools/list", failed(2)),
      ...exchange(3, "tools/list", failed(3)),
    ],
    4,
  ],
  [
    "also where it was asked once more in vain",
    "prompts",
    [...exchange(1, "prompts/list", failed(1)), sent(ask(2, "prompts/list"))],
    2,
  ],
  ["also for resources", "resources", exchange(1, "resources/list", failed(1)), 2],
  [
    "none where it was answered in the end",
    "tools",
    [...exchange(1, "tools/list", failed(1)), ...exchange(2, "tools/list", done(2, {}))],
    undefined,
  ],
  ["none that says something else", "tools", exchange(1, "tools/list", failed(1, -32601)), undefined],
  ["none of another list", "tools", exchange(1, "prompts/list", failed(1)), undefined],
  ["none of what is no family", "resourceTemplates", exchange(1, "resources/templates/list", failed(1)), undefined],
  ["none where nothing was asked", "tools", [], undefined],
])("the failure of a list is %s", (_what, family, lines, seq) => {
  expect(listFailure(smallTrace("server", lines), family)?.answer.seq).toBe(seq);
});

const page = (id: number, names: readonly Json[], params?: Json, nextCursor?: string, more: object = {}): Line[] =>
  exchange(id, "tools/list", done(id, { tools: names, ...(nextCursor === undefined ? {} : { nextCursor }) }), params, more);

it("pages and items of a list are told in order, over all connections; items that are no objects are none", () => {
  const trace = smallTrace("server", [
    ...page(1, [{ name: "a" }, "b", null], {}, "x"),
    ...page(2, [{ name: "c" }], {}, undefined, two),
  ]);
  expect(listPages(trace, "tools").map(({ items, nextCursor }) => [items, nextCursor])).toEqual([
    [[{ name: "a" }, "b", null], "x"],
    [[{ name: "c" }], undefined],
  ]);
  expect(listed(trace, "tools")).toEqual([
    { seq: 2, connection: 1, item: { name: "a" } },
    { seq: 4, connection: 2, item: { name: "c" } },
  ]);
  expect(listed(trace, "prompts")).toEqual([]);
  const odd = smallTrace("server", exchange(1, "prompts/list", done(1, { prompts: {} })));
  expect(listPages(odd, "prompts").map(({ items }) => items)).toEqual([[]]);
});

it("a walk goes from a request without a cursor over each cursor that it was given, on its connection", () => {
  const trace = smallTrace("server", [
    ...page(1, [{ name: "a" }], undefined, "x"),
    ...page(2, [{ name: "b" }], {}, "x", two),
    ...page(3, [{ name: "c" }, { title: "none" }, 7], { cursor: "x" }, "y"),
    ...page(4, [{ name: "z" }], { cursor: "made up" }),
    ...page(5, [{ name: "a" }], { cursor: "y" }),
    ...page(6, [{ name: "d" }]),
  ]);
  const walks = listWalks(trace, "tools");
  expect(walks.map(({ list, connection, complete, pages }) => [list, connection, complete, pages.length])).toEqual([
    ["tools", 1, true, 3],
    ["tools", 2, false, 1],
    ["tools", 1, true, 1],
  ]);
  expect(walks[0]?.items.map(({ seq, item }) => [seq, item["name"]])).toEqual([
    [2, "a"],
    [6, "c"],
    [6, undefined],
    [10, "a"],
  ]);
  expect(walks.map(keysOf)).toEqual([["a", "c", "a"], ["b"], ["d"]]);
  expect(walks.map(goesInCircles)).toEqual([false, false, false]);
});

it.each([
  [["x", "y", "x"], true],
  [["x", "x"], true],
  [["x", "y"], false],
])("a walk that was given the cursors %j goes in a circle: %s", (cursors, expected) => {
  const lines = cursors.flatMap((cursor, index) =>
    page(index, [], index === 0 ? {} : { cursor: cursors[index - 1] ?? "" }, cursor),
  );
  expect(listWalks(smallTrace("server", lines), "tools").map(goesInCircles)).toEqual([expected]);
});

it("keys that came more than once are told once each, as they came again", () => {
  expect(repeated(["a", "b", "c", "b", "a", "b"])).toEqual(["b", "a"]);
});
