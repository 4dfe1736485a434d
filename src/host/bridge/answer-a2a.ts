import { type AgentError, agentError } from "../../agent/agent-error.ts";
import type { Wish } from "../../agent/asked.ts";
import { hopHeader, hopsOf } from "../../agent/hops.ts";
import { isFinal } from "../../agent/task.ts";
import type { AgentWire } from "../../agent/wire/agent-wire.ts";
import { documentedWire } from "../../agent/wire/documented-wire.ts";
import { publishedVersion, publishedWire } from "../../agent/wire/published-wire.ts";
import { headerOf } from "../../base/http/header-fields.ts";
import { isId, type JsonRpcId, parseFrame } from "../../jsonrpc/frame.ts";
import { asObject, type JsonObject } from "../../jsonrpc/json.ts";
import type { Asker } from "../surface/chat-request.ts";
import { type HttpExchange, sendJson } from "../surface/http-exchange.ts";
import { readBody } from "../surface/read-body.ts";
import type { BridgeCore } from "./bridge-core.ts";
import type { TaskDesk } from "./task-desk.ts";

/** The largest body another agent may send, in bytes. */
export const mostBytes = 1_048_576;

/** What is answered, or that the answer is a stream, which has been begun. */
type Outcome = { readonly result: JsonObject } | AgentError | "streamed";

/** Answers POST /a2a: one JSON-RPC request, in the form of the bridge's wire. */
export async function answerA2a(core: BridgeCore, exchange: HttpExchange, asker: Asker): Promise<void> {
  const { response, request } = exchange;
  const wire = core.setup.wire === "published" ? publishedWire : documentedWire;
  const { agentFaults: faults } = core.setup.surface.host.setup.profile.surface;
  const named = (fault: AgentError): AgentError =>
    faults.includes("codesInternal") && fault.error !== "unknown-method" ? { ...fault, error: "internal" } : fault;
  const refuse = (id: JsonRpcId | null, error: AgentError, status = 200): void =>
    sendJson(
      response,
      status,
      { jsonrpc: "2.0", id, error: wire.error(named(error)) },
      status === 413 ? { connection: "close" } : {},
    );
  const body = await readBody(request, mostBytes);
  if ("refusal" in body) return refuse(null, agentError("invalid-request", body.refusal.message), body.refusal.status);
  const frame = parseFrame(body.value);
  if (frame.kind === "not-json") return refuse(null, agentError("not-json", "the body is not JSON"));
  if (frame.kind !== "request" || !isId(frame.id) || frame.defects.length > 0)
    return refuse(null, agentError("invalid-request", "the body is not one JSON-RPC request with an id, a method and params"));
  const { id, method, params } = frame;
  const version = core.setup.wire === "published" ? versionFault(exchange) : undefined;
  if (version !== undefined) return refuse(id, version);
  const read = wire.read(method, asObject(params));
  const outcome = "error" in read ? read : await fulfil(core, wire, read.value, { id, exchange, asker });
  if (outcome === "streamed") return;
  if ("error" in outcome) return refuse(id, outcome);
  sendJson(response, 200, { jsonrpc: "2.0", id, result: outcome.result });
}

/** The version that is meant: none is 0.3 (A2A 1.0, section 3.6.2), which this wire is not. */
function versionFault({ request }: HttpExchange): AgentError | undefined {
  const query = new URL(request.url ?? "/", "http://localhost").searchParams.get("A2A-Version");
  const version = (headerOf(request.headers, "a2a-version") ?? query ?? "").trim();
  if (version === publishedVersion) return undefined;
  const named = version === "" ? "no A2A-Version is named, which means 0.3" : `A2A-Version ${version} is not spoken here`;
  return agentError("version", `${named}; this agent speaks ${publishedVersion}`);
}

type Asking = { readonly id: JsonRpcId; readonly exchange: HttpExchange; readonly asker: Asker };

