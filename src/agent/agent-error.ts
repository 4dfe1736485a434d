import { internalError, invalidParams, invalidRequest, methodNotFound, parseError } from "../jsonrpc/error-codes.ts";

/** What can be wrong with what another agent asks (A2A 1.0, sections 5.4 and 9.5), with its code and the word for it in `ErrorInfo`. */
export const agentErrors = {
  "not-json": [parseError, "INVALID_JSON"],
  "invalid-request": [invalidRequest, "INVALID_REQUEST"],
  "unknown-method": [methodNotFound, "METHOD_NOT_FOUND"],
  "invalid-params": [invalidParams, "INVALID_PARAMS"],
  internal: [internalError, "INTERNAL"],
  "task-not-found": [-32001, "TASK_NOT_FOUND"],
  "task-not-cancelable": [-32002, "TASK_NOT_CANCELABLE"],
  unsupported: [-32004, "UNSUPPORTED_OPERATION"],
  "content-type": [-32005, "CONTENT_TYPE_NOT_SUPPORTED"],
  version: [-32009, "VERSION_NOT_SUPPORTED"],
} as const;

/** Why a request of another agent is not done, in words. */
export type AgentError = { readonly error: keyof typeof agentErrors; readonly message: string };

/** A value, or what was wrong with the request it was to come from. */
export type AgentRead<T> = { readonly value: T } | AgentError;

/** An error in words. */
export function agentError(error: AgentError["error"], message: string): AgentError {
  return { error, message };
}
