import { createParser } from "eventsource-parser";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSseReader, type SseBlock } from "./sse-reader.ts";

function read(chunks: readonly Uint8Array[], limit = 1 << 20, cutOff = false): SseBlock[] {
  const blocks: SseBlock[] = [];
  const reader = createSseReader(limit, (block) => blocks.push(block));
  for (const chunk of chunks) reader.push(chunk);
  reader.end(cutOff);
  return blocks;
}

const readText = (text: string): SseBlock[] => read([Buffer.from(text)]);

function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}

const word = fc.constantFrom("x", "é", "🙂", " ", ":", "data", "\0", "1000", '{"a":1}', "");
const value = fc.array(word, { maxLength: 4 }).map((words) => words.join(""));
const line = fc.tuple(
  fc.constantFrom("data:", "data: ", "data", "event:", "event: ", "id: ", "id", "retry: ", ":", ": ", "other: ", "DATA:"),
  value,
);
const terminator = fc.constantFrom("\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\r\r", "\r\n\n");
const stream = fc
  .array(fc.tuple(line, terminator), { maxLength: 12 })
  .map((lines) => lines.map(([[field, text], end]) => `${field}${text}${end}`).join(""));

describe("createSseReader", () => {
  it("sees in every chunking what an independent parser sees", () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 30 }), (text, cuts) => {
        const expected: unknown[] = [];
        // The independent parser waits for what follows a CR at the very end; a comment line ends the wait and changes nothing else.
        createParser({ onEvent: ({ event, data, id }) => expected.push({ event, data, id }) }).feed(`${text}:\n`);
        const seen = read(cutAt(Buffer.from(text), cuts))
          .filter((block) => block.data !== undefined && block.unterminated === undefined)
          .map(({ event, data, id }) => ({ event: event === "" ? undefined : event, data, id }));
        expect(seen).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("sees the same when every byte comes alone", () => {
    fc.assert(
      fc.property(stream, (text) => {
        const bytes = Buffer.from(text);
        expect(read([...bytes].map((byte) => Buffer.from([byte])))).toEqual(read([bytes]));
      }),
    );
  });

  it("keeps every field of a block and drops one leading space", () => {
    expect(readText("id: 7\nevent: message\nretry: 3000\n: hi\n:there\ndata: a\ndata:  b\ndata\n\n")).toEqual([
      { id: "7", event: "message", retry: "3000", comment: "hi\nthere", data: "a\n b\n" },
    ]);
  });

  it("hands on blocks without data, and none for blank lines or unknown fields alone", () => {
    expect(readText("\n\n: ping\n\nfoo: bar\n\nid: 1\n\nretry: soon\n\ndata:\n\n")).toEqual([
      { comment: "ping" },
      { id: "1" },
      { retry: "soon" },
      { data: "" },
    ]);
  });

  it("drops a byte order mark at the very start only", () => {
    expect(readText("\uFEFFdata: a\n\n\uFEFFdata: b\n\n")).toEqual([{ data: "a" }]);
    expect(readText("\n\uFEFFdata: a\n\n")).toEqual([]);
  });

  it("marks what no blank line ends", () => {
    expect(readText("data: a\n\ndata: b\n")).toEqual([{ data: "a" }, { data: "b", unterminated: true }]);
    expect(read([Buffer.from("data: b")], 1000, true)).toEqual([{ data: "b", unterminated: true, cut: true }]);
    expect(readText("data: a\r\n\r\n")).toEqual([{ data: "a" }]);
  });

  it("cuts a block beyond the limit, between characters, and goes on after it", () => {
    expect(readText("data: b\n\n")).toEqual([{ data: "b" }]);
    const blocks = read([Buffer.from(`data: a${"é".repeat(50)}\n\ndata: b\n\n`)], 40);
    expect(blocks).toEqual([{ data: `a${"é".repeat(16)}`, cut: true }, { data: "b" }]);
  });

  it("keeps the bytes of a block that is not UTF-8", () => {
    const bytes = Buffer.from([...Buffer.from("data: "), 0xff, 10, 10]);
    expect(read([bytes])).toEqual([{ data: "\uFFFD", base64: bytes.toString("base64") }]);
  });

  it("takes time linear in a long stream that comes in small pieces", () => {
    const piece = Buffer.from("x".repeat(100));
    const blocks = read([Buffer.from("data: "), ...Array.from({ length: 50_000 }, () => piece), Buffer.from("\n\n")], 1 << 23);
    expect(blocks.map((block) => block.data?.length)).toEqual([5_000_000]);
  });
});

describe("a block of an event stream", () => {
  const block = "data: a\n\n";

  it.each<[string, number, string, SseBlock]>([
    ["is whole where it is as long as its limit", block.length, block, { data: "a" }],
    ["is whole also after a blank line, with which the stream begins", block.length, `\n${block}`, { data: "a" }],
    ["is whole also after a carriage return, with which the stream begins", block.length, `\r${block}`, { data: "a" }],
    ["is cut where it is one byte longer", block.length - 1, block, { data: "a", cut: true }],
  ])("%s", (_title, limit, text, expected) => {
    expect(read([Buffer.from(text)], limit)).toEqual([expected]);
  });

  it("has the fields that occurred and no others", () => {
    expect(readText(block).map((one) => Object.keys(one))).toEqual([["data"]]);
  });
});
