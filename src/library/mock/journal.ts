import type { Clock } from "../../base/time/clock.ts";
import { type Frame, parseFrame } from "../../jsonrpc/frame.ts";
import { isObject, type Json, type JsonObject } from "../../jsonrpc/json.ts";
import type { Conversation } from "../../mock/conversation/conversation.ts";
import type { Port, Shape } from "../../mock/conversation/port.ts";
import type { MockServer } from "../../mock/core.ts";
import type { JournalEntry } from "./journal-entry.ts";

/** What a mock server was sent and what it sent, and the conversations that are open. */
export type Journal = {
  readonly entries: readonly JournalEntry[];
  /** Requests and notifications of the client with this method, as they came; all of them without a method. */
  readonly received: (method?: string) => readonly JsonObject[];
  /** The same server, with all of its traffic written down. */
  readonly follow: (server: MockServer) => MockServer;
  /** Sends a message to every open conversation. */
  readonly push: (message: JsonObject) => void;
};

/** A journal in which nothing is written yet. */
export function createJournal(clock: Clock): Journal {
  const began = clock.now();
  const entries: JournalEntry[] = [];
  const open = new Map<Conversation, (text: string) => void>();
  const note = (from: JournalEntry["from"], frame: Frame, headers?: JournalEntry["headers"]): void => {
    const message: Json | undefined = "value" in frame ? frame.value : undefined;
    const method = "method" in frame ? frame.method : undefined;
    entries.push({ from, ms: clock.now() - began, message, method, headers });
  };
  const sent = (text: string): void => note("server", parseFrame(text));
  const writtenDown = (port: Port): Port => ({
    ...port,
    message(text, shape) {
      sent(text);
      port.message(text, shape);
    },
    answer(text, shape) {
      sent(text);
      port.answer(text, shape);
    },
    raw(bytes, last, shape) {
      sent(new TextDecoder().decode(bytes));
      port.raw(bytes, last, shape);
    },
  });
  return {
    entries,
    received: (method) =>
      entries.flatMap(({ from, message, method: own }) =>
        from === "client" && isObject(message) && own !== undefined && (method === undefined || own === method) ? [message] : [],
      ),
    follow: (server) => ({
      ...server,
      converse(push) {
        const send = (text: string, shape?: Shape): void => {
          sent(text);
          push(text, shape);
        };
        const conversation = server.converse(send);
        open.set(conversation, send);
        return conversation;
      },
      leave(conversation) {
        open.delete(conversation);
        server.leave(conversation);
      },
      receive(frame, arrival, port) {
        note("client", frame, shown(arrival.headers));
        return server.receive(frame, arrival, writtenDown(port));
      },
    }),
    push(message) {
      for (const send of open.values()) send(JSON.stringify({ jsonrpc: "2.0", ...message }));
    },
  };
}

/** Header fields, those that came several times joined. */
export function shown(
  headers: Readonly<Record<string, string | readonly string[] | undefined>> | undefined,
): JournalEntry["headers"] {
  if (headers === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]],
    ),
  );
}
