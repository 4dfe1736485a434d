import { invalidParams, methodNotFound } from "../../jsonrpc/error-codes.ts";
import type { Json, JsonObject } from "../../jsonrpc/json.ts";

/**
 * What a request is answered with. `status` is the HTTP status when the error needs one of its own; a result that is `whole` already
 * has what a revision adds to every result.
 */
export type Answer =
  | { readonly result: JsonObject; readonly whole?: true }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: Json }; readonly status?: number };

/** An error answer. */
export function refuse(code: number, message: string, data?: Json): Answer {
  return { error: data === undefined ? { code, message } : { code, message, data } };
}

/** -32602 with a reason. */
export function badParams(message: string, data?: Json): Answer {
  return refuse(invalidParams, message, data);
}

/** -32601 for a method this server does not have in the revision at hand. */
export function unknownMethod(method: string): Answer {
  return refuse(methodNotFound, `Method not found: ${method}`);
}
