import { asObject, at, type Json } from "../../jsonrpc/json.ts";
import type { ClientSession } from "../../session/client-session.ts";
import { type McpTool, readTool } from "../tools/mcp-tool.ts";
import { reasonOf } from "./handshake.ts";

/** The tools of a server, or why they cannot be told. */
export type Listing = { readonly tools: readonly McpTool[] } | { readonly error: string };

/** What bounds a walk: ms for each page, pages in all. */
export type WalkLimits = { readonly timeoutMs: number; readonly maxPages: number };

/**
 * Asks for every page of `tools/list`. A cursor that comes again ends the walk, as does the limit of pages: what was listed so
 * far counts. A result without tools is an empty list. Rows BX-001, B2-017, B4-021, B4-022.
 */
export async function listTools(session: ClientSession, { timeoutMs, maxPages }: WalkLimits): Promise<Listing> {
  const tools: McpTool[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await session.request("tools/list", params, { timeoutMs });
    if (answer.kind !== "result") return { error: `tools/list: ${reasonOf(answer)}` };
    tools.push(...toolsOf(answer.frame.result));
    const next = at(answer.frame.result, "nextCursor");
    if (typeof next !== "string" || seen.has(next)) break;
    seen.add(next);
    cursor = next;
  }
  return { tools };
}

function toolsOf(result: Json): McpTool[] {
  const listed = asObject(result)["tools"];
  if (!Array.isArray(listed)) return [];
  return (listed as readonly Json[]).map(readTool).filter((tool) => tool !== undefined);
}
