import { asObject, type JsonObject } from "../jsonrpc/json.ts";
import type { Revision } from "../spec/revision.ts";
import { goesInCircles, listWalks } from "../trace/facts/list-walk.ts";
import { announcements, listMethods } from "../trace/facts/server-facts.ts";
import { estimatedTokens, textOfTool } from "../trace/tool-tokens.ts";
import { refused, calls } from "../trace/call.ts";
import { connections, revisionsIn, type Trace, traceOf } from "../trace/trace.ts";
import { canonicalText, sortedJson } from "../jsonrpc/sorted-json.ts";
import { type Surface, surfaceKeys, type SurfaceList, surfaceLists, surfaceVersion } from "./surface.ts";

/** The capability each list belongs to. */
const capabilities: Readonly<Record<SurfaceList, string>> = {
  tools: "tools",
  prompts: "prompts",
  resources: "resources",
  resourceTemplates: "resources",
};

/**
 * The surface a server showed in a trace, at the given revision, or at the newest it was met at; undefined where it never told what it
 * can do. Of a list that was walked several times the first walk to its end counts: later ones may have come after a change.
 */
export function surfaceOfTrace(trace: Trace, wanted?: Revision): Surface | undefined {
  const revision = wanted ?? revisionsIn(trace).at(-1);
  const part = revision === undefined ? trace : traceOf(trace, revision);
  const [told] = announcements(part);
  if (revision === undefined || told === undefined || connections(trace).length === 0) return undefined;
  const { instructions } = told.result;
  const tools = itemsOf(part, "tools", told.capabilities);
  const lists = surfaceLists.flatMap((list) => {
    const items = list === "tools" ? tools : itemsOf(part, list, told.capabilities);
    return items === undefined ? [] : [[list, items] as const];
  });
  return {
    schemaVersion: surfaceVersion,
    revision,
    server: nameOf(told.result),
    ...(typeof instructions === "string" ? { instructions } : {}),
    capabilities: sortedJson(told.capabilities),
    tokens: (tools ?? []).reduce((sum, tool) => sum + estimatedTokens(textOfTool(tool)), 0),
    ...Object.fromEntries(lists),
  };
}

/** The items of a list, sorted; none where the server has no such list, undefined where it was not walked to its end. */
function itemsOf(trace: Trace, list: SurfaceList, declared: JsonObject): JsonObject[] | undefined {
  if (declared[capabilities[list]] === undefined) return [];
  const walk = listWalks(trace, list).find((one) => one.complete && !goesInCircles(one));
  // Servers with resources need not know of templates.
  if (walk === undefined)
    return list === "resourceTemplates" && refused(calls(trace, listMethods[list].method)).length > 0 ? [] : undefined;
  const key = surfaceKeys[list];
  const sortKey = (item: JsonObject): string => (typeof item[key] === "string" ? item[key] : (canonicalText(item) ?? ""));
  return walk.items.map(({ item }) => sortedJson(item)).toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/** What the server calls itself, in the handshake or in the envelope of a stateless answer. */
function nameOf(result: JsonObject): Surface["server"] {
  const { name, version } = asObject(result["serverInfo"] ?? asObject(result["_meta"])["io.modelcontextprotocol/serverInfo"]);
  return { ...(typeof name === "string" ? { name } : {}), ...(typeof version === "string" ? { version } : {}) };
}
