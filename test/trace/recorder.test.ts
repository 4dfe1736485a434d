import { expect, it } from "vitest";
import { createSecrets } from "../../src/base/secrets/secrets.ts";
import { createRecorder, type Recorder } from "../../src/trace/recorder.ts";
import type { Unrecorded } from "../../src/trace/wire-event.ts";
import { body, received, sent, streamed } from "../support/traces/small-trace.ts";

/** A recorder whose clock shows these times, one after the other. */
function recorderAt(...times: readonly number[]): Recorder {
  const left = [...times];
  return createRecorder({ kind: "server", transport: "stdio" }, () => left.shift() ?? 0);
}

const closed: Unrecorded = { kind: "stdin-closed", connection: 1 };

it("numbers events and times them to the microsecond since it was made", () => {
  const recorder = recorderAt(100.5, 101.7345678, 2100.5);
  expect(recorder.record(closed)).toEqual({ seq: 1, at: 1.235, ...closed });
  expect(recorder.record(closed)).toEqual({ seq: 2, at: 2000, ...closed });
});

it("counts connections and exchanges from one on, each for itself", () => {
  const recorder = recorderAt();
  expect([recorder.nextConnection(), recorder.nextConnection(), recorder.nextExchange(), recorder.nextExchange()]).toEqual([
    1, 2, 1, 2,
  ]);
});

it("hands out the same trace until something is added, and does not change what it handed out", () => {
  const recorder = recorderAt();
  recorder.record(closed);
  const first = recorder.trace();
  expect(recorder.trace()).toBe(first);
  expect(first).toEqual({ subject: { kind: "server", transport: "stdio" }, events: [{ seq: 1, at: 0, ...closed }] });
  recorder.record(closed);
  expect(first.events).toHaveLength(1);
  expect(recorder.trace().events.map(({ seq }) => seq)).toEqual([1, 2]);
});

it("adds what the subject says of itself to what was known of it", () => {
  const recorder = recorderAt();
  expect(recorder.trace().subject).toEqual({ kind: "server", transport: "stdio" });
  recorder.describe({ name: "files", version: "1" });
  recorder.describe({ version: "2" });
  expect(recorder.trace().subject).toEqual({ kind: "server", transport: "stdio", name: "files", version: "2" });
});

it("takes secrets out of the subject, of what it says of itself, of events and of texts that are only shown", () => {
  const secrets = createSecrets();
  secrets.add({ KEY: "my-key-47" });
  const recorder = createRecorder({ kind: "server", transport: "stdio", command: ["run", "my-key-47"] }, () => 0, secrets);
  recorder.describe({ name: "my-key-47" });
  recorder.record({ kind: "failure", connection: 1, message: "no my-key-47" });
  expect(recorder.trace()).toEqual({
    subject: { kind: "server", transport: "stdio", command: ["run", "xxxxxxxxx"], name: "xxxxxxxxx" },
    events: [{ seq: 1, at: 0, kind: "failure", connection: 1, message: "no xxxxxxxxx" }],
  });
  expect([recorder.hide("a my-key-47"), recorder.hide("a my-key", true), recorder.hide("a my-key")]).toEqual([
    "a xxxxxxxxx",
    "a xxxxxx",
    "a my-key",
  ]);
});

it("hands over each event once", () => {
  const recorder = recorderAt();
  recorder.record(closed);
  recorder.record(closed);
  expect(recorder.handOver().map(({ seq }) => seq)).toEqual([1, 2]);
  expect(recorder.handOver()).toEqual([]);
  recorder.record(closed);
  expect(recorder.handOver({ keep: true }).map(({ seq }) => seq)).toEqual([3]);
  expect(recorder.handOver({ keep: true })).toEqual([]);
  expect(recorder.trace().events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

const cut = { cut: true, unread: { mayAnswer: true, why: "it was handed over" } };
const [short, long] = ["x".repeat(1024), "x".repeat(1025)];

it.each([
  ["a received line as long as is kept stays as it is", received(short), { text: short }],
  ["of a longer received line the beginning stays", received(long), { text: short, bytes: 1025, ...cut }],
  ["of a longer body the beginning stays", body(1, long), { text: short, bytes: 1025, ...cut }],
  ["of a longer event of a stream the beginning stays", streamed(1, long), { data: short, ...cut }],
  ["a line that mcpcheck sent stays whole", sent(long), { text: long }],
] as const)("after events were handed over, %s", (_what, line, left) => {
  const recorder = recorderAt(0, 1, 2, 3);
  recorder.record(closed);
  recorder.handOver();
  const next = recorder.record(closed);
  const whole = recorder.record(line);
  expect(recorder.handOver()).toEqual([next, whole]);
  expect(recorder.trace().events).toEqual([{ seq: 1, at: 1, ...closed }, next, { seq: 3, at: 3, ...line, ...left }]);
});

it("a trace that was asked for before events were handed over is not what stays", () => {
  const recorder = recorderAt();
  recorder.record(received(long));
  const before = recorder.trace();
  recorder.handOver();
  expect(before.events).toMatchObject([{ text: long }]);
  expect(recorder.trace().events).toMatchObject([{ text: short }]);
});

it("events that are to be kept here too stay whole, and the trace stays the same one", () => {
  const recorder = recorderAt();
  recorder.record(received(long));
  const before = recorder.trace();
  expect(recorder.handOver({ keep: true })).toEqual(before.events);
  expect(recorder.trace()).toBe(before);
  recorder.record(closed);
  expect(recorder.trace().events).toMatchObject([{ text: long }, closed]);
});
