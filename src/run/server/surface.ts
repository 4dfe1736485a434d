import { isArray, isObject, at, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import type { ClientSession } from "../../session/client-session.ts";
import { type ListName, listMethods } from "../../trace/server-facts.ts";

/** More pages than any honest server has; a cursor loop ends here at the latest. */
const maxPages = 100;

/** Walks a list to its last page: until there is no cursor, a cursor comes a second time, or an answer is no result. */
export async function walkList(session: ClientSession, list: ListName): Promise<JsonObject[]> {
  const { method, member } = listMethods[list];
  const items: JsonObject[] = [];
  const seen = new Set<string>();
  let cursor: Json | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await session.request(method, cursor === undefined ? undefined : { cursor });
    if (answer.kind !== "result") break;
    const batch = at(answer.frame.result, member);
    items.push(...(isArray(batch) ? batch.filter(isObject) : []));
    cursor = at(answer.frame.result, "nextCursor");
    if (typeof cursor !== "string" || seen.has(cursor)) break;
    seen.add(cursor);
  }
  return items;
}
