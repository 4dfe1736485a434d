import { describe, expect, it, test } from "vitest";
import { createSecrets } from "../../base/secrets/secrets.ts";
import { createRecorder } from "../../trace/recorder.ts";
import { eventsOf } from "../../trace/trace.ts";
import { createStderrLog } from "./stderr-log.ts";

const secret = "s3cr3t-of-the-user";
const half = secret.slice(0, 9);

/** What is recorded of pieces of stderr, and its tail before and after its end. */
function logged(...pieces: readonly string[]): { readonly texts: readonly string[]; readonly tails: readonly string[] } {
  const secrets = createSecrets();
  secrets.add({ KEY: secret });
  const recorder = createRecorder({ kind: "server", transport: "stdio" }, () => 0, secrets);
  const log = createStderrLog(recorder, 1);
  for (const piece of pieces) log.push(Buffer.from(piece));
  const before = log.tail();
  log.end();
  return { texts: eventsOf(recorder.trace(), "stderr").map(({ text }) => text), tails: [before, log.tail()] };
}

test("lines are recorded whole, and what is left at the end", () => {
  expect(logged("a", "b\nc\nd", "e").texts).toEqual(["ab\nc\n", "de"]);
});

test("a secret that is written in several goes is none the less one", () => {
  const { texts, tails } = logged(`key ${half}`, secret.slice(9, 12), `${secret.slice(12)} so\n`);
  expect([...texts, ...tails]).toEqual([`key ${"x".repeat(18)} so\n`, `key ${"x".repeat(18)} so`, `key ${"x".repeat(18)} so`]);
});

test("the half that has come so far is not shown", () => {
  expect(logged(`key ${half}`).tails[0]).toBe("key xxxxxxxxx");
});

test("a line without an end is recorded in pieces, none of which begins within a secret", () => {
  const filler = "-".repeat(64 * 1024 - 8);
  const { texts } = logged(`${filler}${half}`, `${secret.slice(9)}${filler}`, `${filler}\n`);
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.join("")).toBe(`${filler}${"x".repeat(18)}${filler}${filler}\n`);
});

describe("what a child writes to standard error", () => {
  const bounded = (...pieces: readonly string[]) => {
    const recorder = createRecorder({ kind: "server", transport: "stdio" }, () => 0);
    const log = createStderrLog(recorder, 3);
    for (const piece of pieces) log.push(Buffer.from(piece));
    log.end();
    const events = eventsOf(recorder.trace(), "stderr");
    return { events: events.map(({ connection, text, cut }) => [connection, text.length, cut]), tail: log.tail() };
  };
  const kib = 1024;
  const mebibyte = kib * kib;

  it("is recorded with its connection, and nothing where it wrote nothing", () => {
    expect(bounded("up\n").events).toEqual([[3, 3, undefined]]);
    expect(bounded("").events).toEqual([]);
  });

  it("is recorded up to a mebibyte, and once more to tell that it was cut", () => {
    const lines = [`${"a".repeat(mebibyte - 2)}\n`, "\n", "more\n", "and more\n"];
    expect(bounded(...lines).events).toEqual([
      [3, mebibyte - 1, undefined],
      [3, 1, true],
    ]);
  });

  it("is recorded in so many pieces, and once more to tell that it was cut", () => {
    const { events } = bounded(...Array.from({ length: 10_002 }, () => "a\n"));
    expect(events).toHaveLength(10_000);
    expect(events.filter(([, , cut]) => cut === true)).toHaveLength(1);
    expect(events.at(-1)).toEqual([3, 2, true]);
  });

  it("is held together where a character comes in two pieces", () => {
    const recorder = createRecorder({ kind: "server", transport: "stdio" }, () => 0);
    const log = createStderrLog(recorder, 1);
    const bytes = Buffer.from("ü\n");
    log.push(bytes.subarray(0, 1));
    log.push(bytes.subarray(1));
    log.end();
    expect(eventsOf(recorder.trace(), "stderr").map(({ text }) => text)).toEqual(["ü\n"]);
  });

  it("is told by its last 20 lines, 4096 characters at most, without blank ends", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    expect(bounded(`${lines.join("\n")}\n \n`).tail).toBe(lines.slice(10).join("\n"));
    expect(bounded("a".repeat(5000), "b".repeat(4000)).tail).toBe(`${"a".repeat(96)}${"b".repeat(4000)}`);
    expect(bounded(`a\n${"b".repeat(4096)}\n`).tail).toBe("b".repeat(4096));
  });

  it.each<[string, readonly string[], readonly (readonly [number, true | undefined])[]]>([
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
    expect(bounded(...pieces).events).toEqual(events.map((event) => [3, ...event]));
  });
});
