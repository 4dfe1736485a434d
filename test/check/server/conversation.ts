import type { Json } from "../../../src/jsonrpc/json.ts";
import type { Trace } from "../../../src/trace/trace.ts";
import type { EventOf } from "../../../src/trace/wire-event.ts";
import { ask, type Line, note, opened, received, sent, smallTrace, step } from "../../support/traces/small-trace.ts";

/** A line of a conversation, or some that need an id: that is the number of the first of them. */
export type Part = Line | ((id: number) => readonly Line[]);

/** The lines of a conversation on a connection that is opened first, at line 1. */
export function conversation(parts: readonly Part[], more: Partial<EventOf<"connect">> = {}): Trace {
  const lines: Line[] = [opened(more)];
  for (const part of parts) lines.push(...(typeof part === "function" ? part(lines.length + 1) : [part]));
  return smallTrace("server", lines, more.transport);
}

/** The same on another connection than the first. */
export const on =
  (connection: number, part: Part): Part =>
  (id) =>
    (typeof part === "function" ? part(id) : [part]).map((line) => ({ ...line, connection }));

/** What a request was answered with. */
export type Answer =
  | { readonly result: Json }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: Json } };

/** It was answered with a result. */
export const gives = (result: Json): Answer => ({ result });

/** It was answered with an error. */
export const fails = (code: number, message = "no", data?: Json): Answer => ({
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/** A request, and on the next line its answer, where there was one. */
export const asked =
  (method: string, params?: Json, answer?: Answer): Part =>
  (id) => [sent(ask(id, method, params)), ...(answer === undefined ? [] : [received({ jsonrpc: "2.0", id, ...answer })])];

/** The same in a step of its own that has a tag: the lines of the step, the request and the answer, and of the step after it. */
export const tagged =
  (tag: string, part: Part): Part =>
  (id) => [step("request", { tag }), ...(typeof part === "function" ? part(id + 1) : [part]), step("request")];

/** The server sends a notification. */
export const says = (method: string, params?: Json): Line => received(note(method, params));

/** The answer to a request did not come in time. */
export const quiet = (awaiting: number | string): Line => ({
  kind: "silence",
  connection: 1,
  awaiting: String(awaiting),
  ms: 5000,
});

/** The statement was kept, as these lines show. */
export const kept = (...evidence: readonly number[]) => ({ kind: "satisfied", evidence });

/** The statement was broken at these lines. */
export const broken = (message: string, ...evidence: readonly number[]) => ({ kind: "violated", message, evidence });

/** The statement says nothing of this server. */
export const idle = (reason: string) => ({ kind: "not-applicable", reason });

/** What would show it did not happen. */
export const untested = (reason: string) => ({ kind: "inconclusive", reason });
