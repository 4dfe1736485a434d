import type { JsonObject } from "../../../jsonrpc/json.ts";

/** The `_meta` member by which a host knows its own calls: how many of its chats they come from inside of. */
export const depthKey = "mcpcheck/depth";

/** A host that is a server of its own could ask itself for ever: so deep and no deeper. */
export const deepest = 3;

/** How deep a call is, by its `_meta`; 0 where it says nothing. */
export function depthOf(meta: JsonObject): number {
  const depth = meta[depthKey];
  return typeof depth === "number" && Number.isInteger(depth) && depth > 0 ? depth : 0;
}
