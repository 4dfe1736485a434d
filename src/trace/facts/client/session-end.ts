import { httpExchanges } from "../../http-exchange.ts";
import { headerValue } from "../../message.ts";
import type { Trace } from "../../trace.ts";

/**
 * From where on, by the number of an event, the session of a connection is over: its client deleted it and was told so, or the server
 * answered 404 for it. What the client sends without it from there on belongs to no session; it may be trying the older transport.
 */
export function sessionEnd(trace: Trace, at: number): number {
  const over = httpExchanges(trace).find(({ connection, request, response }) => {
    if (connection !== at || headerValue(request.headers, "mcp-session-id") === undefined || response === undefined) return false;
    return response.status === 404 || (request.method === "DELETE" && Math.floor(response.status / 100) === 2);
  });
  return over?.response?.seq ?? Infinity;
}
