import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import * as fc from "fast-check";
import { createRecorder } from "../../trace/recorder.ts";
import { eventsOf } from "../../trace/trace.ts";
import type { EventOf } from "../../trace/wire-event.ts";
import { createStdoutLog } from "../../transport/stdio/stdout-log.ts";
import { type Law, hold } from "../law.ts";
import { cuts, envelopes, inPieces, junkLines, wireBytes } from "./wire-arbitrary.ts";

const stdioSpec = "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio";

type Read = { readonly frames: readonly EventOf<"frame">[]; readonly delivered: readonly string[] };

/** Reads chunks as the stdout of a server, with a limit for one line. */
function read(chunks: readonly Uint8Array[], frameBytes = 1 << 20): Read {
  const recorder = createRecorder({ kind: "server", transport: "stdio" }, () => 0);
  const delivered: string[] = [];
  const log = createStdoutLog({
    recorder,
    connection: 1,
    limits: { frameBytes, connectionBytes: 1 << 30, graceMs: 0 },
    deliver: ({ text }) => delivered.push(text),
    onFlood: () => ok(false, "the limits were passed"),
  });
  for (const chunk of chunks) log.push(Buffer.from(chunk));
  log.end(false);
  return { frames: eventsOf(recorder.trace(), "frame"), delivered };
}

/** What the specification says of lines, on the whole of the bytes: the model our reader is held against. */
function linesOf(bytes: Uint8Array): Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== 10) continue;
    lines.push(Buffer.from(bytes.subarray(from, at + 1)));
    from = at + 1;
  }
  if (from < bytes.length) lines.push(Buffer.from(bytes.subarray(from)));
  return lines;
}

const bytesOf = ({ text, base64, terminator }: EventOf<"frame">): Buffer =>
  Buffer.concat([base64 === undefined ? Buffer.from(text) : Buffer.from(base64, "base64"), Buffer.from(terminator)]);

const limits = fc.oneof(fc.constant(1 << 20), fc.integer({ min: 1, max: 12 }));

/** The laws of messages on lines. */
export const lineLaws: readonly Law[] = [
  {
    id: "framing.lines-any-chunking",
    title: "However bytes are cut into chunks, the same lines are recorded and the same messages handed on",
    spec: stdioSpec,
    advice: "Keep what is unfinished between chunks as bytes, and decode whole lines.",
    check: async (options) =>
      await hold(
        fc.property(wireBytes, cuts, limits, (bytes, lengths, limit) => {
          deepStrictEqual(read(inPieces(bytes, lengths), limit), read([bytes], limit));
        }),
        options,
      ),
  },
  {
    id: "framing.every-byte-recorded",
    title: "The recorded lines and their ends are the bytes that came, invalid UTF-8 included",
    spec: stdioSpec,
    advice: "Record the bytes themselves wherever decoding loses something.",
    check: async (options) =>
      await hold(
        fc.property(wireBytes, cuts, (bytes, lengths) => {
          const { frames } = read(inPieces(bytes, lengths));
          deepStrictEqual(
            frames.map((frame) => bytesOf(frame).toString("hex")),
            linesOf(bytes).map((line) => line.toString("hex")),
          );
          for (const [index, frame] of frames.entries()) strictEqual(frame.seq, index + 1);
        }),
        options,
      ),
  },
  {
    id: "framing.junk-between-messages",
    title: "Messages among lines that are none arrive whole, in order, and nothing else is taken for one",
    spec: stdioSpec,
    advice: "Judge each line by itself; a broken line must not take a good one with it.",
    check: async (options) =>
      await hold(
        fc.property(
          fc.array(
            fc.tuple(
              fc.oneof(
                envelopes.map((value) => JSON.stringify(value)),
                junkLines,
              ),
              fc.boolean(),
            ),
            { maxLength: 8 },
          ),
          cuts,
          (lines, lengths) => {
            const bytes = Buffer.from(lines.map(([text, returned]) => `${text}${returned ? "\r\n" : "\n"}`).join(""));
            const { delivered } = read(inPieces(bytes, lengths));
            // What only blanks make up is not a message.
            const expected = lines.map(([text]) => Buffer.from(text).toString()).filter((text) => text.trim() !== "");
            deepStrictEqual(delivered, expected);
          },
        ),
        options,
      ),
  },
];
