import type { Json, JsonObject } from "../../jsonrpc/json.ts";

/**
 * One input for a server, as data. `what` says in words what is odd about it and `target` what it is aimed at, so that the
 * same fault found twice is told once.
 */
export type FuzzCase = { readonly what: string } & (
  | { readonly kind: "call"; readonly tool: string; readonly arguments: Json | undefined }
  | {
      readonly kind: "request";
      readonly method: string;
      readonly params?: JsonObject;
      readonly meta?: JsonObject;
      readonly id?: Json;
    }
  | { readonly kind: "notify"; readonly method: string; readonly params?: JsonObject }
  | { readonly kind: "raw"; readonly text: string }
);

/** What an input is aimed at: a tool, a method, or the framing. */
export function targetOf(input: FuzzCase): string {
  if (input.kind === "call") return `tools/call ${input.tool}`;
  return input.kind === "raw" ? `raw ${input.what}` : `${input.kind} ${input.method.slice(0, 40)}`;
}

/** The longest text of an input in a message, in UTF-16 units. */
const shownLength = 240;

/** An input in one line, for messages: what it is, and the JSON or the text that was sent. */
export function caseText(input: FuzzCase): string {
  const text = sentText(input);
  return `${input.what}: ${text.length > shownLength ? `${text.slice(0, shownLength)}… (${text.length} characters)` : text}`;
}

function sentText(input: FuzzCase): string {
  switch (input.kind) {
    case "call":
      return `tools/call ${JSON.stringify({ name: input.tool, arguments: input.arguments })}`;
    case "request": {
      const id = input.id === undefined ? "" : ` id ${JSON.stringify(input.id)}`;
      const meta = input.meta === undefined ? "" : ` _meta ${JSON.stringify(input.meta)}`;
      return `${JSON.stringify(input.method)}${id} ${JSON.stringify(input.params ?? {})}${meta}`;
    }
    case "notify":
      return `${JSON.stringify(input.method)} ${JSON.stringify(input.params ?? {})}`;
    case "raw":
      return JSON.stringify(input.text);
  }
}
