import { asObject, isArray, type Json } from "../../../jsonrpc/json.ts";

/** The text of a content: itself, or what its parts hold as `text`, one after the other. */
export function textOfParts(content: Json | undefined): string {
  if (typeof content === "string") return content;
  if (!isArray(content)) return "";
  return content
    .map((part) => asObject(part)["text"])
    .filter((text) => typeof text === "string")
    .join("");
}
