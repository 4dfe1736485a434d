import type { Refusal } from "../../player/refusal.ts";

/** Google's words for statuses (google.rpc.Code, by its mapping to HTTP). */
const words: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  501: "UNIMPLEMENTED",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** The body of an error on Gemini's wire. */
export function geminiError({ status, message }: Refusal): string {
  const word = words[status] ?? (status >= 500 ? "INTERNAL" : "FAILED_PRECONDITION");
  return JSON.stringify({ error: { code: status, message, status: word } });
}
