import { randomUUID } from "node:crypto";
import { asObject, isArray, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { asText, parsed } from "../../../check/host/server-messages.ts";
import { isDocumented } from "../case/documented-method.ts";
import type { AgentRequest, ChatRequest, RawRequest } from "../case/host-case.ts";

/** Where a bridge says in its card that it is asked, and where the card is looked for. */
const cards = ["/.well-known/agent-card.json", "/.well-known/agent.json"];

/**
 * A request to a bridge as one over HTTP, at the path its card names; /a2a where it names none. Of the address in the card only the path
 * is taken: the host was reached already.
 */
export async function agentRequest(
  base: string,
  { method, params, id = 1, headers, text }: AgentRequest,
  stop: AbortSignal,
): Promise<RawRequest> {
  const version = isDocumented(method) ? {} : { "a2a-version": "1.0" };
  const body = { jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) };
  const own = { "content-type": "application/json", ...version, ...headers };
  const given = Object.fromEntries(Object.entries(own).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
  return { method: "POST", path: await pathOf(base, stop), headers: given, ...(text === undefined ? { body } : { text }) };
}

/** A chat as a message of A2A 1.0: what the user says. */
export function messageOf({ say = "" }: ChatRequest): AgentRequest {
  const message = { messageId: randomUUID(), role: "ROLE_USER", parts: [{ text: say }] };
  return { method: "SendMessage", params: { message } };
}

/** The text that answers a message, on either wire: of the artifacts of its task, or of a message instead of a task. */
export function resultIn(answer: Json | undefined): string {
  const task = valueAt(answer, "result", "task");
  const artifacts = valueAt(task, "artifacts");
  const told = task === undefined ? [valueAt(answer, "result", "message")] : isArray(artifacts) ? artifacts : [];
  const parts = told.flatMap((one) => {
    const own = valueAt(one, "parts");
    return isArray(own) ? own : [];
  });
  return parts.map((part) => asText(valueAt(part, "text"))).join("");
}

async function pathOf(base: string, stop: AbortSignal): Promise<string> {
  for (const place of cards) {
    const card = await fetch(`${base}${place}`, { signal: stop })
      .then(async (response) => (response.ok ? asObject(parsed(await response.text())) : {}))
      .catch((): JsonObject => ({}));
    const named = addressIn(card);
    if (named !== undefined && URL.canParse(named)) return new URL(named).pathname;
  }
  return "/a2a";
}

function addressIn(card: JsonObject): string | undefined {
  const interfaces = isArray(card["supportedInterfaces"]) ? card["supportedInterfaces"] : [];
  const found = interfaces.find((one) => valueAt(one, "protocolBinding") === "JSONRPC");
  const url = valueAt(found, "url") ?? card["url"];
  return typeof url === "string" ? url : undefined;
}
