import { type Json, type JsonObject, asObject, isArray, isObject, valueAt } from "../../../jsonrpc/json.ts";
import { extensionIds } from "../../../spec/extensions.ts";
import { type Call, calls } from "../../call.ts";
import { declares, listed } from "../server-facts.ts";
import type { Trace } from "../../trace.ts";

/** The view a listed tool is linked to, as it stands there (MCP Apps, "Resource Discovery"), also by the deprecated flat key. */
export function viewLink(tool: JsonObject): Json | undefined {
  return valueAt(tool, "_meta", "ui", "resourceUri") ?? valueAt(tool, "_meta", "ui/resourceUri");
}

/** A listed tool that is linked to a view. */
export type LinkedTool = { readonly seq: number; readonly tool: JsonObject; readonly uri: Json };

/** The listed tools that are linked to a view, in order. */
export function linkedTools(trace: Trace): LinkedTool[] {
  return listed(trace, "tools").flatMap(({ seq, item }) => {
    const uri = viewLink(item);
    return uri === undefined ? [] : [{ seq, tool: item, uri }];
  });
}

/** Whether a server has to do with MCP Apps: it declares the extension, or links tools to views without that. */
export function offersApps(trace: Trace): boolean {
  return declares(trace, `extensions.${extensionIds.apps}`) === true || linkedTools(trace).length > 0;
}

/** Whether a URI is that of a view: a tool is linked to it, or the extension is declared and the scheme is its own. */
function isView(trace: Trace): (uri: Json | undefined) => boolean {
  const linked = new Set<Json | undefined>(linkedTools(trace).map(({ uri }) => uri));
  const declared = declares(trace, `extensions.${extensionIds.apps}`) === true;
  return (uri) => linked.has(uri) || (declared && typeof uri === "string" && uri.startsWith("ui://"));
}

/** The requests for views. */
export function viewReads(trace: Trace): Call[] {
  const wanted = isView(trace);
  return calls(trace, "resources/read").filter(({ request }) => wanted(valueAt(request.frame.params, "uri")));
}

/** Something a server says of a view: an item of a list of resources, or the contents it was read with. */
export type SaidOfView = { readonly seq: number; readonly uri: string; readonly said: JsonObject };

/** The items of lists of resources that are views. */
export function listedViews(trace: Trace): SaidOfView[] {
  const wanted = isView(trace);
  return listed(trace, "resources").flatMap(({ seq, item }) =>
    wanted(item["uri"]) && typeof item["uri"] === "string" ? [{ seq, uri: item["uri"], said: item }] : [],
  );
}

/** The contents of views that were read. */
export function viewContents(trace: Trace): SaidOfView[] {
  return viewReads(trace).flatMap(({ request, answer }) => {
    const contents = answer?.frame.kind === "result" ? valueAt(answer.frame.result, "contents") : undefined;
    const uri = valueAt(request.frame.params, "uri");
    if (answer === undefined || !isArray(contents) || typeof uri !== "string") return [];
    return contents.filter(isObject).map((said) => ({ seq: answer.seq, uri, said }));
  });
}

/** The document of a view: its text, or what its blob stands for; undefined where it has neither, or none that can be decoded. */
export function documentOf({ said }: SaidOfView): string | undefined {
  const { text, blob } = said;
  if (typeof text === "string") return text;
  return typeof blob === "string" ? decoded(blob) : undefined;
}

function decoded(base64: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)));
  } catch {
    return undefined; // not base64
  }
}

/** What a view says of itself in `_meta.ui`; undefined where it says nothing. */
export function viewMeta({ said }: SaidOfView): Json | undefined {
  return asObject(said["_meta"])["ui"];
}
