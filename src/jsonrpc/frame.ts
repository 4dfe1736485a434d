import { type Json, type JsonObject, isArray, isObject } from "./json.ts";
import { parseBounded } from "./nesting.ts";

/** A JSON-RPC id as MCP allows it: a string or an integer, never null (basic/index, "Requests"). */
export type JsonRpcId = string | number;

/** The error member of a JSON-RPC error response; members are unknown until checked, since a peer wrote them. */
export type JsonRpcError = { readonly code?: Json; readonly message?: Json; readonly data?: Json };

/**
 * What one frame from the wire turned out to be. Classification is lenient: a frame that is recognisable but wrong
 * (say, without `jsonrpc`) keeps its kind and lists what is wrong in `defects`, so that a check can accuse it precisely
 * and the session can still go on.
 */
export type Frame =
  | {
      readonly kind: "request";
      readonly id: Json;
      readonly method: string;
      readonly params: Json | undefined;
      readonly value: JsonObject;
      readonly defects: readonly string[];
    }
  | {
      readonly kind: "notification";
      readonly method: string;
      readonly params: Json | undefined;
      readonly value: JsonObject;
      readonly defects: readonly string[];
    }
  | {
      readonly kind: "result";
      readonly id: Json | undefined;
      readonly result: Json;
      readonly value: JsonObject;
      readonly defects: readonly string[];
    }
  | {
      readonly kind: "error";
      readonly id: Json | undefined;
      readonly error: JsonRpcError;
      readonly value: JsonObject;
      readonly defects: readonly string[];
    }
  | {
      readonly kind: "batch";
      readonly items: readonly Frame[];
      readonly value: readonly Json[];
      readonly defects: readonly string[];
    }
  | { readonly kind: "not-jsonrpc"; readonly value: Json; readonly defects: readonly string[] }
  | { readonly kind: "not-json"; readonly defects: readonly string[] };

/** A frame that answers a request. */
export type AnswerFrame = Extract<Frame, { kind: "result" | "error" }>;

/** Parses and classifies the text of one frame; what nests beyond reason is cut off. Never throws. */
export function parseFrame(text: string): Frame {
  let value: Json;
  try {
    value = parseBounded(text);
  } catch (error) {
    return { kind: "not-json", defects: [error instanceof Error ? error.message : String(error)] };
  }
  return classify(value);
}

/**
 * Classifies a parsed JSON value as a JSON-RPC frame (https://www.jsonrpc.org/specification). Never throws. In JSON a member
 * that is undefined is not there, so that reading tells both at once.
 */
export function classify(value: Json): Frame {
  if (isArray(value)) {
    return {
      kind: "batch",
      items: value.map(classifyMember),
      value,
      defects: value.length === 0 ? ["a batch must not be empty"] : [],
    };
  }
  if (!isObject(value))
    return { kind: "not-jsonrpc", value, defects: [`a JSON ${value === null ? "null" : typeof value}, expected an object`] };
  const defects = envelopeDefects(value);
  const { method, error, result } = value;
  if (typeof method === "string") return classifyCall(value, method, defects);
  if (error !== undefined || result !== undefined) return classifyAnswer(value, defects);
  return { kind: "not-jsonrpc", value, defects: [...defects, "neither method nor result nor error"] };
}

/** A batch in a batch is no message: https://www.jsonrpc.org/specification#batch. */
function classifyMember(value: Json): Frame {
  return isArray(value) ? { kind: "not-jsonrpc", value, defects: ["a JSON array, expected an object"] } : classify(value);
}

function envelopeDefects(value: JsonObject): string[] {
  const said = value["jsonrpc"];
  if (said === undefined) return ['the member "jsonrpc" is missing'];
  return said === "2.0" ? [] : [`"jsonrpc" is ${JSON.stringify(said)}, expected "2.0"`];
}

function classifyCall(value: JsonObject, method: string, defects: string[]): Frame {
  const params = value["params"];
  if (params !== undefined && !isObject(params)) defects.push("params is not an object");
  if (value["result"] !== undefined || value["error"] !== undefined) defects.push("method beside result or error");
  const id = value["id"];
  if (id === undefined) return { kind: "notification", method, params, value, defects };
  if (!isId(id)) defects.push(`id is ${JSON.stringify(id)}, expected a string or an integer`);
  return { kind: "request", id, method, params, value, defects };
}

function classifyAnswer(value: JsonObject, defects: string[]): Frame {
  const { id, error, result } = value;
  if (error !== undefined && result !== undefined) defects.push("both result and error");
  if (error === undefined) {
    if (!isId(id))
      defects.push(id === undefined ? "a result without id" : `id is ${JSON.stringify(id)}, expected a string or an integer`);
    return { kind: "result", id, result: result ?? null, value, defects };
  }
  if (!isObject(error)) {
    defects.push("error is not an object");
    return { kind: "error", id, error: {}, value, defects };
  }
  if (!Number.isInteger(error["code"])) defects.push("error.code is not an integer");
  if (typeof error["message"] !== "string") defects.push("error.message is not a string");
  return { kind: "error", id, error, value, defects };
}

/** Whether a value may be the id of an MCP request. */
export function isId(value: unknown): value is JsonRpcId {
  return typeof value === "string" || (typeof value === "number" && Number.isInteger(value));
}
