import { utf8 } from "../../base/bytes.ts";
import type { Reply } from "../../base/http/reply.ts";
import type { Clock } from "../../base/time/clock.ts";
import { createPacedWriter } from "./paced-writer.ts";
import type { Shape } from "../conversation/port.ts";
import type { Pace, SseChange } from "../script/rule.ts";

/** One server-sent event as text (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export function formatEvent(
  data: string,
  fields: { event?: string | null | undefined; id?: string | null | undefined; retry?: number | undefined } = {},
): string {
  const lines = [
    ...(typeof fields.event === "string" ? [`event: ${fields.event}`] : []),
    ...(typeof fields.id === "string" ? [`id: ${fields.id}`] : []),
    ...(fields.retry === undefined ? [] : [`retry: ${fields.retry}`]),
    ...data.split("\n").map((line) => `data: ${line}`),
  ];
  return `${lines.join("\n")}\n\n`;
}

/** A stream of events that may outlive the connection it is sent on. */
export type SseStream = {
  readonly id: string;
  /** Whether somebody is connected and the stream has not ended. */
  readonly isLive: () => boolean;
  readonly send: (text: string, shape?: Shape) => void;
  readonly write: (bytes: Uint8Array, pace?: Pace) => void;
  /** Sends an event with an id and no data, so that the client can resume from the beginning (2025-11-25). */
  readonly prime: (retry: number | undefined) => void;
  readonly end: () => void;
  /** Closes the connection, but not the stream: what is sent is kept for a client that comes back. */
  readonly detach: () => void;
  /** Continues on a connection whose head was sent, with what came after the event of this number. */
  readonly attach: (reply: Reply, after: number) => void;
};

/** A stream; `numbered` gives its events ids of the form `<stream>-<number>` and keeps them for a client that comes back. */
export function createSseStream(clock: Clock, id: string, numbered: boolean): SseStream {
  const sent: string[] = [];
  let reply: Reply | undefined;
  let ended = false;
  const out = createPacedWriter(clock, (bytes) => reply?.write(bytes));
  const put = (event: string, pace?: Pace) => {
    if (numbered) sent.push(event);
    out.write(utf8(event), pace);
  };
  const nextId = () => (numbered ? `${id}-${sent.length + 1}` : null);
  return {
    id,
    isLive: () => !ended && reply !== undefined && !reply.destroyed && !reply.ended,
    send(text, shape) {
      if (ended) return;
      const change: SseChange = shape?.sse ?? {};
      put(formatEvent(text, { event: "message", id: nextId(), ...change }), shape?.pace);
    },
    write: out.write,
    prime(retry) {
      if (!ended) put(formatEvent("", { id: nextId(), retry }));
    },
    end() {
      ended = true;
      out.after(() => reply?.end());
    },
    detach() {
      const left = reply;
      out.after(() => left?.end());
      reply = undefined;
    },
    attach(to, after) {
      reply = to;
      for (const event of sent.slice(after)) to.write(utf8(event));
      if (ended) to.end();
    },
  };
}

/** Reads an event id of `createSseStream`: which stream, and the number of the event. */
export function readEventId(text: string): { readonly stream: string; readonly number: number } | undefined {
  const [, stream, number] = /^(.+)-(\d{1,9})$/.exec(text) ?? [];
  return stream === undefined ? undefined : { stream, number: Number(number) };
}
