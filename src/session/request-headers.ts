import { asObject, valueAt, isObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { envelopeKeys } from "./envelope.ts";

/** The methods whose `Mcp-Name` header is required, with the member of params it mirrors. */
const named: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  // By the extension io.modelcontextprotocol/tasks, "Routing Headers".
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/**
 * The headers a 2026-07-28 request carries besides its body, mirrored from it
 * (basic/transports/streamable-http#request-metadata). `inputSchema` is that of the called tool: its `x-mcp-header`
 * annotations ask for `Mcp-Param-…` headers.
 */
export function requestHeaders(message: JsonObject & { readonly method: string }, inputSchema?: Json): Record<string, string> {
  const { method } = message;
  const params = asObject(message["params"]);
  const headers: Record<string, string> = { "Mcp-Method": method };
  const version = asObject(params["_meta"])[envelopeKeys.protocolVersion];
  if (typeof version === "string") headers["MCP-Protocol-Version"] = version;
  const source = named[method];
  const name = source === undefined ? undefined : params[source];
  if (typeof name === "string") headers["Mcp-Name"] = encodeHeaderValue(name);
  for (const [header, value] of parameterHeaders(inputSchema, params["arguments"]))
    headers[`Mcp-Param-${header}`] = encodeHeaderValue(value);
  return headers;
}

/** The annotated parameters that have a value, with the name their header wants: only through chains of `properties`. */
function parameterHeaders(schema: Json | undefined, value: Json | undefined): [string, string][] {
  return Object.entries(asObject(valueAt(schema, "properties"))).flatMap(([key, property]): [string, string][] => {
    const here = valueAt(value, key);
    if (!isObject(property) || here === undefined || here === null) return [];
    const header = property["x-mcp-header"];
    const own: [string, string][] = typeof header === "string" && typeof here !== "object" ? [[header, String(here)]] : [];
    return [...own, ...parameterHeaders(property, here)];
  });
}

/**
 * A value as it may appear in a header: as it is when it is visible ASCII without blanks at its ends, otherwise in the
 * Base64 sentinel form (basic/transports/streamable-http#value-encoding).
 */
function encodeHeaderValue(value: string): string {
  const plain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !(value.startsWith("=?base64?") && value.endsWith("?="));
  return plain ? value : `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;
}
