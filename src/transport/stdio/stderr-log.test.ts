import { expect, test } from "vitest";
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
