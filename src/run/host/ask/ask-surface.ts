import { type Json, asObject, valueAt, isObject } from "../../../jsonrpc/json.ts";
import { parsed } from "../../../check/host/server-messages.ts";
import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { timeLimit } from "../../limits/time-limit.ts";
import { agentRequest, messageOf, resultIn } from "./ask-agent.ts";
import { attendDesk } from "./attend-desk.ts";
import type { CaseRecord } from "../case/case-record.ts";
import { fetchByName } from "./fetch-by-name.ts";
import type { ChatRequest, RawRequest } from "../case/host-case.ts";
import { type AskedStep, lateAnswer, nextToolCall, noAnswer, type StepAnswer } from "../host-under-test.ts";
import type { ServerEntry } from "../mock/mock-servers.ts";
import { requestEntries } from "./server-config.ts";

/** A step that is asked over HTTP. */
export type SurfaceStep = Exclude<AskedStep, { readonly terminal: unknown } | { readonly cli: unknown }>;

/** A step as one over HTTP. @throws McpcheckError `harness`: what a terminal is needed for */
export function overHttp(step: AskedStep): SurfaceStep {
  if ("terminal" in step || "cli" in step) throw new McpcheckError("harness", "a step at a terminal beside steps over HTTP");
  return step;
}

/** A surface that speaks HTTP. */
export type HttpSurface = {
  readonly base: string;
  readonly kind: "ollama" | "openai" | "agent";
  readonly modelName: string;
  /** Servers every chat request brings, where the host has none of its own. */
  readonly servers: readonly ServerEntry[] | undefined;
  readonly timeoutMs: number;
  readonly stop: AbortSignal;
  readonly record: CaseRecord;
};

/** Performs a step over HTTP. A tool call is brought about by a chat, with a model that obeys. */
export async function askSurface(surface: HttpSurface, step: SurfaceStep): Promise<StepAnswer> {
  if ("http" in step) return await send(surface, step.http, surface.stop);
  if ("agent" in step) return await send(surface, await agentRequest(surface.base, step.agent, surface.stop), surface.stop);
  if ("list" in step) return await chat(surface, { say: "list" }, surface.stop);
  if ("call" in step)
    return await chat(surface, { say: `call ${step.call.tool} ${JSON.stringify(step.call.arguments ?? {})}` }, surface.stop);
  if ("chat" in step) return await chat(surface, step.chat, surface.stop);
  if (!("leave" in step)) throw new McpcheckError("harness", `nothing on HTTP does ${Object.keys(step).join()}`);
  const leaving = new AbortController();
  void nextToolCall(surface.record).then(() => leaving.abort());
  return await chat(surface, step.leave, AbortSignal.any([surface.stop, leaving.signal]));
}

async function chat(surface: HttpSurface, request: ChatRequest, stop: AbortSignal): Promise<StepAnswer> {
  const { answers, ...plain } = request;
  if (answers === undefined) return await sendChat(surface, plain, stop);
  const { base, record } = surface;
  return await attendDesk({ base, answers, record, stop }, (signal) => sendChat(surface, plain, signal));
}

async function sendChat(surface: HttpSurface, request: ChatRequest, stop: AbortSignal): Promise<StepAnswer> {
  const brought = surface.servers?.filter(({ id }) => request.servers?.includes(id) ?? true);
  const kind = request.surface ?? surface.kind;
  if (kind === "agent") return await send(surface, await agentRequest(surface.base, messageOf(request), stop), stop);
  const whole = {
    model: surface.modelName,
    messages: request.messages ?? [{ role: "user", content: request.say ?? "" }],
    stream: request.stream ?? false,
    ...(request.tools === undefined ? {} : { tools: request.tools }),
    ...(brought === undefined ? {} : { mcp_servers: requestEntries(brought) }),
    ...request.body,
  };
  const body = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null)) as Record<string, Json>;
  return await send(surface, { method: "POST", path: kind === "ollama" ? "/api/chat" : "/v1/chat/completions", body }, stop);
}

async function send(
  surface: HttpSurface,
  { method, path, headers, body, text }: RawRequest,
  stop: AbortSignal,
): Promise<StepAnswer> {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const signal = timeLimit(surface.timeoutMs, stop);
  let status: number | null = null;
  let given: Record<string, string> = {};
  let whole = "";
  try {
    const ask = headers?.["host"] === undefined ? fetch : fetchByName;
    const response = await ask(`${surface.base}${path}`, {
      method,
      headers: { ...(content === undefined ? {} : { "content-type": "application/json" }), ...headers },
      signal,
      ...(content === undefined ? {} : { body: content }),
    });
    status = response.status;
    given = Object.fromEntries(response.headers.entries());
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) whole += decoder.decode(chunk as Uint8Array, { stream: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const nothing = stop.aborted
      ? noAnswer("left")
      : signal.aborted
        ? lateAnswer(`no whole answer within ${surface.timeoutMs} ms`)
        : noAnswer(reason);
    return { ...nothing, status, headers: given, text: whole, said: saidIn(whole) };
  }
  return { status, exit: null, headers: given, text: whole, said: saidIn(whole), aside: "", failed: null };
}

/** The visible text of an answer: of one JSON document, of NDJSON lines or of server-sent events, on either wire. */
function saidIn(text: string): string {
  const document = parsed(text);
  const values = isObject(document) ? [document] : text.split("\n").map((line) => parsed(line.replace(/^data:\s*/, "").trim()));
  return values
    .map((value) => {
      const message = asObject(
        valueAt(value, "message") ?? valueAt(value, "choices", 0, "delta") ?? valueAt(value, "choices", 0, "message"),
      );
      return typeof message["content"] === "string" ? message["content"] : resultIn(value);
    })
    .join("");
}
