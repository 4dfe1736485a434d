import { memoizedBy } from "../../base/memoized.ts";
import { valueAt, isObject, type JsonObject } from "../../jsonrpc/json.ts";
import { type ListName, type ListPage, listPages } from "./server-facts.ts";
import type { Trace } from "../trace.ts";

/**
 * One walk through a list: from the request without a cursor over every `nextCursor` on. `complete` tells whether it came
 * to a page without one. `items` are the well-formed items of all pages.
 */
export type ListWalk = {
  readonly list: ListName;
  readonly connection: number;
  readonly pages: readonly ListPage[];
  readonly items: readonly { readonly seq: number; readonly item: JsonObject }[];
  readonly complete: boolean;
};

/** The member that identifies an item of a list. */
const listKeys = { tools: "name", resources: "uri", resourceTemplates: "uriTemplate", prompts: "name" } as const;

/** The walks through a list, in order of their first request. Pages fetched with a cursor of our own invention are left out. */
export const listWalks = memoizedBy((trace: Trace, list: ListName): readonly ListWalk[] => {
  const walks: ListPage[][] = [];
  for (const page of listPages(trace, list)) {
    const cursor = valueAt(page.call.request.frame.params, "cursor");
    if (cursor === undefined) walks.push([page]);
    else walks.findLast((walk) => continues(walk, page))?.push(page);
  }
  return walks.map((pages) => ({
    list,
    connection: pages[0]?.call.request.connection ?? 0,
    pages,
    items: pages.flatMap((page) => page.items.filter(isObject).map((item) => ({ seq: page.call.answer.seq, item }))),
    complete: pages.at(-1)?.nextCursor === undefined,
  }));
});

function continues(walk: readonly ListPage[], page: ListPage): boolean {
  const last = walk.at(-1);
  return (
    last !== undefined &&
    last.call.request.connection === page.call.request.connection &&
    last.nextCursor === valueAt(page.call.request.frame.params, "cursor")
  );
}

/** The identifying members of a walk's items, in the order they came; items without one are left out. */
export function keysOf(walk: ListWalk): string[] {
  return walk.items.map(({ item }) => item[listKeys[walk.list]]).filter((key): key is string => typeof key === "string");
}

/** The keys that came more than once, each once, in the order of their repetition. */
export function repeated(keys: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const key of keys) (seen.has(key) ? twice : seen).add(key);
  return [...twice];
}

/** Whether a walk came back to a cursor it had been given before: its items come again and again, and show nothing. */
export function goesInCircles(walk: ListWalk): boolean {
  const cursors = walk.pages.map((page) => page.nextCursor).filter((cursor) => cursor !== undefined);
  return new Set(cursors.map((cursor) => JSON.stringify(cursor))).size < cursors.length;
}
