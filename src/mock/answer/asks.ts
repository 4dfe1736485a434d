import { internalError, missingRequiredClientCapability } from "../../jsonrpc/error-codes.ts";
import { type Json, type JsonObject, asObject, isObject } from "../../jsonrpc/json.ts";
import { eraOf } from "../../spec/revision.ts";
import { type Answer, badParams, refuse } from "../conversation/answer.ts";
import type { Call } from "./call.ts";
import { firstSchemaError } from "../script/json-schema.ts";
import { openState, sealState } from "./request-state.ts";
import type { Ask } from "../script/script.ts";

/** What the client answered by key, or what to answer instead when it cannot or will not. */
export type Gathered = { readonly answers: JsonObject } | { readonly instead: Answer };

/** Asks the client, in the way of its era, for everything in `asks`. */
export async function gather(call: Call, asks: readonly Ask[]): Promise<Gathered> {
  const wanted = asks.filter((ask) => ask.optional !== true || declared(call, ask));
  return eraOf(call.revision) === "stateless" ? gatherByRetry(call, wanted) : gatherByRequests(call, wanted);
}

async function gatherByRequests(call: Call, asks: readonly Ask[]): Promise<Gathered> {
  const answers: Record<string, Json> = {};
  for (const ask of asks) {
    if (!declared(call, ask) && !call.omits("client-capabilities"))
      return { instead: sorry(call, `this needs a client that supports ${ask.method}`) };
    const answer = await call.ask(ask.method, paramsOf(call, ask));
    if ("error" in answer) return { instead: sorry(call, `the client refused ${ask.method}`) };
    const defect = defectOf(ask, answer.result);
    if (defect !== undefined) return { instead: sorry(call, `the client's answer to ${ask.method} is not valid: ${defect}`) };
    answers[ask.key] = answer.result;
  }
  return { answers };
}

/** A call that cannot go on: a failed tool result where there is one, an error elsewhere. */
function sorry(call: Call, text: string): Answer {
  if (call.method !== "tools/call") return refuse(internalError, text);
  return { result: { content: [{ type: "text", text }], isError: true } };
}

/** Multi round-trip requests: everything still missing is asked for in one `input_required` result (basic/patterns/mrtr). */
function gatherByRetry(call: Call, asks: readonly Ask[]): Gathered {
  const state = call.params["requestState"];
  const earlier = state === undefined ? undefined : openState(call, state);
  if (state !== undefined && earlier === undefined && !call.omits("request-state"))
    return { instead: badParams("Invalid or expired requestState") };
  const responses = call.params["inputResponses"] ?? {};
  if (!isObject(responses)) return { instead: badParams("inputResponses must be an object") };
  const answers: Record<string, Json> = { ...(earlier as Record<string, Json> | undefined) };
  if (state !== undefined || standsAlone(asks)) {
    for (const ask of asks) {
      const response = responses[ask.key];
      if (response === undefined) continue;
      const defect = defectOf(ask, response);
      if (defect !== undefined) return { instead: badParams(`inputResponses.${ask.key} is not valid: ${defect}`) };
      answers[ask.key] = response;
    }
  }
  const missing = asks.filter((ask) => answers[ask.key] === undefined);
  if (missing.length === 0) return { answers };
  const ready = missing.filter(({ after }) => after === undefined || answers[after] !== undefined);
  return { instead: askFor(call, ready.length === 0 ? missing : ready, answers) };
}

function askFor(call: Call, missing: readonly Ask[], answered: JsonObject): Answer {
  const undeclared = missing.filter((ask) => !declared(call, ask));
  if (undeclared.length > 0 && !call.omits("client-capabilities")) {
    const requiredCapabilities = Object.assign({}, ...undeclared.map(capabilityFor)) as JsonObject;
    const methods = undeclared.map((ask) => ask.method).join(", ");
    return refuse(missingRequiredClientCapability, `This needs a client capability that was not declared: ${methods}`, {
      requiredCapabilities,
    });
  }
  const inputRequests = Object.fromEntries(
    missing.map((ask) => [
      ask.key,
      { method: ask.method, ...(ask.method === "roots/list" ? {} : { params: paramsOf(call, ask) ?? {} }) },
    ]),
  );
  const state = standsAlone(missing) ? {} : { requestState: sealState(call, answered) };
  return { result: { resultType: "input_required", inputRequests, ...state } };
}

/** Whether everything is asked for without state. */
function standsAlone(asks: readonly Ask[]): boolean {
  return asks.every((ask) => ask.withoutState === true);
}

function paramsOf(call: Call, ask: Ask): JsonObject | undefined {
  if (ask.method !== "elicitation/create" || call.revision >= "2025-11-25") return ask.params;
  const { mode: _, ...rest } = ask.params ?? {};
  return rest;
}

function capabilityFor(ask: Ask): JsonObject {
  if (ask.method === "sampling/createMessage") return { sampling: ask.params?.["tools"] === undefined ? {} : { tools: {} } };
  if (ask.method === "roots/list") return { roots: {} };
  return { elicitation: { [modeOf(ask)]: {} } };
}

function modeOf(ask: Ask): "form" | "url" {
  return ask.params?.["mode"] === "url" ? "url" : "form";
}

/** Whether the client said it can do this. An empty elicitation capability means forms only. */
function declared(call: Call, ask: Ask): boolean {
  const { sampling, roots, elicitation } = call.capabilities;
  if (ask.method === "sampling/createMessage")
    return isObject(sampling) && (ask.params?.["tools"] === undefined || isObject(sampling["tools"]));
  if (ask.method === "roots/list") return isObject(roots);
  if (call.revision < "2025-06-18" || !isObject(elicitation)) return false;
  if (call.revision < "2025-11-25") return modeOf(ask) === "form";
  return modeOf(ask) === "form"
    ? isObject(elicitation["form"]) || Object.keys(elicitation).length === 0
    : isObject(elicitation["url"]);
}

/** What is wrong with a client's answer, or undefined. */
function defectOf(ask: Ask, answer: Json): string | undefined {
  if (!isObject(answer)) return "not an object";
  if (ask.method === "sampling/createMessage") {
    const sound =
      typeof answer["role"] === "string" && typeof answer["model"] === "string" && typeof answer["content"] === "object";
    return sound ? undefined : "role, content and model are required";
  }
  if (ask.method === "roots/list") return Array.isArray(answer["roots"]) ? undefined : "roots must be an array";
  if (!["accept", "decline", "cancel"].some((action) => action === answer["action"]))
    return "action must be accept, decline or cancel";
  if (answer["action"] !== "accept" || modeOf(ask) === "url") return undefined;
  return firstSchemaError(asObject(ask.params?.["requestedSchema"]), answer["content"] ?? {});
}
