import { asObject, valueAt, isObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { type ClientAnswers, clientResult } from "./client-role.ts";

/**
 * What a client adds to the params of a request to retry it after `input_required` (basic/patterns/mrtr): an answer for
 * every input request it can serve, and the request state exactly as it came. Undefined when the result asks for nothing.
 */
export function inputResponses(result: Json | undefined, client: ClientAnswers): JsonObject | undefined {
  if (valueAt(result, "resultType") !== "input_required") return undefined;
  const responses: Record<string, Json> = {};
  for (const [key, request] of Object.entries(asObject(valueAt(result, "inputRequests")))) {
    const method = valueAt(request, "method");
    const response =
      isObject(request) && typeof method === "string" ? clientResult(method, request["params"], client) : undefined;
    if (response !== undefined) responses[key] = response;
  }
  const state = valueAt(result, "requestState");
  return { inputResponses: responses, ...(state === undefined ? {} : { requestState: state }) };
}
