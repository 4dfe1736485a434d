import { deepStrictEqual } from "node:assert/strict";
import { createParser } from "eventsource-parser";
import * as fc from "fast-check";
import { createSseReader, type SseBlock } from "../../transport/http/sse-reader.ts";
import { type Law, hold } from "../law.ts";
import { cuts, envelopes, inPieces, texts, wireBytes } from "./wire-arbitrary.ts";

const sseSpec = "https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream";

function read(chunks: readonly Uint8Array[], limit = 1 << 20): SseBlock[] {
  const blocks: SseBlock[] = [];
  const reader = createSseReader(limit, (block) => blocks.push(block));
  for (const chunk of chunks) reader.push(chunk);
  reader.end(false);
  return blocks;
}

const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const fieldText = texts.map((text) => text.replaceAll(/[\r\n\0]/g, " "));
const field = fc.tuple(
  fc.constantFrom("data:", "data: ", "data", "event: ", "id: ", "id", "retry: ", ":", ": ", "other: ", "DATA:"),
  fieldText,
);

/** Streams of fields and blank lines, with line ends mixed. */
const streams = fc
  .array(fc.tuple(field, lineEnd, fc.option(lineEnd, { nil: "" })), { maxLength: 12 })
  .map((lines) => lines.map(([[name, text], end, blank]) => `${name}${text}${end}${blank}`).join(""));

/** One event as a server writes it. */
const events = fc.record({
  message: envelopes,
  indent: fc.boolean(),
  id: fc.option(fieldText, { nil: undefined }),
  retry: fc.option(fc.nat(), { nil: undefined }),
  comment: fc.option(fieldText, { nil: undefined }),
  end: lineEnd,
});

/** The laws of event streams. */
export const sseLaws: readonly Law[] = [
  {
    id: "framing.stream-any-chunking",
    title: "However an event stream is cut into chunks, the same blocks come of it",
    spec: sseSpec,
    advice: "Look for the blank line in bytes, and remember a carriage return at the end of a chunk.",
    check: async (options) =>
      await hold(
        fc.property(
          fc.oneof(
            streams.map((text) => Uint8Array.from(Buffer.from(text))),
            wireBytes,
          ),
          cuts,
          fc.oneof(fc.constant(1 << 20), fc.integer({ min: 1, max: 30 })),
          (bytes, lengths, limit) => deepStrictEqual(read(inPieces(bytes, lengths), limit), read([Buffer.from(bytes)], limit)),
        ),
        options,
      ),
  },
  {
    id: "framing.stream-as-specified",
    title: "An event stream is read as an independent parser of the specification reads it",
    spec: sseSpec,
    advice: "Follow the steps of the specification, field by field.",
    check: async (options) =>
      await hold(
        fc.property(streams, cuts, (stream, lengths) => {
          const text = Buffer.from(stream).toString();
          const expected: unknown[] = [];
          // The other parser waits for what follows a CR at the very end; a comment line ends the wait and changes nothing else.
          createParser({ onEvent: ({ event, data, id }) => expected.push({ event, data, id }) }).feed(`${text}:\n`);
          const seen = read(inPieces(Buffer.from(text), lengths))
            .filter((block) => block.data !== undefined && block.unterminated === undefined)
            .map(({ event, data, id }) => ({ event: event === "" ? undefined : event, data, id }));
          deepStrictEqual(seen, expected);
        }),
        options,
      ),
  },
  {
    id: "framing.stream-round-trip",
    title: "Messages written as events, over several data lines or one, come back with their ids, comments and retry times",
    spec: sseSpec,
    advice: "Join data lines with line feeds, keep the last id and retry, drop one leading blank.",
    check: async (options) =>
      await hold(
        fc.property(fc.array(events, { maxLength: 5 }), cuts, (list, lengths) => {
          const stream = list.map(({ message, indent, id, retry, comment, end }) => {
            const data = JSON.stringify(message, null, indent ? 1 : 0).split("\n");
            const lines = [
              ...(comment === undefined ? [] : [`: ${comment}`]),
              ...(id === undefined ? [] : [`id: ${id}`]),
              ...(retry === undefined ? [] : [`retry: ${retry}`]),
              ...data.map((line) => `data: ${line}`),
            ];
            return `${lines.join(end)}${end}${end}`;
          });
          const seen = read(inPieces(Buffer.from(stream.join("")), lengths)).map(({ data, ...rest }) => ({
            ...rest,
            message: JSON.parse(data ?? "null") as unknown,
          }));
          const wellFormed = (text: string): string => Buffer.from(text).toString();
          deepStrictEqual(
            seen,
            list.map(({ message, id, retry, comment }) => ({
              ...(id === undefined ? {} : { id: wellFormed(id) }),
              ...(retry === undefined ? {} : { retry: String(retry) }),
              ...(comment === undefined ? {} : { comment: wellFormed(comment) }),
              message: JSON.parse(wellFormed(JSON.stringify(message))) as unknown,
            })),
          );
        }),
        options,
      ),
  },
];
