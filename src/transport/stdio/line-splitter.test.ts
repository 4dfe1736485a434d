import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineSplitter, type Line } from "./line-splitter.ts";

function split(chunks: readonly Uint8Array[], limit = 1 << 26, cutOff = false): Line[] {
  const lines: Line[] = [];
  const splitter = createLineSplitter(limit, (line) => lines.push(line));
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end(cutOff);
  return lines;
}

const bytes = (text: string): Buffer => Buffer.from(text);
const single = (buffer: Uint8Array): Buffer[] => [...buffer].map((byte) => Buffer.from([byte]));

describe("createLineSplitter", () => {
  it("loses and invents no byte, in any chunking", () => {
    const piece = fc.constantFrom("a", "é", "🙂", "\r", "\n", "\r\n", "{}", "\uFEFF");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (pieces, size) => {
        const whole = bytes(pieces.join(""));
        const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
          whole.subarray(at * size, (at + 1) * size),
        );
        const lines = split(chunks);
        expect(lines.map((line) => line.text + line.terminator).join("")).toBe(whole.toString());
        expect(lines.map((line) => line.bytes)).toEqual(lines.map((line) => Buffer.byteLength(line.text)));
        expect(lines.every((line) => !line.text.includes("\n") && (line.terminator !== "\n" || !line.text.endsWith("\r")))).toBe(
          true,
        );
      }),
    );
  });

  it("keeps bytes that are not UTF-8", () => {
    const [first, second] = split([Buffer.from([0x61, 0xc3, 0x0a, 0xa9, 0x0a])]);
    expect(first).toEqual({ text: "a\uFFFD", bytes: 2, terminator: "\n", base64: Buffer.from([0x61, 0xc3]).toString("base64") });
    expect(second?.base64).toBe(Buffer.from([0xa9]).toString("base64"));
  });

  it("keeps a line of exactly the limit and cuts a longer one, between characters", () => {
    expect(split(single(bytes("12345\n123456\r\nab\n")), 5)).toEqual([
      { text: "12345", bytes: 5, terminator: "\n" },
      { text: "12345", bytes: 6, terminator: "\r\n", cut: true },
      { text: "ab", bytes: 2, terminator: "\n" },
    ]);
    expect(split([bytes("aaaé\n")], 4)).toEqual([{ text: "aaa", bytes: 5, terminator: "\n", cut: true }]);
  });

  it("keeps 64 KiB of a line that is cut, however it is chunked", () => {
    const long = bytes(`${"x".repeat(200_000)}\n`);
    for (const size of [1000, 65_536, 150_000, 300_000]) {
      const chunks = Array.from({ length: Math.ceil(long.length / size) }, (_, at) => long.subarray(at * size, (at + 1) * size));
      expect(split(chunks, 100_000).map((line) => [line.text.length, line.bytes, line.cut])).toEqual([[65_536, 200_000, true]]);
    }
  });

  it("tells a line that its writer left open from one that was cut off", () => {
    expect(split([bytes("a")])).toEqual([{ text: "a", bytes: 1, terminator: "" }]);
    expect(split([bytes("a")], 100, true)).toEqual([{ text: "a", bytes: 1, terminator: "", cut: true }]);
  });

  it("takes a line of 16 MiB in small pieces", () => {
    const piece = Buffer.alloc(512, 97);
    const lines = split([...Array.from({ length: 32 * 1024 }, () => piece), bytes("\n")]);
    expect(lines.map((line) => [line.text.length, line.cut])).toEqual([[16 * 1024 * 1024, undefined]]);
  });
});

describe("lines", () => {
  const line = (text: string, terminator: Line["terminator"], length = text.length): Line => ({
    text,
    bytes: length,
    terminator,
  });

  it.each<[string, string, readonly Line[]]>([
    ["of ASCII", "a\r\n\r\n\nb\n", [line("a", "\r\n"), line("", "\r\n"), line("", "\n"), line("b", "\n")]],
    ["beyond ASCII", "ü\r\n\r\n\nb\n", [line("ü", "\r\n", 2), line("", "\r\n"), line("", "\n"), line("b", "\n")]],
  ])("end with either terminator: %s", (_title, text, lines) => {
    expect(split([bytes(text)], 1000)).toEqual(lines);
  });

  it("end with either terminator beside bytes that are no UTF-8, and where a block is longer than a line may be", () => {
    const odd = Buffer.concat([Buffer.from([0xff, 10]), Buffer.from("\r\n\na\r\n")]);
    const last = [line("", "\r\n"), line("", "\n"), line("a", "\r\n")];
    expect(split([odd], 1000)).toEqual([{ ...line("\uFFFD", "\n"), base64: "/w==" }, ...last]);
    expect(split([bytes("\r\n\na\r\n")], 2)).toEqual(last);
  });

  it("are counted while they are unfinished, with their last byte", () => {
    const splitter = createLineSplitter(10, () => undefined);
    expect([splitter.pending(), splitter.last()]).toEqual([0, undefined]);
    splitter.push(Buffer.from("x\nab"));
    expect([splitter.pending(), splitter.last()]).toEqual([2, 98]);
    splitter.push(Uint8Array.of(10));
    expect([splitter.pending(), splitter.last()]).toEqual([0, undefined]);
  });

  it("are read from a part of a larger block of memory", () => {
    const whole = new TextEncoder().encode("xxab\nxx");
    expect(split([whole.subarray(2, 5)], 10)).toEqual([line("ab", "\n")]);
  });
});
