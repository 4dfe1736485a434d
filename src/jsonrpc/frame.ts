import { holdsTooMuch, longestId, mostValues } from "./bounds.ts";
import { type Json, type JsonObject, isArray, isObject } from "./json.ts";
import { cutDepths } from "./nesting.ts";
import { endOfObject, outline } from "./outline.ts";
import { type KnownResults, parseSharing } from "./parse-sharing.ts";

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
  | {
      readonly kind: "not-jsonrpc";
      readonly value: Json;
      /** The id of what it is meant to answer: it calls itself JSON-RPC and has an id, but nothing that it says. */
      readonly answers?: Json;
      readonly defects: readonly string[];
    }
  /** It was not read, for what it would cost: whatever it is, nobody is accused of it. `why` says what was too much. */
  | {
      readonly kind: "too-large";
      /** The id it seems to have; undefined where that was not found. */
      readonly id: Json | undefined;
      /** Whether it may be the answer to a request: it is no request or notification itself. */
      readonly mayAnswer: boolean;
      readonly why: string;
      readonly defects: readonly string[];
    }
  | { readonly kind: "not-json"; readonly defects: readonly string[] };

/** A frame that answers a request. */
export type AnswerFrame = Extract<Frame, { kind: "result" | "error" }>;

/**
 * Parses and classifies the text of one frame; what nests beyond reason is cut off, and what holds more than a message may
 * is not parsed at all. Results found in `known`, by their text, are taken from there, and long ones are added to it. Never throws.
 */
export function parseFrame(text: string, known?: KnownResults): Frame {
  if (holdsTooMuch(text)) return tooLarge(text, `it holds more than ${mostValues} values`);
  let value: Json;
  try {
    value = cutDepths(text, parseSharing(text, known));
  } catch (error) {
    return { kind: "not-json", defects: [error instanceof Error ? error.message : String(error)] };
  }
  return classify(value);
}

/** So many characters behind a message are looked at to tell whether more JSON comes. */
const longestGap = 64;

/**
 * As `parseFrame`, for what a subject wrote: a byte order mark before it, or text behind it, is a defect of the message, and does not
 * keep it from being read.
 */
export function parseReceived(text: string, known?: KnownResults): Frame {
  if (text.startsWith("\uFEFF")) {
    const frame = parseFrame(text.slice(1), known);
    return { ...frame, defects: ["a byte order mark comes before it", ...frame.defects] };
  }
  const frame = parseFrame(text, known);
  return frame.kind === "not-json" ? (parseBeforeText(text, known) ?? frame) : frame;
}

/** The text behind a message, of which `frame` was read; undefined where nothing is. */
export function textBehind(text: string, frame: Frame): string | undefined {
  return frame.defects.includes(textStandsBehind) ? text.slice(endOfObject(text)).trim() : undefined;
}

/** The defect of a message with something behind it that is none of it. */
const textStandsBehind = "text stands behind it";

/** The message a text begins with, where something stands behind it that is none of it. */
function parseBeforeText(text: string, known?: KnownResults): Frame | undefined {
  const end = endOfObject(text);
  // What looks like more JSON is no text.
  if (end === undefined || /^\s*[,:[\]{}]/.test(text.slice(end, end + longestGap))) return undefined;
  const frame = parseFrame(text.slice(0, end), known);
  return isForeign(frame) ? undefined : { ...frame, defects: [textStandsBehind, ...frame.defects] };
}

/** Whether a frame is nothing that a peer may be meant to take for a message. A response that says nothing is one, a wrong one. */
export function isForeign(frame: Frame): boolean {
  return frame.kind === "not-json" || (frame.kind === "not-jsonrpc" && frame.answers === undefined);
}

/** What can be said of the text of a message, or of its beginning, without reading it. */
export function tooLarge(text: string, why: string): Frame {
  const spans = outline(text, ["id", "method"]);
  const { id, method } = spans ?? {};
  const known = id !== undefined && id.to - id.from <= longestId ? text.slice(id.from, id.to) : "";
  return { kind: "too-large", id: scalar(known), mayAnswer: method === undefined, why, defects: [] };
}

function scalar(text: string): Json | undefined {
  try {
    return /^["\d-]/.test(text) ? (JSON.parse(text) as Json) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Classifies a parsed JSON value as a JSON-RPC frame (https://www.jsonrpc.org/specification). Never throws. In JSON a member
 * that is undefined is not there, so that reading tells both at once.
 */
function classify(value: Json): Frame {
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
  const { id, method, error, result } = value;
  if (typeof id === "string" && id.length > longestId) {
    const why = `its id is longer than ${longestId} characters`;
    return { kind: "too-large", id: undefined, mayAnswer: method === undefined, why, defects: [] };
  }
  if (typeof method === "string") return classifyCall(value, method, defects);
  if (error !== undefined || result !== undefined) return classifyAnswer(value, defects);
  const nothing = [...defects, "neither method nor result nor error"];
  if (value["jsonrpc"] === undefined || id === undefined) return { kind: "not-jsonrpc", value, defects: nothing };
  return { kind: "not-jsonrpc", value, answers: id, defects: nothing };
}

/** A batch in a batch is not a message: https://www.jsonrpc.org/specification#batch. */
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

/** An id, or the JSON of what stands in its place, as a text in which 7, "7" and [7] look alike. */
export function looseId(id: Json | undefined): string {
  if (isArray(id) && id.length === 1 && isId(id[0])) return looseId(id[0]);
  return typeof id === "string" ? id : JSON.stringify(id ?? null);
}

/** Whether a value may be the id of an MCP request. */
export function isId(value: unknown): value is JsonRpcId {
  return typeof value === "string" || (typeof value === "number" && Number.isInteger(value));
}
