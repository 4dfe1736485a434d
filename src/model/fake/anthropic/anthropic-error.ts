import type { Refusal } from "../../player/refusal.ts";

const types: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** The body of an error on the Anthropic wire. */
export function anthropicError({ status, message }: Refusal): string {
  const type = types[status] ?? (status >= 500 ? "api_error" : "invalid_request_error");
  return JSON.stringify({ type: "error", error: { type, message } });
}
