import { expect, test } from "vitest";
import { createSecrets } from "../base/secrets/secrets.ts";
import { mostValues } from "../jsonrpc/bounds.ts";
import { excerptOf } from "./excerpt.ts";
import { frameIn } from "./frame-in.ts";
import { createRecorder } from "./recorder.ts";
import type { Unrecorded, WireEvent } from "./wire-event.ts";

const answer = (id: string, values: number): string => `{"jsonrpc":"2.0","result":{"x":[${"[],".repeat(values)}0]},"id":${id}}`;
const received = (text: string): Unrecorded => ({
  kind: "frame",
  connection: 1,
  direction: "received",
  text,
  bytes: text.length,
  terminator: "\n",
});

/** What is read of an event after it was recorded. */
function recorded(event: Unrecorded): WireEvent {
  const secrets = createSecrets();
  secrets.add({ KEY: "my-key-47" });
  return createRecorder({ kind: "server", transport: "stdio" }, () => 0, secrets).record(excerptOf(event));
}

test("of a message that is too large to be read the beginning is kept, and what its envelope says", () => {
  const text = answer("7", mostValues);
  const event = recorded(received(text));
  expect(event).toMatchObject({ cut: true, bytes: text.length, unread: { id: 7, mayAnswer: true } });
  expect("text" in event && text.startsWith(event.text) && event.text.length < text.length).toBe(true);
  expect(event.kind === "frame" && frameIn(event)).toMatchObject({ kind: "too-large", id: 7, mayAnswer: true });
});

test("an id that holds a secret is masked with everything else", () => {
  expect(recorded(received(answer('"a my-key-47"', mostValues)))).toMatchObject({ unread: { id: "a xxxxxxxxx" } });
});

test("so it is with bodies and events of streams", () => {
  const text = answer("7", mostValues);
  const unread = { id: 7, mayAnswer: true };
  const body = recorded({ kind: "http-body", connection: 1, exchange: 1, text, bytes: text.length });
  const event = recorded({ kind: "sse-event", connection: 1, exchange: 1, data: text });
  for (const one of [body, event]) expect(one).toMatchObject({ cut: true, unread });
  expect("data" in event && (event.data ?? "").length < text.length).toBe(true);
});

test.each([answer("7", 1000), JSON.stringify({ id: 7, result: "[],".repeat(mostValues) }), "x".repeat(mostValues + 1), ""])(
  "everything else is kept whole: %.30s",
  (text) => {
    const event = received(text);
    expect(excerptOf(event)).toBe(event);
  },
);
