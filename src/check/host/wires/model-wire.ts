import { isArray, type Json, type JsonObject } from "../../../jsonrpc/json.ts";

/** A tool as the model was offered it, whatever the wire. */
export type OfferedTool = { readonly name: string; readonly description: string; readonly schema: Json | undefined };

/** A message of the history as the model was given it, whatever the wire: each result of a call is a message of role `tool`. */
export type ModelMessage = {
  readonly role: string;
  readonly text: string;
  readonly calls: readonly { readonly id: Json | undefined; readonly name: string; readonly arguments: Json | undefined }[];
  /** Of a tool result: the call it answers; undefined where the wire names none. */
  readonly answers: Json | undefined;
};

/** How the body of a request is read on one wire. */
export type ModelWire = {
  /** Whether a request to this path asks for an answer on it. */
  readonly asksAt: (path: string) => boolean;
  readonly tools: (body: Json) => OfferedTool[];
  readonly messages: (body: Json) => ModelMessage[];
};

/** A message that holds text and nothing else. */
export const saying = (role: string, text: string): ModelMessage => ({ role, text, calls: [], answers: undefined });

/** The result of a call. */
export const resultOf = (answers: Json | undefined, text: string): ModelMessage => ({ role: "tool", text, calls: [], answers });

/** A tool with its schema where it stands on the wire. */
export const toolOf = (tool: JsonObject, schema: Json | undefined): OfferedTool => ({
  name: typeof tool["name"] === "string" ? tool["name"] : "",
  description: typeof tool["description"] === "string" ? tool["description"] : "",
  schema,
});

/** The items of an array, none where it is something else. */
export const listed = (value: Json | undefined): readonly Json[] => (isArray(value) ? value : []);
