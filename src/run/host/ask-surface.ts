import { type Json, asObject, at, isObject } from "../../jsonrpc/json.ts";
import { parsed } from "../../check/host/server-messages.ts";
import type { ChatRequest, RawRequest, SingleStep } from "./host-case.ts";
import { noAnswer, type StepAnswer } from "./host-under-test.ts";

/** A surface that speaks HTTP. */
export type HttpSurface = {
  readonly base: string;
  readonly kind: "ollama" | "openai";
  readonly modelName: string;
  /** Members every chat request gets: servers, where the request brings them. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  readonly stop: AbortSignal;
  /** Resolves when the next tool call reaches a server over HTTP. */
  readonly toolCalled: () => Promise<void>;
};

/** Performs a step over HTTP. A tool call is brought about by a chat, with a model that obeys. */
export async function askSurface(surface: HttpSurface, step: SingleStep): Promise<StepAnswer> {
  if ("http" in step) return await send(surface, step.http, surface.stop);
  if ("list" in step) return await chat(surface, { say: "list" }, surface.stop);
  if ("call" in step)
    return await chat(surface, { say: `call ${step.call.tool} ${JSON.stringify(step.call.arguments ?? {})}` }, surface.stop);
  if ("chat" in step) return await chat(surface, step.chat, surface.stop);
  const leaving = new AbortController();
  void surface.toolCalled().then(() => leaving.abort());
  return await chat(surface, step.leave, AbortSignal.any([surface.stop, leaving.signal]));
}

async function chat(surface: HttpSurface, request: ChatRequest, stop: AbortSignal): Promise<StepAnswer> {
  const kind = request.surface ?? surface.kind;
  const whole = {
    model: surface.modelName,
    messages: request.messages ?? [{ role: "user", content: request.say ?? "" }],
    stream: request.stream ?? false,
    ...(request.tools === undefined ? {} : { tools: request.tools }),
    ...surface.body,
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
  const signal = AbortSignal.any([stop, AbortSignal.timeout(surface.timeoutMs)]);
  let status: number | null = null;
  let given: Record<string, string> = {};
  let whole = "";
  try {
    const response = await fetch(`${surface.base}${path}`, {
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
    const why = stop.aborted
      ? "left"
      : signal.aborted
        ? `no whole answer within ${surface.timeoutMs} ms`
        : error instanceof Error
          ? error.message
          : String(error);
    return { ...noAnswer(why), status, headers: given, text: whole, said: saidIn(whole) };
  }
  return { status, exit: null, headers: given, text: whole, said: saidIn(whole), aside: "", failed: null };
}

/** The visible text of an answer: of one JSON document, of NDJSON lines or of server-sent events, on either wire. */
export function saidIn(text: string): string {
  const document = parsed(text);
  const values = isObject(document) ? [document] : text.split("\n").map((line) => parsed(line.replace(/^data:\s*/, "").trim()));
  return values
    .map((value) => {
      const message = asObject(at(value, "message") ?? at(value, "choices", 0, "delta") ?? at(value, "choices", 0, "message"));
      return typeof message["content"] === "string" ? message["content"] : "";
    })
    .join("");
}
