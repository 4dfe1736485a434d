import type { JsonObject } from "../../jsonrpc/json.ts";

/**
 * A tool whose answer is worked out when it is called, instead of being written down in the script. It is given the arguments, which fit
 * the schema, and the `_meta` of the call, and gives the result of `tools/call`; `signal` says that the call was cancelled. What it throws
 * is an internal error.
 */
export type LiveTool = (input: JsonObject, meta: JsonObject, signal: AbortSignal) => Promise<JsonObject>;

/** Live tools by name. The script has their definitions. */
export type LiveTools = ReadonlyMap<string, LiveTool>;
