import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import type { Json, JsonObject } from "../../src/jsonrpc/json.ts";
import type { Listening } from "../../src/mock/serve/listening.ts";
import { createMockServer } from "../../src/mock/mock-server.ts";
import type { MockScript } from "../../src/mock/script/script.ts";
import { serveHttp } from "../../src/mock/serve/http/serve-http.ts";
import { serveSse } from "../../src/mock/serve/serve-sse.ts";
import type { Show, ShowStep } from "../../src/mock/script/show.ts";
import { type Revision, eraOf } from "../../src/spec/revision.ts";
import { deferred } from "../../src/base/time/deferred.ts";
import { createSpeaker } from "./show-messages.ts";
import { createTranscript, hurriedWorld } from "./show-transcript.ts";

type Exchange = { readonly head: Promise<void>; readonly over: Promise<void>; readonly session: () => string | undefined };

/**
 * Does what a show says with a mock on Streamable HTTP or HTTP+SSE and gives what was seen: first all pauses, then the exchanges
 * in the order they were begun, each with `[1 POST 200]`, the headers, the body and `[1 end]`, `[1 cut]` or `[1 failed …]`.
 * `enough` says whether one need not wait any longer for what an open exchange may still bring.
 */
export async function showOnHttp(
  script: MockScript,
  transport: "http" | "sse",
  revision: Revision,
  show: Show,
  enough: (seen: string) => boolean,
): Promise<string> {
  const marks = createTranscript();
  const exchanges: { text: string }[] = [];
  const open: ClientRequest[] = [];
  const server = createMockServer(
    script,
    hurriedWorld(transport, marks.add, () => undefined),
  );
  const listening = await (transport === "http" ? serveHttp : serveSse)(server, { host: "127.0.0.1", port: 0 });
  const text = () => `${marks.text()}${exchanges.map((one) => one.text).join("\n")}`;
  const exchange = (method: string, path: string, headers: Readonly<Record<string, string>>, body?: string): Exchange => {
    const number = exchanges.length + 1;
    const seen = { text: "" };
    exchanges.push(seen);
    let response: IncomingMessage | undefined;
    let request: ClientRequest | undefined;
    const over = deferred<void>();
    const head = new Promise<void>((resolve) => {
      request = httpRequest(new URL(path, listening.base), { method, headers, agent: false }, (came) => {
        response = came;
        const fields = Object.entries(came.headers).map(([name, value]) => `${name}: ${String(value)}\n`);
        seen.text += `[${number} ${method} ${came.statusCode}]\n${fields.join("")}\n`;
        came.on("data", (bytes: Buffer) => (seen.text += bytes.toString("latin1")));
        came.on("close", () => {
          seen.text += came.complete ? `[${number} end]` : `[${number} cut]`;
          over.resolve();
        });
        came.on("error", () => undefined);
        resolve();
      });
      request.on("error", (error: NodeJS.ErrnoException) => {
        if (response === undefined) seen.text += `[${number} failed ${error.code}]`;
        resolve();
        over.resolve();
      });
      open.push(request);
      request.end(body);
    });
    const session = () => response?.headers["mcp-session-id"];
    return { head, over: over.promise, session: () => (typeof session() === "string" ? String(session()) : undefined) };
  };
  try {
    const client = { exchange, listening, text };
    await (transport === "http" ? talk(client, revision, show) : talkSse(client, revision, show));
    for (let waited = 0; waited < 400 && !enough(text()); waited++) await pause();
    return text();
  } finally {
    for (const request of open) request.destroy();
    await listening.close();
  }
}

type Client = {
  readonly exchange: (method: string, path: string, headers: Readonly<Record<string, string>>, body?: string) => Exchange;
  readonly listening: Listening;
  readonly text: () => string;
};

const pause = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 5);
  });

/** Until the head of a response is there, or a moment has passed: it may never come. */
const begun = ({ head }: Exchange): Promise<unknown> => Promise.race([head, new Promise((resolve) => setTimeout(resolve, 50))]);

