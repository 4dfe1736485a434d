import type { Conversation } from "../../conversation/conversation.ts";
import type { MockServer } from "../../core.ts";
import type { Shape } from "../../conversation/port.ts";
import { type SseStream, createSseStream } from "../sse-stream.ts";

/** One session of a stateful revision on Streamable HTTP. */
export type HttpSession = {
  readonly id: string;
  readonly conversation: Conversation;
  /** Opens a stream whose events can be asked for again. */
  readonly openStream: () => SseStream;
  readonly streamOf: (id: string) => SseStream | undefined;
  /** Makes a GET stream the one that unrelated messages go to, beginning with those that waited. */
  readonly listenOn: (stream: SseStream) => void;
  /** Whether a stream was opened by a GET, so that unrelated messages may go there. */
  readonly isListening: (stream: SseStream) => boolean;
  readonly end: () => void;
};

/** Most messages kept for a client without a GET stream. */
const longestBacklog = 100;

/** A session in which nothing was said yet. */
export function createHttpSession(server: MockServer): HttpSession {
  const streams = new Map<string, SseStream>();
  const backlog: { readonly text: string; readonly shape: Shape | undefined }[] = [];
  const listening: SseStream[] = [];
  const conversation = server.converse((text, shape) => {
    const live = listening.filter((stream) => stream.isLive());
    if (server.omits("one-stream")) for (const stream of live.slice(0, -1)) stream.send(text, shape);
    const newest = live.at(-1);
    if (newest !== undefined) newest.send(text, shape);
    else if (backlog.length < longestBacklog) backlog.push({ text, shape });
  });
  return {
    id: server.world.random(),
    conversation,
    openStream() {
      const stream = createSseStream(server.world.clock, String(streams.size + 1), true);
      streams.set(stream.id, stream);
      return stream;
    },
    streamOf: (id) => streams.get(id),
    listenOn(stream) {
      if (!listening.includes(stream)) listening.push(stream);
      for (const { text, shape } of backlog.splice(0)) stream.send(text, shape);
    },
    isListening: (stream) => listening.includes(stream),
    end() {
      server.leave(conversation);
      for (const stream of streams.values()) stream.end();
    },
  };
}
