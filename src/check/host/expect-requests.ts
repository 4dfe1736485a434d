import * as z from "zod";
import { type Json, type JsonObject, asObject } from "../../jsonrpc/json.ts";
import { overall } from "../outcome.ts";
import { pointed } from "./expect-model.ts";
import { expectation } from "./expectation.ts";
import type { HostTrace } from "./host-event.ts";
import { asText, holds, messagesTo, type ServerMessage } from "./server-messages.ts";

/** Which requests of a host are meant: those to a server, of these methods, or of all methods but these. */
export type Requests = {
  readonly server?: string | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly but?: readonly string[] | undefined;
};

/** The requests of a host that are meant, in order; notifications and answers are none. */
export function requestsMeant(trace: HostTrace, { server, methods, but = [] }: Requests): ServerMessage[] {
  return messagesTo(trace, server).filter(({ message }) => {
    const method = asText(message["method"]);
    return "id" in message && method !== "" && (methods?.includes(method) ?? !but.includes(method));
  });
}

/** Every request of a host has these params, and at these places of its params (JSON pointers) texts of these forms. */
export const everyRequest = expectation(
  z.strictObject({
    server: z.string().optional(),
    methods: z.array(z.string()).min(1).optional(),
    but: z.array(z.string()).min(1).optional().describe("methods it says nothing about"),
    params: z.record(z.string(), z.json()).optional(),
    texts: z.record(z.string(), z.string()).optional().describe("by JSON pointer, regular expressions"),
  }),
  true,
  ({ params, texts = {}, ...meant }, trace) =>
    overall(
      requestsMeant(trace, meant).map(({ event, message }) => ({
        ref: event,
        wrong: defectOf(message, params as JsonObject | undefined, texts),
      })),
      "no such request reached a server",
    ),
);

function defectOf(message: JsonObject, params: JsonObject | undefined, texts: Readonly<Record<string, string>>) {
  const sent = message["params"];
  const method = asText(message["method"]);
  if (params !== undefined && !holds(sent, params))
    return `${method} with ${shown(sent)}, expected ${JSON.stringify(params)} in it`;
  const wrong = Object.entries(texts).find(([path, form]) => {
    const value = pointed(asObject(sent), path);
    return typeof value !== "string" || !new RegExp(form, "u").test(value);
  });
  return wrong === undefined
    ? undefined
    : `${method} with ${shown(sent)}, expected a text at ${wrong[0]} that fits /${wrong[1]}/`;
}

const shown = (params: Json | undefined): string => (JSON.stringify(params) ?? "no params").slice(0, 200);
