import { describe, expect, it } from "vitest";
import { createBoundedBytes, decodeUtf8, formatBytes } from "./bounded-bytes.ts";

const kib = 1024;
const kept = 64 * kib;
const base64 = (...bytes: readonly number[]): string => Buffer.from(bytes).toString("base64");

describe("bytes that are collected within a limit", () => {
  const collected = (limit: number, ...pieces: readonly string[]): object => {
    const bytes = createBoundedBytes(limit);
    for (const piece of pieces) bytes.append(Buffer.from(piece));
    const taken = bytes.take();
    return { ...taken, kept: taken.kept.toString() };
  };
  const a = (times: number): string => "a".repeat(times);

  it.each<[string, number, readonly string[], object]>([
    ["are none where none came", 5, [], { kept: "", bytes: 0, cut: false }],
    ["are kept in their order", 5, ["ab", "", "cde"], { kept: "abcde", bytes: 5, cut: false }],
    ["are cut at the limit where one too many comes in one piece", 5, ["abcdef"], { kept: "abcde", bytes: 6, cut: true }],
    ["are cut at the limit where one too many comes later", 5, ["abc", "def"], { kept: "abcde", bytes: 6, cut: true }],
    ["are cut where one comes after as many as fit", 5, ["abcde", "f"], { kept: "abcde", bytes: 6, cut: true }],
    ["are counted beyond the limit", 5, ["abcdef", "gh", "i"], { kept: "abcde", bytes: 9, cut: true }],
    [
      "are kept up to 64 KiB of more than the limit",
      2 * kept,
      [a(2 * kept), "b"],
      { kept: a(kept), bytes: 2 * kept + 1, cut: true },
    ],
    [
      "are kept where 64 KiB are passed within a piece",
      2 * kept,
      [a(kept - 1), "bc", a(kept)],
      { kept: `${a(kept - 1)}b`, bytes: 2 * kept + 1, cut: true },
    ],
    [
      "are kept beyond 64 KiB as long as they fit",
      2 * kept,
      [a(kept), a(kept - 1), "b"],
      { kept: `${a(2 * kept - 1)}b`, bytes: 2 * kept, cut: false },
    ],
  ])("%s", (_title, limit, pieces, expected) => {
    expect(collected(limit, ...pieces)).toEqual(expected);
  });

  it("are handed out once, and the next begin anew", () => {
    const bytes = createBoundedBytes(2);
    bytes.append(Buffer.from("abc"));
    expect([bytes.size(), bytes.last()]).toEqual([3, 99]);
    expect(bytes.take().cut).toBe(true);
    expect([bytes.size(), bytes.last()]).toEqual([0, undefined]);
    bytes.append(Buffer.from("d"));
    expect(bytes.take()).toEqual({ kept: Buffer.from("d"), bytes: 1, cut: false });
  });
});

it("of what is longer than its limit 64 KiB are kept, also where the piece that is too much begins beyond them", () => {
  const bytes = createBoundedBytes(100 * kib);
  for (const [letter, size] of [["a", 80 * kib] as const, ["b", 100 * kib] as const]) bytes.append(Buffer.alloc(size, letter));
  const { kept: beginning, ...rest } = bytes.take();
  expect([beginning.toString(), rest]).toEqual(["a".repeat(64 * kib), { bytes: 180 * kib, cut: true }]);
});

describe("bytes as text", () => {
  it.each<[string, Buffer, string]>([
    ["short, beyond ASCII", Buffer.from("Grüße"), "Grüße"],
    ["long, beyond ASCII", Buffer.from("ü🙂".repeat(200)), "ü🙂".repeat(200)],
    ["of more than a mebibyte", Buffer.from(`${"ü".repeat(600_000)}z`), `${"ü".repeat(600_000)}z`],
    ["with a byte order mark", Buffer.from("\uFEFFa"), "\uFEFFa"],
  ])("%s", (_title, bytes, text) => {
    expect(decodeUtf8(bytes)).toEqual({ text });
  });

  it("come with the bytes where they are no UTF-8", () => {
    expect(decodeUtf8(Buffer.from([97, 0xff]))).toEqual({ text: "a\uFFFD", base64: Buffer.from([97, 0xff]).toString("base64") });
  });

  const broken = (...bytes: readonly number[]): string | undefined => decodeUtf8(Buffer.from(bytes), true).base64;
  it.each<[string, readonly number[], string]>([
    ["nothing", [], ""],
    ["a letter", [97], "a"],
    ["a whole character of two bytes", [97, 0xc3, 0xbc], "aü"],
    ["the first byte of two", [97, 0xc3], "a"],
    ["a whole character of three bytes", [0xe2, 0x82, 0xac], "€"],
    ["the first byte of three", [97, 0xe2], "a"],
    ["the first two bytes of three", [97, 0xe2, 0x82], "a"],
    ["a whole character of four bytes", [0xf0, 0x9f, 0x99, 0x82], "🙂"],
    ["the first byte of four", [97, 0xf0], "a"],
    ["the first two bytes of four", [97, 0xf0, 0x9f], "a"],
    ["the first three bytes of four", [97, 0xf0, 0x9f, 0x99], "a"],
  ])("lose half a character at the end where they were cut off: %s", (_title, bytes, text) => {
    expect(decodeUtf8(Buffer.from(bytes), true)).toEqual({ text });
  });

  it("keep what is no beginning of a character although they were cut off", () => {
    expect(broken(97, 0xbc)).toBe(Buffer.from([97, 0xbc]).toString("base64"));
    expect(broken(0xbc, 0xbc, 0xbc, 0xbc)).toBe(Buffer.from([0xbc, 0xbc, 0xbc, 0xbc]).toString("base64"));
    expect(broken(0xc3, 0xbc, 0xbc)).toBe(Buffer.from([0xc3, 0xbc, 0xbc]).toString("base64"));
  });

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

it.each([
  [0, "0 bytes"],
  [1, "1 bytes"],
  [1023, "1023 bytes"],
  [1024, "1 KiB"],
  [1025, "1025 bytes"],
  [1536, "1536 bytes"],
  [1024 * 1024 - 1024, "1023 KiB"],
  [1024 * 1024, "1 MiB"],
  [1024 * 1024 + 1024, "1025 KiB"],
  [3 * 1024 * 1024, "3 MiB"],
])("%i bytes are told as %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
