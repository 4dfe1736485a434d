import * as z from "zod";
import { documentedCard, publishedCard } from "../../agent/wire/agent-card.ts";
import type { JsonObject } from "../../jsonrpc/json.ts";
import { isSmuggled } from "../policy/starters.ts";
import type { Asker } from "../surface/chat-request.ts";
import { readBy } from "../surface/fields.ts";
import { type HttpExchange, sendJson } from "../surface/http-exchange.ts";
import type { Mount } from "../surface/mount.ts";
import { mountServer } from "../surface/own-server/own-server.ts";
import { readBody, readJsonObject } from "../surface/read-body.ts";
import { pathOf } from "../surface/route.ts";
import { answerA2a, mostBytes } from "./answer-a2a.ts";
import { bridgeAnswers, bridgeTools } from "./bridge-tools.ts";
import { type BridgeCore, createBridgeCore } from "./bridge-core.ts";
import type { BridgeSetup } from "./bridge-setup.ts";
import { webhookEvents } from "./notices.ts";
import { receiveResult } from "./receive-result.ts";
import { answerSessionChat, sendSessionEvents } from "./session-chat.ts";

/** A bridge: what is mounted for every path but the list of models, and what is known from inside. */
export type Bridge = Mount & { readonly core: BridgeCore };

type Handler = (core: BridgeCore, exchange: HttpExchange, asker: Asker) => Promise<void> | void;

/** Every path of a bridge but /mcp. */
const routes: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  "/.well-known/agent-card.json": { GET: sendCard },
  "/.well-known/agent.json": { GET: sendCard },
  "/.well-known/agent": { GET: sendCard },
  "/health": { GET: ({ desk }, { response }) => sendJson(response, 200, { status: "ok", open_tasks: desk.open() }) },
  "/a2a": { POST: answerA2a },
  "/notifications/register": { POST: register },
  "/notifications/*": { DELETE: unregister },
  "/webhook": { POST: receiveResult },
  "/v1/chat/completions": { POST: answerSessionChat },
  "/v1/events": { GET: sendSessionEvents },
};

/** An agent around a host, which others reach by A2A, as an MCP server, and by webhooks. */
export function createBridge(setup: BridgeSetup): Bridge {
  const core = createBridgeCore(setup);
  const { surface, name, tools } = setup;
  const mcp = mountServer({ id: "mcpcheck-bridge", title: name, tools: bridgeTools(tools), live: bridgeAnswers(core) }, surface);
  const { access } = surface.host.setup.profile.policy;
  return {
    core,
    takes: (path) => !path.startsWith("/v1/models"),
    answer(exchange, asker) {
      const { method = "GET", url } = exchange.request;
      const path = pathOf(url);
      if (mcp.takes(path)) return mcp.answer(exchange, asker);
      const found = routes[path] ?? routes[path.replace(/\/[^/]+$/, "/*")];
      if (found === undefined) return sendJson(exchange.response, 404, { error: `there is no ${path}` });
      const handler = found[method === "HEAD" ? "GET" : method];
      if (handler === undefined)
        return sendJson(
          exchange.response,
          405,
          { error: `${method} is not allowed here` },
          { allow: Object.keys(found).join(", ") },
        );
      if (method === "POST" && isSmuggled(asker.caller, access))
        return sendJson(exchange.response, 415, { error: "a page of another origin has to send content-type: application/json" });
      return handler(core, exchange, asker);
    },
    close() {
      mcp.close();
      core.close();
    },
  };
}

function sendCard({ setup }: BridgeCore, { response }: HttpExchange): void {
  const { name, description, skills, surface } = setup;
  const agent = { name, description, skills, url: setup.url(), version: surface.host.setup.version };
  const card: JsonObject = setup.wire === "published" ? publishedCard(agent) : documentedCard(agent);
  sendJson(response, 200, card, { "cache-control": "max-age=60" });
}

const registration = z
  .looseObject({
    url: z.string().optional(),
    webhook_url: z.string().optional(),
    events: z.array(z.enum(webhookEvents)).min(1).nullish(),
  })
  .refine(({ url, webhook_url: other }) => (url ?? other) !== undefined, { path: ["url"], message: "expected an address" });

async function register({ notices }: BridgeCore, { request, response }: HttpExchange): Promise<void> {
  const body = await readBody(request, mostBytes);
  const json = "refusal" in body ? body : readJsonObject(body.value);
  const read = "refusal" in json ? json : readBy(registration, json.value);
  if ("refusal" in read) return sendJson(response, read.refusal.status, { error: read.refusal.message });
  const { url, webhook_url: other, events } = read.value;
  const wanted = events ?? webhookEvents;
  const registered = notices.register(url ?? other ?? "", wanted);
  if ("error" in registered)
    return sendJson(response, registered.error === "internal" ? 503 : 400, { error: registered.message });
  const { id, secret } = registered.value;
  sendJson(response, 200, { subscription_id: id, secret, events: wanted });
}

function unregister({ notices }: BridgeCore, { request, response }: HttpExchange): void {
  const id = pathOf(request.url).slice("/notifications/".length);
  if (notices.unregister(id)) sendJson(response, 200, { deleted: id });
  else sendJson(response, 404, { error: "there is no such subscription" });
}
