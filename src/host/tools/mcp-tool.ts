import { asObject, isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { canonicalJson } from "./canonical-json.ts";

/** A tool as a server listed it, made safe to use: every member has a value of the right type. */
export type McpTool = {
  readonly name: string;
  readonly description: string;
  /** The server's schema unchanged, or the empty object schema where it gave none. */
  readonly inputSchema: JsonObject;
  /** What the server declares; absent hints are undefined, for their defaults differ by who asks. */
  readonly hints: { readonly readOnly: boolean | undefined; readonly destructive: boolean | undefined };
  /** The whole definition as canonical JSON, to notice when it changes. */
  readonly digest: string;
};

/** A tool of `tools/list`, or undefined for what has no name: nothing could call that. */
export function readTool(value: Json): McpTool | undefined {
  if (!isObject(value) || typeof value["name"] !== "string" || value["name"] === "") return undefined;
  const annotations = asObject(value["annotations"]);
  return {
    name: value["name"],
    description: typeof value["description"] === "string" ? value["description"] : "",
    inputSchema: isObject(value["inputSchema"]) ? value["inputSchema"] : { type: "object" },
    hints: { readOnly: flag(annotations["readOnlyHint"]), destructive: flag(annotations["destructiveHint"]) },
    digest: canonicalJson(value),
  };
}

function flag(value: Json | undefined): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}
