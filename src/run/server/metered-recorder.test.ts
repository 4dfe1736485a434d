import { expect, test } from "vitest";
import { createRecorder, type Recorder } from "../../trace/recorder.ts";
import type { Unrecorded } from "../../trace/wire-event.ts";
import { meteredRecorder } from "./metered-recorder.ts";

/** A recorder that takes so much, and how often it has told that it was more. */
function metered(cost: number, events = 1000): { readonly recorder: Recorder; readonly told: () => number } {
  let told = 0;
  const inner = createRecorder({ kind: "server", transport: "stdio" }, () => 0);
  return { recorder: meteredRecorder(inner, { events, cost }, () => (told += 1)), told: () => told };
}

const received = (text: string): Unrecorded => ({
  kind: "frame",
  connection: 1,
  direction: "received",
  text,
  bytes: text.length,
  terminator: "\n",
});

const list = (id: number, letter: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id, result: { tools: [letter.repeat(20_000)] } });

test("a text costs what it takes to keep it twice and to read it", () => {
  const { recorder, told } = metered(70_000);
  recorder.record(received("x".repeat(20_000)));
  expect(told()).toBe(0);
  recorder.record(received("y".repeat(20_000)));
  expect(told()).toBe(1);
});

test("letters beyond Latin-1 make the whole text cost twice as much", () => {
  const { recorder, told } = metered(70_000);
  recorder.record(received(`${"x".repeat(20_000)}\u20ac`));
  expect(told()).toBe(1);
});

test("values cost far more than their characters", () => {
  const { recorder, told } = metered(100_000);
  recorder.record(received("[1,2,3]".padEnd(1000)));
  expect(told()).toBe(0);
  recorder.record(received(`[${"[],".repeat(1000)}0]`));
  expect(told()).toBe(1);
});

test("a result that comes again is not read again", () => {
  const same = metered(150_000);
  for (const id of [1, 2, 3]) same.recorder.record(received(list(id, "x")));
  expect(same.told()).toBe(0);
  const other = metered(150_000);
  for (const [id, letter] of ["x", "y", "z"].entries()) other.recorder.record(received(list(id, letter)));
  expect(other.told()).toBe(1);
});

test("what comes after too much is told once, and only its beginning is kept", () => {
  const { recorder, told } = metered(1_000_000, 2);
  const [first, second, third, last] = ["a", "b", "c", "d"].map((letter) => recorder.record(received(letter.repeat(5000))));
  expect(told()).toBe(1);
  for (const event of [first, second, third]) expect(event).toMatchObject({ text: expect.stringMatching(/^.{5000}$/) as string });
  expect(last).toMatchObject({ cut: true, text: "d".repeat(1024), bytes: 5000, unread: { mayAnswer: true } });
});
