import { fromBase64, textOf, toBase64 } from "../../base/bytes.ts";
import { type Json, type JsonObject, asObject, valueAt, isObject } from "../../jsonrpc/json.ts";
import type { Answer } from "../conversation/answer.ts";
import { mismatch } from "./envelope-check.ts";
import { type HeaderFields, headerOf } from "../../base/http/header-fields.ts";
import type { MockScript, Omission } from "../script/script.ts";
import { toolNamed } from "./tools.ts";

const named: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  // By the extension io.modelcontextprotocol/tasks, "Routing Headers".
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** Compares Mcp-Name and Mcp-Param-* with the body (2026-07-28 streamable-http, "Server Validation"). */
export function checkHeaders(
  script: MockScript,
  method: string,
  params: JsonObject,
  headers: HeaderFields,
  omits: (step: Omission) => boolean,
): Answer | undefined {
  const member = named[method];
  if (member !== undefined && !omits("standard-headers")) {
    const defect = compare("Mcp-Name", headerOf(headers, "mcp-name"), params[member]);
    if (defect !== undefined) return defect;
  }
  if (method !== "tools/call" || omits("param-headers")) return undefined;
  const tool = toolNamed(script, params["name"]);
  if (tool === undefined) return undefined;
  for (const { header, path } of mirrored(tool.inputSchema)) {
    const name = `Mcp-Param-${header}`;
    const defect = compare(name, headerOf(headers, name), valueAt(asObject(params["arguments"]), ...path));
    if (defect !== undefined) return defect;
  }
  return undefined;
}

/** The annotated properties of an input schema with their paths, through `properties` only. */
function mirrored(schema: JsonObject, path: readonly string[] = []): readonly { header: string; path: readonly string[] }[] {
  return Object.entries(asObject(schema["properties"])).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const here = [...path, name];
    const header = property["x-mcp-header"];
    return [...(typeof header === "string" ? [{ header, path: here }] : []), ...mirrored(property, here)];
  });
}

function compare(name: string, header: string | undefined, value: Json | undefined): Answer | undefined {
  const expected =
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  if (header === undefined) return expected === undefined ? undefined : mismatch(`the ${name} header is missing`);
  const given = decode(header);
  if (given === undefined) return mismatch(`${name} holds invalid characters`);
  if (expected === undefined) return mismatch(`${name} is given, the value in the body is not`);
  if (given === expected) return undefined;
  if (typeof value === "number" && given.trim() !== "" && Number(given) === value) return undefined;
  return mismatch(`${name} does not match the body`);
}

/** A header value as text: plain ASCII, or Base64 of UTF-8, padded, between the sentinel marks; undefined when it is neither. */
function decode(header: string): string | undefined {
  if (!/^[\t\x20-\x7e]*$/.test(header)) return undefined;
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(header) ?? [];
  if (encoded === undefined) return header;
  const bytes = fromBase64(encoded);
  return bytes === undefined || toBase64(bytes) !== encoded ? undefined : textOf(bytes);
}
