import type { Frame } from "../../jsonrpc/frame.ts";
import type { Json } from "../../jsonrpc/json.ts";
import { frameIn } from "../frame-in.ts";
import { type HttpExchange, httpExchanges } from "../http-exchange.ts";
import { headerValue, messages } from "../message.ts";
import { eventsOf, type Trace } from "../trace.ts";
import type { EventOf } from "../wire-event.ts";

/** An HTTP exchange whose status line arrived. */
export type Responded = HttpExchange & { readonly response: EventOf<"http-response"> };

/** The exchanges whose status line arrived. */
export function responded(list: readonly HttpExchange[]): Responded[] {
  return list.filter((exchange): exchange is Responded => exchange.response !== undefined);
}

/** A POST with the message in its body. */
export type Posted = Responded & { readonly frame: Frame };

/** The POSTs to the endpoint that carried a body and got a status, each with what the body was. */
export function posts(trace: Trace): Posted[] {
  return responded(httpExchanges(trace, "POST")).flatMap((exchange) => {
    const frame = frameIn(exchange.request);
    return frame === undefined ? [] : [{ ...exchange, frame }];
  });
}

/** Whether a status says that the request was accepted. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The media type of an answer, lower case, without parameters; empty when there is none. */
export function mediaType(exchange: Responded): string {
  return (headerValue(exchange.response.headers, "content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The code of the JSON-RPC error an exchange brought, undefined when it brought none. */
export function errorCodeOf(trace: Trace, exchange: HttpExchange): Json | undefined {
  const error = messages(trace).find(
    (message) => message.exchange === exchange.exchange && message.direction === "received" && message.frame.kind === "error",
  );
  return error?.frame.kind === "error" ? error.frame.error.code : undefined;
}

/** The answer that refused a request with an HTTP status of 400 or more; undefined when it was not refused so, or not sent over HTTP. */
export function httpRefusal(trace: Trace, request: { readonly exchange?: number }): EventOf<"http-response"> | undefined {
  if (request.exchange === undefined) return undefined;
  const response = httpExchanges(trace).find(({ exchange }) => exchange === request.exchange)?.response;
  return response !== undefined && response.status >= 400 ? response : undefined;
}

/** Whether a URL is on this machine: there, and only there, any page of the web can reach it by DNS rebinding. */
export function isLoopback(url: string): boolean {
  const host = /^[a-z]+:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(url)?.[1]?.toLowerCase().replace(/\.$/, "") ?? "";
  return host === "localhost" || host.endsWith(".localhost") || /^127(?:\.\d+){1,3}$/.test(host) || host === "[::1]";
}

/** The HTTP exchanges whose request carries Last-Event-ID: what they bring may have come before. */
export function resumedExchanges(trace: Trace): ReadonlySet<number> {
  return new Set(
    eventsOf(trace, "http-request").flatMap(({ headers, exchange }) =>
      headerValue(headers, "last-event-id") === undefined ? [] : [exchange],
    ),
  );
}
