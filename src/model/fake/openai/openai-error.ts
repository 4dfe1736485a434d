import type { Refusal } from "../../player/refusal.ts";

/** The body of an error on the OpenAI wire. */
export function openaiError({ status, message, param, code }: Refusal): string {
  return JSON.stringify({ error: { message, type: typeOf(status), param: param ?? null, code: code ?? codeOf(status) } });
}

function typeOf(status: number): string {
  if (status === 429) return "requests";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

function codeOf(status: number): string | null {
  if (status === 401) return "invalid_api_key";
  return status === 429 ? "rate_limit_exceeded" : null;
}
