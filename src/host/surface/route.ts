import { isForeignPage, isSmuggled, starterFault } from "../policy/starters.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import type { Asker } from "./chat-request.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { sendJson } from "./http-exchange.ts";
import { modelEntry, modelList, modelNames, tagsOf } from "./models.ts";
import { answerOllamaChat } from "./ollama/ollama-chat.ts";
import { answerOpenaiChat } from "./openai/openai-chat.ts";
import { openaiError } from "./openai/openai-error.ts";
import { readBody, readJsonObject } from "./read-body.ts";
import { listAllTools, listDefinitions, searchTools } from "./tools-search.ts";
import type { SurfaceSetup } from "./surface-setup.ts";
import { withoutEnd } from "../../base/without-end.ts";

type Offer = HostProfile["surface"]["offered"][number];
type Handler = (setup: SurfaceSetup, exchange: HttpExchange, asker: Asker) => Promise<void> | void;
type Route = { readonly offer: Offer | undefined; readonly GET?: Handler; readonly POST?: Handler };

/** Every path of the host's surfaces. */
const routes: Readonly<Record<string, Route>> = {
  "/": { offer: undefined, GET: (_, { response }) => void response.end("mcpcheck host is running\n") },
  "/api/version": {
    offer: undefined,
    GET: ({ host }, { response }) => sendJson(response, 200, { version: host.setup.version }),
  },
  "/api/tags": { offer: "chat", GET: withModels((names, setup) => tagsOf(names, setup.date())) },
  "/api/chat": { offer: "chat", POST: withObject(answerOllamaChat) },
  "/api/tools": {
    offer: "search",
    GET: ({ host }, { response }) => sendJson(response, 200, listDefinitions(host)),
    POST: withObject(async ({ host }, exchange, value, asker) => answerRead(exchange, await listAllTools(host, value, asker))),
  },
  "/api/tools/search": {
    offer: "search",
    POST: withObject(async ({ host }, exchange, value, asker) => answerRead(exchange, await searchTools(host, value, asker))),
  },
  "/api/approvals": { offer: undefined, GET: attend },
  "/api/approvals/*": { offer: undefined, POST: withObject(answerApproval) },
  "/v1/chat/completions": { offer: "openai", POST: withObject(answerOpenaiChat) },
  "/v1/models": { offer: "openai", GET: withModels((names, setup) => modelList(names, setup.date())) },
  "/v1/models/*": { offer: "openai", GET: oneModel },
};

/** Answers one request, in the form of the API its path belongs to. */
export async function route(setup: SurfaceSetup, exchange: HttpExchange, asker: Asker): Promise<void> {
  const { request } = exchange;
  const path = pathOf(request.url);
  const found = routes[path] ?? routes[path.replace(/\/[^/]+$/, "/*")];
  const { offered } = setup.host.setup.profile.surface;
  if (found === undefined || (found.offer !== undefined && !offered.includes(found.offer)))
    return sendError(exchange, 404, `there is no ${path}`);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const handler = method === "GET" ? found.GET : method === "POST" ? found.POST : undefined;
  if (handler !== undefined) return handler(setup, exchange, asker);
  const allow = [found.GET === undefined ? "" : "GET", found.POST === undefined ? "" : "POST"]
    .filter((one) => one !== "")
    .join(", ");
  return sendError(exchange, 405, `${request.method} is not allowed here`, { allow });
}

/** An error in the form of the API the request is for: `{"error": {…}}` below /v1, `{"error": "…"}` elsewhere. */
export function sendError(
  { request, response }: HttpExchange,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const isOpenai = pathOf(request.url).startsWith("/v1/");
  sendJson(response, status, isOpenai ? openaiError(status, message) : { error: message }, headers);
}

/** The path of a request, without its query and without a slash at the end. */
export function pathOf(url: string | undefined): string {
  const path = (url ?? "/").split("?")[0] ?? "/";
  return path.length > 1 ? withoutEnd(path, "/") : path;
}

function withObject(
  answer: (
    setup: SurfaceSetup,
    exchange: HttpExchange,
    value: Readonly<Record<string, unknown>>,
    asker: Asker,
  ) => Promise<void> | void,
): Handler {
  return async (setup, exchange, asker) => {
    if (isSmuggled(asker.caller, setup.host.setup.profile.policy.access))
      return sendError(exchange, 415, "a page of another origin has to send content-type: application/json");
    const body = await readBody(exchange.request, setup.host.setup.profile.limits.maxRequestBytes);
    const read = "refusal" in body ? body : readJsonObject(body.value);
    if ("refusal" in read) {
      const { status, message } = read.refusal;
      return sendError(exchange, status, message, status === 413 ? { connection: "close" } : {});
    }
    return answer(setup, exchange, read.value, asker);
  };
}

function withModels(answer: (names: readonly string[], setup: SurfaceSetup) => object): Handler {
  return async (setup, exchange) => {
    const names = await modelNames(setup.host);
    if ("error" in names) return sendError(exchange, 502, names.error);
    return sendJson(exchange.response, 200, answer(names, setup));
  };
}

async function oneModel(setup: SurfaceSetup, exchange: HttpExchange): Promise<void> {
  const name = decoded(pathOf(exchange.request.url).slice("/v1/models/".length));
  const names = await modelNames(setup.host);
  if ("error" in names) return sendError(exchange, 502, names.error);
  if (!names.includes(name)) return sendError(exchange, 404, `model '${name}' not found`);
  return sendJson(exchange.response, 200, modelEntry(name, setup.date()));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function answerRead(exchange: HttpExchange, read: Awaited<ReturnType<typeof searchTools>>): void {
  if ("refusal" in read) sendError(exchange, read.refusal.status, read.refusal.message);
  else sendJson(exchange.response, 200, read.value);
}

/** GET /api/approvals: questions as lines, for as long as the client stays. */
function attend({ desk, host }: SurfaceSetup, exchange: HttpExchange, { caller }: Asker): void {
  // An image of any page would be taken for a person who can be asked.
  const { access } = host.setup.profile.policy;
  if (access.starters === "own" && isForeignPage(caller, access))
    return sendError(exchange, 403, "questions are put to the host's own pages and to programs only");
  const { response, gone } = exchange;
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  response.flushHeaders();
  const leave = desk.attend((question) => void response.write(`${JSON.stringify(question)}\n`));
  gone.addEventListener("abort", leave, { once: true });
}

/** POST /api/approvals/{id} with `{"answer": "yes"}`. */
function answerApproval(
  { desk, host }: SurfaceSetup,
  exchange: HttpExchange,
  value: Readonly<Record<string, unknown>>,
  { caller }: Asker,
): void {
  const fault = starterFault(caller, host.setup.profile.policy.access);
  if (fault !== undefined) return sendError(exchange, fault.status, fault.message);
  const { answer } = value;
  if (typeof answer !== "string") return sendError(exchange, 400, "answer: expected a text");
  const id = pathOf(exchange.request.url).slice("/api/approvals/".length);
  if (!desk.answer(id, answer)) return sendError(exchange, 404, "no question of this id is waiting");
  return sendJson(exchange.response, 200, { answered: true });
}