async function talk({ exchange, listening }: Client, revision: Revision, show: Show): Promise<void> {
  const speaker = createSpeaker(revision);
  const path = new URL(listening.url).pathname;
  let session: string | undefined;
  const standard = (message: JsonObject): Record<string, string> => {
    const params = (message["params"] ?? {}) as JsonObject;
    const name = params["name"] ?? params["uri"];
    const modern = eraOf(revision) === "stateless";
    return {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(message["method"] === "initialize" ? {} : { "mcp-protocol-version": revision }),
      ...(session === undefined || message["method"] === "initialize" ? {} : { "mcp-session-id": session }),
      ...(modern ? { "mcp-method": message["method"] as string } : {}),
      ...(modern && typeof name === "string" ? { "mcp-name": name } : {}),
    };
  };
  const post = async (message: JsonObject, wait: boolean, headers: Readonly<Record<string, string>> = {}) => {
    const one = exchange("POST", path, { ...standard(message), ...headers }, JSON.stringify(message));
    await (wait ? one.over : begun(one));
    session = one.session() ?? session;
  };
  if (show.handshake !== false) for (const message of speaker.handshake()) await post(message, true);
  for (const step of show.do) {
    if (typeof step === "string") await post(speaker.request(step), true);
    else if ("call" in step) {
      const message = speaker.request("tools/call", { name: step.call, arguments: step.arguments ?? {} });
      await post(message, step.open !== true, step.headers);
    } else if ("request" in step) await post(speaker.request(step.request, step.params), step.open !== true, step.headers);
    else if ("notify" in step) await post(speaker.notify(step.notify, step.params), true);
    else if ("http" in step) {
      const own = session === undefined ? {} : { "mcp-session-id": session, "mcp-protocol-version": revision };
      const one = exchange(step.http, step.path ?? path, { ...own, ...step.headers }, step.body);
      await (step.open === true ? begun(one) : one.over);
    } else throw new Error(`a step for stdio in a show on HTTP: ${JSON.stringify(step)}`);
  }
}

async function talkSse({ exchange, listening, text }: Client, revision: Revision, show: Show): Promise<void> {
  const speaker = createSpeaker(revision);
  const stream = exchange("GET", new URL(listening.url).pathname, { accept: "text/event-stream" });
  await stream.head;
  const until = async (pattern: RegExp): Promise<RegExpExecArray | null> => {
    for (let waited = 0; waited < 400; waited++) {
      const found = pattern.exec(text());
      if (found !== null) return found;
      await pause();
    }
    return null;
  };
  const post = async (message: Json) => {
    const [, endpoint = "/messages"] = (await until(/event: endpoint\ndata: (\S+)/)) ?? [];
    await exchange("POST", endpoint, { "content-type": "application/json" }, JSON.stringify(message)).over;
  };
  const ask = async (message: JsonObject, open: boolean) => {
    await post(message);
    if (!open) await until(new RegExp(`"id":${JSON.stringify(message["id"])}\\b`));
  };
  if (show.handshake !== false)
    for (const message of speaker.handshake()) await (message["id"] === undefined ? post(message) : ask(message, false));
  for (const step of show.do) {
    const isOpen = typeof step !== "string" && "open" in step && step.open === true;
    const message = messageOf(step, speaker);
    if (message !== undefined) await (message["id"] === undefined ? post(message) : ask(message, isOpen));
    else if (typeof step !== "string" && "http" in step) {
      const one = exchange(step.http, step.path ?? "/sse", step.headers ?? {}, step.body);
      await (isOpen ? begun(one) : one.over);
    } else throw new Error(`a step for stdio in a show on HTTP+SSE: ${JSON.stringify(step)}`);
  }
}

function messageOf(step: ShowStep, speaker: ReturnType<typeof createSpeaker>): JsonObject | undefined {
  if (typeof step === "string") return speaker.request(step);
  if ("call" in step) return speaker.request("tools/call", { name: step.call, arguments: step.arguments ?? {} });
  if ("request" in step) return speaker.request(step.request, step.params);
  if ("notify" in step) return speaker.notify(step.notify, step.params);
  return undefined;
}
