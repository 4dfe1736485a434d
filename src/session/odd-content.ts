import { asObject, type Json, type JsonObject } from "../jsonrpc/json.ts";

/** The content of an accepted form, each member with a value that no form may ask for: forms are flat. */
export function oddContent(content: Json | undefined): JsonObject {
  return Object.fromEntries(Object.keys(asObject(content)).map((name) => [name, { mcpcheck: ["neither text nor number"] }]));
}
