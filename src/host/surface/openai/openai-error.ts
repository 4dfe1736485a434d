/** The body of an error on OpenAI's API. */
export function openaiError(status: number, message: string): object {
  return { error: { message, type: typeOf(status), param: null, code: null } };
}

function typeOf(status: number): string {
  if (status === 404) return "not_found_error";
  if (status === 403) return "permission_error";
  return status >= 500 ? "api_error" : "invalid_request_error";
}
