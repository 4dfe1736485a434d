import { headerValue } from "../message.ts";
import type { Trace } from "../trace.ts";
import type { EventOf } from "../wire-event.ts";
import { isSuccess, posts } from "./http-facts.ts";

/** A session id as it was assigned, with the answer to initialize that brought it. */
export type AssignedSession = { readonly id: string; readonly response: EventOf<"http-response"> };

/** Left out are ids that a request named itself: an answer that repeats them assigns nothing. */
export function assignedSessions(trace: Trace): AssignedSession[] {
  return posts(trace).flatMap(({ frame, request, response }) => {
    if (frame.kind !== "request" || frame.method !== "initialize" || !isSuccess(response.status)) return [];
    const id = headerValue(response.headers, "mcp-session-id");
    return id === undefined || headerValue(request.headers, "mcp-session-id") === id ? [] : [{ id, response }];
  });
}
