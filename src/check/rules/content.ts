import { asObject, isArray, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { hasUriScheme, isBase64, isMediaType } from "./text-forms.ts";

/** What is wrong with the base64 data of an image, audio or embedded resource block; undefined for blocks without. */
export function base64Defect(block: JsonObject): string | undefined {
  const [member, value] = binaryOf(block);
  if (member === undefined) return undefined;
  if (typeof value !== "string") return `${member} is ${JSON.stringify(value) ?? "missing"}, expected base64`;
  return isBase64(value) ? undefined : `${member} is not padded base64: ${JSON.stringify(value.slice(0, 24))}`;
}

/** Whether a block carries binary data. */
export function isBinary(block: JsonObject): boolean {
  return binaryOf(block)[0] !== undefined;
}

function binaryOf(block: JsonObject): readonly [string | undefined, Json | undefined] {
  if (block["type"] === "image" || block["type"] === "audio") return ["data", block["data"]];
  const resource = asObject(block["resource"]);
  return block["type"] === "resource" && resource["blob"] !== undefined
    ? ["resource.blob", resource["blob"]]
    : [undefined, undefined];
}

/** What is wrong with the MIME type of an image or audio block; undefined for other blocks. */
export function mimeTypeDefect(block: JsonObject): string | undefined {
  const { type, mimeType } = block;
  if (type !== "image" && type !== "audio") return undefined;
  if (typeof mimeType !== "string") return `the ${type} has no mimeType`;
  if (!isMediaType(mimeType)) return `${JSON.stringify(mimeType)} is not a MIME type`;
  return undefined;
}

/** What an embedded resource lacks; undefined when it is whole, or no embedded resource. */
export function embeddedDefect(block: JsonObject): string | undefined {
  if (block["type"] !== "resource") return undefined;
  const { uri, text, blob } = asObject(block["resource"]);
  if (typeof uri !== "string" || !hasUriScheme(uri)) return `an embedded resource with the uri ${JSON.stringify(uri)}`;
  return typeof text === "string" || typeof blob === "string" ? undefined : "an embedded resource with neither text nor blob";
}

/** What is out of range in the annotations of a resource or block (`audience`, `priority`); undefined when nothing is. */
export function annotationDefect(item: JsonObject): string | undefined {
  const { audience, priority } = asObject(item["annotations"]);
  if (priority !== undefined && !(typeof priority === "number" && priority >= 0 && priority <= 1))
    return `priority is ${JSON.stringify(priority)}, expected 0 to 1`;
  if (audience === undefined) return undefined;
  const known = isArray(audience) && audience.every((role) => role === "user" || role === "assistant");
  return known ? undefined : `audience is ${JSON.stringify(audience)}`;
}
