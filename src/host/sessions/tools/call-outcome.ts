import type { JsonObject } from "../../../jsonrpc/json.ts";

/**
 * What became of a call: the server's result (which may itself say it is an error), a JSON-RPC error, silence for so many
 * seconds, the caller's own abort, or a connection that was not there or broke. `message` is what a model may be told.
 */
export type CallOutcome =
  | { readonly kind: "result"; readonly result: JsonObject }
  | { readonly kind: "error" | "timeout" | "aborted" | "lost"; readonly message: string };
