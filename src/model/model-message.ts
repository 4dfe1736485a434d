/** Who speaks in a conversation with a model. */
export type ModelRole = "system" | "user" | "assistant" | "tool";

/** A part of a message: text, or an image in base64. */
export type ContentPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly data: string; readonly mediaType: string };

/** A call of the assistant, as it goes into the history. `arguments` is text: what the model gave. */
export type ModelToolCall = { readonly id?: string; readonly name: string; readonly arguments: string };

/** A message of the history, in a form every wire can be written from. */
export type ModelMessage = {
  readonly role: ModelRole;
  readonly content: string | readonly ContentPart[];
  /** The assistant's reasoning, sent back on wires that take it. */
  readonly reasoning?: string;
  /** Calls of an assistant message. */
  readonly toolCalls?: readonly ModelToolCall[];
  /** The call a `tool` message answers. */
  readonly toolCallId?: string;
  /** The name of the tool a `tool` message comes from (`tool_name` on Ollama), or of a participant. */
  readonly name?: string;
};

/** The text of a message, parts concatenated as they are. */
export function textOf(message: Pick<ModelMessage, "content">): string {
  if (typeof message.content === "string") return message.content;
  return message.content.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

/** The images of a message. */
export function imagesOf(message: Pick<ModelMessage, "content">): readonly Extract<ContentPart, { kind: "image" }>[] {
  return typeof message.content === "string" ? [] : message.content.filter((part) => part.kind === "image");
}
