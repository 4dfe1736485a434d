import { expect, test } from "vitest";
import { createSecrets } from "../base/secrets/secrets.ts";
import { hiddenEvent } from "./hidden-event.ts";
import type { Unrecorded } from "./wire-event.ts";

const key = "k-0123456789";
const hidden = "x".repeat(key.length);
const base64 = (text: string): string => Buffer.from(text, "latin1").toString("base64");
const secrets = createSecrets();
secrets.add({ KEY: key });

const one = { connection: 1 } as const;
const exchange = { ...one, exchange: 1 } as const;
const unread = { id: key, mayAnswer: true, why: "too large" };

/** An event of every kind that has a text which is not ours, with the key in each of them. */
const events: readonly Unrecorded[] = [
  { ...one, kind: "connect", transport: "stdio", revision: null, session: "main", capabilities: {}, target: key },
  { ...one, kind: "skip", scenario: "a/b", reason: key },
  { ...one, kind: "role", scenario: "a/b", role: "slow", tool: key, by: "seen" },
  {
    ...one,
    kind: "frame",
    direction: "received",
    text: key,
    bytes: 9,
    terminator: "\n",
    base64: base64(`\xff${key}`),
    cut: true,
    unread,
  },
  { ...one, kind: "told", scenario: "a/b", steps: [{ call: key }] },
  { ...one, kind: "report", step: 1, value: { [key]: key } },
  { ...one, kind: "fetched", method: "GET", url: key },
  {
    ...one,
    kind: "auth",
    party: "issuer",
    endpoint: "token",
    method: "POST",
    url: key,
    headers: { accept: key },
    fields: { [key]: key },
    found: { client: key },
    answer: { status: 200, headers: { location: key }, body: key },
  },
  { ...one, kind: "stderr", text: key },
  { ...exchange, kind: "http-request", method: "GET", url: key, headers: [[key, key]], body: key },
  { ...exchange, kind: "http-response", status: 200, headers: [[key, key]] },
  { ...exchange, kind: "http-body", text: key, bytes: 9, base64: base64(`\xff${key}`), unread },
  {
    ...exchange,
    kind: "sse-event",
    event: key,
    data: key,
    id: key,
    retry: key,
    comment: key,
    base64: base64(`\xff${key}`),
    unread,
  },
  { ...exchange, kind: "http-end", how: "broken", message: key },
  { ...one, kind: "silence", awaiting: JSON.stringify(key), ms: 1 },
  { ...one, kind: "failure", message: key },
  { ...one, kind: "annotation", about: 1, name: "json-schema", value: { [key]: [key] } },
];

test.each(events)("no text of a $kind event keeps a secret", (event) => {
  const told = JSON.stringify(hiddenEvent(event, secrets));
  const expected = JSON.stringify(event)
    .replaceAll(key, hidden)
    .replaceAll(base64(`\xff${key}`), base64(`\xff${hidden}`));
  expect(told).toContain(hidden);
  expect(JSON.parse(told)).toEqual(JSON.parse(expected));
});

test("what mcpcheck itself says stays, whatever a secret is", () => {
  const words = createSecrets();
  words.add({ TAG: "unknown-tool" });
  const step: Unrecorded = { ...one, kind: "step", scenario: "tools/unknown-tool", verb: "call", tag: "unknown-tool" };
  expect(hiddenEvent(step, words)).toBe(step);
});

test("of a line that nobody ended the beginning of a secret goes, too", () => {
  const line: Unrecorded = { ...one, kind: "frame", direction: "received", text: "so k-01234", bytes: 10, terminator: "" };
  expect(hiddenEvent(line, secrets)).toMatchObject({ text: "so xxxxxxx" });
});

test.each([
  ["Authorization", "Bearer abc", "Bearer xxx"],
  ["authorization", "opaque", "xxxxxx"],
  ["Cookie", "a=1; b=2", "x=x; x=x"],
  ["X-API-Key", "test", "xxxx"],
  ["Accept", "text/html", "text/html"],
])("the header %s: %s of a request is kept as %s, also where nothing is known to be secret", (name, value, kept) => {
  const request: Unrecorded = {
    ...exchange,
    kind: "http-request",
    method: "GET",
    url: "/",
    headers: [[name, value]],
    body: null,
  };
  expect(hiddenEvent(request, createSecrets())).toMatchObject({ headers: [[name, kept]] });
});
