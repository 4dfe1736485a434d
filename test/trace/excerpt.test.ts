import { expect, it } from "vitest";
import { longestId, mostValues } from "../../src/jsonrpc/bounds.ts";
import { cutTo, excerptOf, receivedText, textIn } from "../../src/trace/excerpt.ts";
import { body, done, type Line, note, posted, received, sent, streamed } from "../support/traces/small-trace.ts";

it.each<[string, Line, string | undefined]>([
  ["a line that was received has", received("abc"), "abc"],
  ["a line that was sent has not", sent("abc"), undefined],
  ["a body of an answer has", body(1, "abc"), "abc"],
  ["an event of a stream has", streamed(1, "abc"), "abc"],
  ["an event of a stream without data has not", { kind: "sse-event", connection: 1, exchange: 1, id: "a" }, undefined],
  ["a request over HTTP has not", posted(1, "abc"), undefined],
  ["what a process prints besides has not", { kind: "stderr", connection: 1, text: "abc" }, undefined],
])("text of the subject: %s", (_what, line, text) => {
  expect(receivedText(line)).toBe(text);
});

it("how much text there is, is the sum of what the subject sent", () => {
  expect(textIn([received("abc"), sent("defg"), body(1, "é"), { kind: "stdin-closed", connection: 1 }])).toBe(4);
});

const unread = { mayAnswer: true, why: "too much" };

it.each<[string, Parameters<typeof cutTo>[0], number, object]>([
  [
    "the beginning of a line",
    { kind: "frame", connection: 1, direction: "received", text: "abcdef", bytes: 6, terminator: "\n" },
    3,
    { text: "abc", bytes: 6, terminator: "\n" },
  ],
  [
    "no half of a character",
    { kind: "http-body", connection: 1, exchange: 1, text: "ab\u{1F600}c", bytes: 7 },
    3,
    { text: "ab" },
  ],
  [
    "a whole character",
    { kind: "http-body", connection: 1, exchange: 1, text: "ab\u{1F600}c", bytes: 7 },
    4,
    { text: "ab\u{1F600}" },
  ],
  [
    "none of the bytes beside the text",
    { kind: "http-body", connection: 1, exchange: 1, text: "abc", bytes: 3, base64: "/w==" },
    2,
    { text: "ab" },
  ],
  [
    "the beginning of the data of an event",
    { kind: "sse-event", connection: 1, exchange: 1, data: "abc", id: "7" },
    2,
    { data: "ab", id: "7" },
  ],
  ["nothing of an event without data", { kind: "sse-event", connection: 1, exchange: 1 }, 2, { data: "" }],
])("of an event that is cut stays %s", (_what, event, length, kept) => {
  const cut = cutTo(event, length, unread);
  expect(cut).toMatchObject({ ...kept, cut: true, unread });
  expect("base64" in cut).toBe(false);
});

const many = `[${"[],".repeat(mostValues)}0]`;

it.each<[string, Line, object]>([
  [
    "that may answer a request whose id is known",
    received(`{"jsonrpc":"2.0","id":"a","result":${many}}`),
    { id: "a", mayAnswer: true },
  ],
  ["that may answer a request, nobody knows which", received(`{"jsonrpc":"2.0","id":1.5,"result":${many}}`), { mayAnswer: true }],
  ["that is a notification", received(`{"jsonrpc":"2.0","method":"a","params":${many}}`), { mayAnswer: false }],
])("of a message too large to be read, %s, 64 Ki characters stay", (_what, line, known) => {
  const kept = excerptOf(line);
  expect(kept).toMatchObject({ cut: true });
  expect("text" in kept && kept.text).toBe(receivedText(line)?.slice(0, 65_536));
  expect("unread" in kept && kept.unread).toEqual({ ...known, why: `it holds more than ${mostValues} values` });
});

it.each<[string, Line]>([
  ["has no text", { kind: "stdin-closed", connection: 1 }],
  ["is an ordinary message", received(note("a"))],
  ["is no larger than is read, but has an id too long to be repeated", received(done("x".repeat(longestId + 1)))],
  ["was sent by mcpcheck itself", sent(`{"result":${many}}`)],
])("an event that %s is kept as it is", (_what, line) => {
  expect(excerptOf(line)).toBe(line);
});