async function fulfil(core: BridgeCore, wire: AgentWire, wish: Wish, asking: Asking): Promise<Outcome> {
  const { desk, notices } = core;
  const missing = (id: string): AgentError => agentError("task-not-found", `there is no task ${JSON.stringify(id)}`);
  switch (wish.kind) {
    case "send":
    case "stream":
      return await send(core, wire, wish, asking);
    case "get": {
      const task = desk.get(wish.id);
      return task === undefined
        ? missing(wish.id)
        : { result: wire.task(task, { historyLength: wish.historyLength, results: true }) };
    }
    case "list": {
      const page = desk.list(wish.filter);
      if (page === undefined) return agentError("invalid-params", "pageToken: no page gave it");
      return { result: wire.page(page, wish.filter.size, { historyLength: wish.historyLength, results: wish.results }) };
    }
    case "cancel": {
      const cancelled = cancelOf(core, wish.id);
      return "error" in cancelled
        ? cancelled
        : { result: wire.task(cancelled.value, { historyLength: undefined, results: true }) };
    }
    case "follow": {
      const task = desk.get(wish.id);
      if (task === undefined) return missing(wish.id);
      if (isFinal(task.state)) return agentError("unsupported", `the task is ${task.state}, and nothing more becomes of it`);
      return stream(core, wire, wish.id, asking);
    }
    case "push-create": {
      if (desk.get(wish.config.taskId) === undefined) return missing(wish.config.taskId);
      const pushed = notices.push(wish.config.taskId, wish.config);
      return "error" in pushed ? pushed : { result: pushed.value };
    }
    case "push-get": {
      const found = notices.pushed(wish.taskId, wish.id);
      return found === undefined ? missing(wish.taskId) : { result: found };
    }
    case "push-delete":
      if (desk.get(wish.taskId) === undefined) return missing(wish.taskId);
      notices.unpush(wish.taskId, wish.id);
      return { result: {} };
    case "push-list":
      if (desk.get(wish.taskId) === undefined) return missing(wish.taskId);
      return { result: { configs: notices.pushes(wish.taskId), nextPageToken: "" } };
  }
}

/** Cancels a task; a bridge that only says so on purpose leaves it to its work. */
function cancelOf({ desk, setup }: BridgeCore, id: string): ReturnType<TaskDesk["cancel"]> {
  const task = desk.get(id);
  const isIgnored = setup.surface.host.setup.profile.surface.agentFaults.includes("cancelIgnored");
  if (!isIgnored || task === undefined || isFinal(task.state)) return desk.cancel(id);
  return { value: { ...task, state: "canceled" } };
}

async function send(
  core: BridgeCore,
  wire: AgentWire,
  { kind, sending }: Extract<Wish, { kind: "send" | "stream" }>,
  asking: Asking,
): Promise<Outcome> {
  const { exchange, asker } = asking;
  const hops = hopsOf(headerOf(exchange.request.headers, hopHeader));
  const taken = core.take(sending, { hops, asker, streams: kind === "stream" });
  if ("error" in taken) return taken;
  const { id } = taken.value;
  if (kind === "stream") {
    const streamed = stream(core, wire, id, asking);
    core.desk.start(id);
    return streamed;
  }
  core.desk.start(id);
  const task = sending.background ? core.desk.get(id) : await core.desk.settled(id);
  return { result: wire.sent(task ?? taken.value, { historyLength: sending.historyLength, results: true }) };
}

/** Begins a stream of what becomes of a task. Whoever leaves it leaves the task to itself. */
function stream({ desk }: BridgeCore, wire: AgentWire, taskId: string, { id, exchange }: Asking): Outcome {
  const { response, gone } = exchange;
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache", "x-accel-buffering": "no" });
  response.flushHeaders();
  const task = desk.get(taskId);
  if (task !== undefined) response.write(wire.opening(id, task));
  const leave = desk.follow(taskId, (now, news) => {
    const event = wire.event(id, now, news);
    if (event !== "") response.write(event);
    if (!isFinal(now.state)) return;
    leave();
    response.end();
  });
  gone.addEventListener("abort", leave, { once: true });
  return "streamed";
}
