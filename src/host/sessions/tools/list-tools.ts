import { asObject, valueAt, type Json } from "../../../jsonrpc/json.ts";
import type { ClientSession } from "../../../session/client-session.ts";
import { type McpTool, readTool } from "../../tools/mcp-tool.ts";
import { reasonOf } from "../handshake.ts";

/** The tools of a server, or why they cannot be told. */
export type Listing = { readonly tools: readonly McpTool[] } | { readonly error: string };

/** What bounds a walk: ms for each page, pages in all; `now` gives monotonic ms. */
export type WalkLimits = { readonly timeoutMs: number; readonly maxPages: number; readonly now: () => number };

/** What a walk brought, and until when servers of 2026-07-28 say that all of it is fresh (server/utilities/caching). */
export type Walk = { readonly tools: readonly McpTool[]; readonly freshUntil: number } | { readonly error: string };

/** Once a server has listed so many tools, or so many characters of them, it is not asked for more. */
const mostTools = 100_000;
const mostChars = 64 * 1024 * 1024;

/**
 * Asks for every page of `tools/list`. A cursor that comes again ends the walk, as does the limit of pages: what was listed so
 * far counts. A result without tools is an empty list.
 */
export async function listTools(session: ClientSession, { timeoutMs, maxPages, now }: WalkLimits): Promise<Walk> {
  const tools: McpTool[] = [];
  const seen = new Set<string>();
  let chars = 0;
  let cursor: string | undefined;
  let freshUntil = Infinity;
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await session.request("tools/list", params, { timeoutMs, abandons: true });
    if (answer.kind !== "result") return { error: `tools/list: ${reasonOf(answer)}` };
    for (const tool of toolsOf(answer.frame.result)) {
      tools.push(tool);
      chars += tool.digest.length;
    }
    if (tools.length > mostTools || chars > mostChars) break;
    freshUntil = Math.min(freshUntil, now() + freshFor(answer.frame.result));
    const next = valueAt(answer.frame.result, "nextCursor");
    if (typeof next !== "string" || seen.has(next)) break;
    seen.add(next);
    cursor = next;
  }
  return { tools, freshUntil };
}

/** How long a page is fresh, in ms; what is absent or negative counts as 0. */
function freshFor(result: Json): number {
  const ttl = valueAt(result, "ttlMs");
  return typeof ttl === "number" && ttl > 0 ? ttl : 0;
}

function toolsOf(result: Json): McpTool[] {
  const listed = asObject(result)["tools"];
  if (!Array.isArray(listed)) return [];
  return (listed as readonly Json[]).map(readTool).filter((tool) => tool !== undefined);
}
