import { isArray, isObject, valueAt, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import type { ClientSession } from "../../session/client-session.ts";
import { type ListName, listMethods } from "../../trace/facts/server-facts.ts";

/** More pages than any honest server has; a cursor loop ends here at the latest. */
const maxPages = 100;

/** No more pages are asked for once so many items are there; a single page may hold more. */
const maxItems = 20_000;

/** Walks a list to its last page: until there is no cursor, a cursor comes a second time, an answer is not a result, it is enough, or the run is stopped. */
export async function walkList(session: ClientSession, list: ListName, stop?: AbortSignal): Promise<JsonObject[]> {
  const { method, member } = listMethods[list];
  const items: JsonObject[] = [];
  const seen = new Set<string>();
  let cursor: Json | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    if (stop?.aborted === true) break;
    const answer = await session.request(method, cursor === undefined ? undefined : { cursor });
    if (answer.kind !== "result") break;
    const batch = valueAt(answer.frame.result, member);
    for (const item of isArray(batch) ? batch : []) if (isObject(item)) items.push(item);
    if (items.length > maxItems) break;
    cursor = valueAt(answer.frame.result, "nextCursor");
    if (typeof cursor !== "string" || seen.has(cursor)) break;
    seen.add(cursor);
  }
  return items;
}
