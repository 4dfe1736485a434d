import type { JsonObject } from "../jsonrpc/json.ts";

/** Bytes of UTF-8 a token stands for, on average over the tokenizers of large models and text such as this. */
const bytesPerToken = 4;

/** What a model is given of a tool: name, description and input schema, as JSON. */
export function textOfTool({ name, description, inputSchema }: JsonObject): string {
  return JSON.stringify({ name, description, inputSchema });
}

/** Tokens of a text by rule of thumb, four bytes each: models count differently, by some tens of per cent. */
export function estimatedTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / bytesPerToken);
}
