import { describe, expect, it } from "vitest";
import { createSecrets } from "../../src/base/secrets/secrets.ts";
import { createRecorder, type Recorder } from "../../src/trace/recorder.ts";
import { eventsOf } from "../../src/trace/trace.ts";
import { createBoundedBytes, decodeUtf8 } from "../../src/transport/bounded-bytes.ts";
import { createSseReader, type SseBlock } from "../../src/transport/http/sse-reader.ts";
import { createMemoryPair } from "../../src/transport/memory.ts";
import { createLineOutput } from "../../src/transport/stdio/line-output.ts";
import { createStderrLog } from "../../src/transport/stdio/stderr-log.ts";
import { createStdoutLog } from "../../src/transport/stdio/stdout-log.ts";

const kib = 1024;
const recorderHere = (): Recorder => createRecorder({ kind: "server", transport: "stdio" }, () => 0, createSecrets());
const base64 = (...bytes: readonly number[]): string => Buffer.from(bytes).toString("base64");

it("of what is longer than its limit 64 KiB are kept, also where the piece that is too much begins beyond them", () => {
  const bytes = createBoundedBytes(100 * kib);
  for (const [letter, size] of [["a", 80 * kib] as const, ["b", 100 * kib] as const]) bytes.append(Buffer.alloc(size, letter));
  const { kept, ...rest } = bytes.take();
  expect([kept.toString(), rest]).toEqual(["a".repeat(64 * kib), { bytes: 180 * kib, cut: true }]);
});

describe("text that was cut off", () => {
  it.each<[string, readonly number[], object]>([
    ["loses half a dash, whose second byte is the lowest there is", [97, 0xe2, 0x80], { text: "a" }],
    ["loses half a Thai letter, whose first byte is the lowest of three", [97, 0xe0, 0xb8], { text: "a" }],
    [
      "keeps half a character that a letter follows, for it was not cut off there",
      [97, 0xe2, 98],
      { text: "a\uFFFDb", base64: base64(97, 0xe2, 98) },
    ],
  ])("%s", (_title, bytes, decoded) => {
    expect(decodeUtf8(Buffer.from(bytes), true)).toEqual(decoded);
  });
});

describe("the standard error of a child", () => {
  const logged = (...pieces: readonly string[]): readonly (readonly [number, true | undefined])[] => {
    const recorder = recorderHere();
    const log = createStderrLog(recorder, 1);
    for (const piece of pieces) log.push(Buffer.from(piece));
    log.end();
    return eventsOf(recorder.trace(), "stderr").map(({ text, cut }) => [text.length, cut]);
  };

  it.each<[string, readonly string[], ReturnType<typeof logged>]>([
    ["holds a line of some length together that has no end yet", ["a".repeat(10 * kib), "b"], [[10 * kib + 1, undefined]]],
    ["holds 64 KiB of a line together", ["a".repeat(64 * kib)], [[64 * kib, undefined]]],
    [
      "shows a line that is longer but for its last 8 KiB, which it holds on",
      ["a".repeat(64 * kib + 1)],
      [
        [56 * kib + 1, undefined],
        [8 * kib, undefined],
      ],
    ],
    [
      "is told to be cut once, also where a line without an end comes after",
      [`${"a".repeat(kib * kib)}\nb`],
      [[kib * kib + 1, true]],
    ],
  ])("%s", (_title, pieces, events) => {
    expect(logged(...pieces)).toEqual(events);
  });
});

it("the frames of a child keep bytes that are not UTF-8, beside what was cut", () => {
  const recorder = recorderHere();
  const limits = { frameBytes: 4, connectionBytes: 1000, graceMs: 1 };
  const heard: string[] = [];
  const log = createStdoutLog({
    recorder,
    connection: 1,
    limits,
    deliver: ({ text }) => heard.push(text),
    onFlood: () => undefined,
  });
  log.push(Buffer.from([97, 0xff, 10, 97, 0xff, 98, 98, 98, 10]));
  log.end(false);
  expect(eventsOf(recorder.trace(), "frame")).toMatchObject([
    { direction: "received", text: "a\uFFFD", bytes: 2, terminator: "\n", base64: base64(97, 0xff) },
    { direction: "received", text: "a\uFFFDbb", bytes: 5, terminator: "\n", base64: base64(97, 0xff, 98, 98), cut: true },
  ]);
  expect(heard).toEqual(["a\uFFFD"]);
});

it("a line that is written is a frame that was sent, with its bytes and its end", () => {
  const recorder = recorderHere();
  createLineOutput({ recorder, connection: 3, write: () => undefined, mayWrite: () => true }).send("ü");
  const [frame] = eventsOf(recorder.trace(), "frame");
  expect(frame).toMatchObject({ connection: 3, direction: "sent", text: "ü", bytes: 2, terminator: "\n" });
  expect(Object.keys(frame ?? {})).not.toContain("pieces");
});

it("a connection within one process says which it is, and tells what came from what was sent", () => {
  const recorder = recorderHere();
  const { client, server } = createMemoryPair(recorder, 1);
  client.send("a");
  server.send("b");
  const frames = eventsOf(recorder.trace(), "frame").map(({ direction, text }) => [direction, text]);
  expect([client.kind, frames]).toEqual([
    "memory",
    [
      ["sent", "a"],
      ["received", "b"],
    ],
  ]);
});

describe("a block of an event stream", () => {
  const read = (limit: number, text: string): readonly SseBlock[] => {
    const blocks: SseBlock[] = [];
    const reader = createSseReader(limit, (block) => blocks.push(block));
    reader.push(Buffer.from(text));
    reader.end(false);
    return blocks;
  };
  const block = "data: a\n\n";

  it.each<[string, number, string, SseBlock]>([
    ["is whole where it is as long as its limit", block.length, block, { data: "a" }],
    ["is whole also after a blank line, with which the stream begins", block.length, `\n${block}`, { data: "a" }],
    ["is whole also after a carriage return, with which the stream begins", block.length, `\r${block}`, { data: "a" }],
    ["is cut where it is one byte longer", block.length - 1, block, { data: "a", cut: true }],
  ])("%s", (_title, limit, text, expected) => {
    expect(read(limit, text)).toEqual([expected]);
  });

  it("has the fields that occurred and no others", () => {
    expect(read(100, block).map((one) => Object.keys(one))).toEqual([["data"]]);
  });
});
