import { McpcheckError } from "../../../base/mcpcheck-error.ts";
import { parsed } from "../../../model/backend/http.ts";
import { timeLimit } from "../../limits/time-limit.ts";
import type { ModelServerUnderTest } from "./model-server.ts";

/** A whole answer to a request that is not a conversation. `json` is undefined where the body is none. */
export type WholeAnswer = { readonly status: number; readonly text: string; readonly json: unknown };

/** A request that is not a conversation: about models and files. */
export type PlainRequest = {
  readonly method: "GET" | "HEAD" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
  /** Also when the run is to end: what was made has to go. */
  readonly always?: true;
};

/** Asks the server something. @throws McpcheckError `subject` when there is no answer */
export async function askServer(
  server: ModelServerUnderTest,
  { method, path, body, timeoutMs = server.timeoutMs, always }: PlainRequest,
): Promise<WholeAnswer> {
  const signal = timeLimit(timeoutMs, ...(always === true ? [] : [server.stop]));
  const type = typeof body === "string" ? "application/json" : "application/octet-stream";
  try {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": type }), ...server.headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Blob([new Uint8Array(body)]) }),
      signal,
    });
    const text = server.hide(await response.text());
    return { status: response.status, text, json: parsed(text) };
  } catch (cause) {
    const why = signal.aborted ? `no answer within ${timeoutMs} ms` : server.hide(reasonOf(cause));
    throw new McpcheckError("subject", `${method} ${path} at ${hostOf(server)}: ${why}`, { cause });
  }
}

/** The server's address without what may be secret in it. */
export function hostOf({ url }: Pick<ModelServerUnderTest, "url">): string {
  try {
    return new URL(url).host;
  } catch {
    return "the server";
  }
}

/** What a failed fetch says underneath. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(", ");
  return cause.cause === undefined ? cause.message : reasonOf(cause.cause);
}
