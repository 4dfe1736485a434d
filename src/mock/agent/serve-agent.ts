import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AgentError, agentError } from "../../agent/agent-error.ts";
import type { PushConfig, Sending } from "../../agent/asked.ts";
import { type AgentTask, newTask, stepTask, type TaskStep } from "../../agent/task.ts";
import { documentedCard, publishedCard } from "../../agent/wire/agent-card.ts";
import type { AgentWire } from "../../agent/wire/agent-wire.ts";
import { documentedWire } from "../../agent/wire/documented-wire.ts";
import { publishedWire } from "../../agent/wire/published-wire.ts";
import type { Clock } from "../../base/time/clock.ts";
import { isId, parseFrame } from "../../jsonrpc/frame.ts";
import { asObject, type JsonObject } from "../../jsonrpc/json.ts";
import { type Listening, listenOn } from "../serve/listening.ts";
import type { AgentScript } from "./agent-script.ts";

/** What a mock agent is asked over HTTP, with its whole body. */
export type AgentRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** What is around a mock agent: the clock its work goes by, and who hears of what it is asked. */
export type AgentWorld = {
  readonly clock: Clock;
  readonly date: () => Date;
  readonly random: () => string;
  readonly heard: (request: AgentRequest) => void;
};

const all = { historyLength: undefined, results: true };
const json = { "content-type": "application/json" };

/** Plays a mock agent on a free port of loopback. What it still works on when it is closed has no end. */
export async function serveAgent(script: AgentScript, world: AgentWorld): Promise<Listening> {
  const wire: AgentWire = script.wire === "documented" ? documentedWire : publishedWire;
  const tasks = new Map<string, AgentTask>();
  const closed = new AbortController();
  let posted = 0;
  let base = "";

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming);
    world.heard(request);
    const [path = ""] = request.path.split("?");
    if (request.method === "GET" && path.startsWith("/.well-known/agent") && script.card !== undefined)
      return send(response, 200, cardOf(script, base));
    if (request.method !== "POST") return send(response, 404, { error: "there is nothing here" });
    if (path === "/a2a" && script.works !== undefined) return answerTask(request.text, response);
    const status = script.receives?.at(Math.min(posted, script.receives.length - 1)) ?? 404;
    posted += 1;
    return send(response, status, {});
  }

  async function answerTask(text: string, response: ServerResponse): Promise<void> {
    const frame = parseFrame(text);
    if (frame.kind !== "request" || !isId(frame.id)) return send(response, 400, { error: "expected one JSON-RPC request" });
    const asked = wire.read(frame.method, asObject(frame.params));
    const made = "error" in asked ? asked : await fulfil(asked.value);
    const outcome = "error" in made ? { error: wire.error(made) } : { result: made.result };
    send(response, 200, { jsonrpc: "2.0", id: frame.id, ...outcome });
  }

  async function fulfil(
    wish: Extract<ReturnType<AgentWire["read"]>, { value: unknown }>["value"],
  ): Promise<{ readonly result: JsonObject } | AgentError> {
    if (wish.kind === "send") return { result: wire.sent(await take(wish.sending), all) };
    const task = wish.kind === "get" ? tasks.get(wish.id) : undefined;
    if (task !== undefined) return { result: wire.task(task, all) };
    return wish.kind === "get"
      ? agentError("task-not-found", `there is no task ${JSON.stringify(wish.id)}`)
      : agentError("unsupported", "this agent takes tasks, and tells how they stand");
  }

  async function take({ newId, contextId, message, background, push, metadata }: Sending): Promise<AgentTask> {
    const [id, context, first] = [newId ?? world.random(), contextId ?? world.random(), message.id ?? world.random()];
    const messages = [{ id: first, role: message.role, text: message.text }];
    const begun = newTask({ id, contextId: context, messages, metadata }, world.date().toISOString());
    change(begun, { kind: "begin" });
    const ended = work(id, message.text, push);
    if (!background) await ended;
    return tasks.get(id) ?? begun;
  }

  function change(task: AgentTask, step: TaskStep): void {
    tasks.set(task.id, stepTask(task, step, world.date().toISOString()) ?? task);
  }

  async function work(id: string, text: string, push: PushConfig | undefined): Promise<void> {
    const { says = "", fails = false, afterMs } = script.works ?? {};
    if (afterMs !== undefined) await new Promise<void>((resolve) => void world.clock.setTimeout(afterMs, resolve));
    const said = says.replaceAll("{text}", text);
    const steps: readonly TaskStep[] = fails
      ? [{ kind: "fail", error: said }]
      : [
          { kind: "say", text: said },
          { kind: "complete", message: { id: world.random(), role: "agent", text: said } },
        ];
    for (const step of steps) {
      const task = tasks.get(id);
      if (task !== undefined) change(task, step);
    }
    const task = tasks.get(id);
    if (push !== undefined && task !== undefined) await tell(task, push);
  }

  /** Tells whoever waits for a task of its end, once. A receiver that cannot be reached asks by itself. */
  async function tell(task: AgentTask, { url, token }: PushConfig): Promise<void> {
    const headers = {
      "content-type": "application/a2a+json",
      ...(token === undefined ? {} : { "x-a2a-notification-token": token }),
    };
    const body = JSON.stringify(wire.sent(task, all));
    await fetch(url, { method: "POST", headers, body, signal: closed.signal }).catch(() => undefined);
  }

  const http = createServer((incoming, response) => void answer(incoming, response).catch(() => response.destroy()));
  const listening = await listenOn(http, { host: "127.0.0.1", port: 0 });
  ({ base } = listening);
  return {
    ...listening,
    async close() {
      closed.abort();
      await listening.close();
    },
  };
}

async function read(incoming: IncomingMessage): Promise<AgentRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(", ")]));
  return { method: incoming.method ?? "GET", path: incoming.url ?? "/", headers, text: Buffer.concat(chunks).toString("utf8") };
}

function send(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, json).end(JSON.stringify(body));
}

function cardOf({ id, wire, card = { description: "", tags: [] } }: AgentScript, url: string): JsonObject {
  const { description, tags } = card;
  const skills = [{ id: "work", name: "Work", description, tags, examples: [] }];
  const agent = { name: id, description, url, version: "1.0.0", skills };
  return wire === "documented" ? documentedCard(agent) : publishedCard(agent);
}
