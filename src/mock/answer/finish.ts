import {
  headerMismatch,
  methodNotFound,
  missingRequiredClientCapability,
  unsupportedProtocolVersion,
} from "../../jsonrpc/error-codes.ts";
import { type JsonObject, asObject } from "../../jsonrpc/json.ts";
import { eraOf } from "../../spec/revision.ts";
import type { Answer } from "../conversation/answer.ts";
import type { Call } from "./call.ts";
import { metaKeys } from "../era/era.ts";
import { shapeDefinition } from "../era/revision-shape.ts";

const cacheable = [
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
];

/** The JSON-RPC message of an answer, with what stateless revisions add to every result. */
export function answerMessage(call: Call, answer: Answer): JsonObject {
  const envelope = { jsonrpc: "2.0", id: call.id };
  if ("error" in answer) return { ...envelope, error: answer.error };
  const asItIs = answer.whole === true || eraOf(call.revision) === "stateful";
  return { ...envelope, result: asItIs ? answer.result : statelessResult(call, answer.result) };
}

function statelessResult(call: Call, result: JsonObject): JsonObject {
  const resultType = result["resultType"] ?? "complete";
  const caching = resultType === "complete" && cacheable.includes(call.method);
  const { ttlMs, cacheScope } = call.script.caching ?? { ttlMs: 0, cacheScope: "public" };
  const meta: JsonObject = call.omits("server-info")
    ? {}
    : { [metaKeys.serverInfo]: shapeDefinition("implementation", call.script.serverInfo, call.revision) };
  return {
    resultType,
    ...result,
    ...(caching ? { ttlMs, cacheScope } : {}),
    _meta: { ...asObject(result["_meta"]), ...meta },
  };
}

/** The HTTP status of an answer: from 2026-07-28 on some errors have one of their own (basic/transports/streamable-http). */
export function statusOf(call: Call, answer: Answer): number {
  if ("result" in answer) return 200;
  if (answer.status !== undefined) return answer.status;
  if (eraOf(call.revision) === "stateful" || call.omits("method-status")) return 200;
  if (answer.error.code === methodNotFound) return 404;
  return [headerMismatch, missingRequiredClientCapability, unsupportedProtocolVersion].includes(answer.error.code) ? 400 : 200;
}
