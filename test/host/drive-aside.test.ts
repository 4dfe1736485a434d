import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type AsideDriver, driveAside } from "../../src/cli/host/drive-aside.ts";
import type { HostCase } from "../../src/run/host/case/host-case.ts";
import { root } from "../support/run-cli.ts";

const greeting: HostCase = {
  id: "loop.greeting",
  title: "A tool call reaches its server",
  ring: "must",
  rows: [],
  level: "L1",
  steps: [{ call: { server: "s", tool: "echo", arguments: { text: "from afar" } } }],
  expect: [{ called: { server: "s", tool: "echo" } }],
};
const never = new AbortController().signal;

let aside: AsideDriver | undefined;
afterEach(() => aside?.close());

test("cases are driven in another process, several at a time, and each trace comes back to whom it belongs", async () => {
  aside = driveAside();
  const { drive } = aside;
  const texts = ["one", "two", "three"];
  const traces = await Promise.all(
    texts.map((text) => drive({ ...greeting, steps: [{ call: { server: "s", tool: "echo", arguments: { text } } }] }, never)),
  );
  const said = traces.map((trace) => trace.flatMap((event) => (event.kind === "answered" ? [event.said] : [])));
  expect(said).toEqual(texts.map((text) => [expect.stringContaining(text) as string]));
});

test("whose fault it is that a case was not driven is told as it would be in this process", async () => {
  aside = driveAside();
  const unstartable: HostCase = { ...greeting, servers: [{ id: "s", mock: "no-such-mock" }] };
  await expect(aside.drive(unstartable, never)).rejects.toMatchObject({ code: "usage", message: /no-such-mock/ });
});

test("cases under way end early when they are to stop", async () => {
  aside = driveAside();
  const stop = new AbortController();
  const waiting = aside.drive({ ...greeting, steps: Array(500).fill(greeting.steps[0]) as HostCase["steps"] }, stop.signal);
  await aside.drive(greeting, never);
  stop.abort();
  const asked = (await waiting).filter(({ kind }) => kind === "asked");
  expect(asked.length).toBeLessThan(500);
});

test("the death of the other process is the failure of what it was driving and of what comes after", async () => {
  aside = driveAside(join(root, "test/host/ends-at-once.mjs"));
  const died = { code: "harness", message: "the process that drives cases ended with exit code 7" };
  const { drive } = aside;
  const stop = new AbortController();
  const underWay = [1, 2, 3].map(async () => await expect(drive(greeting, stop.signal)).rejects.toMatchObject(died));
  await Promise.all(underWay);
  stop.abort();
  await expect(drive(greeting, never)).rejects.toMatchObject(died);
});

test("what is begun when all is to stop is not driven to its end", async () => {
  aside = driveAside();
  const steps = Array(500).fill(greeting.steps[0]) as HostCase["steps"];
  const asked = (await aside.drive({ ...greeting, steps }, AbortSignal.abort())).filter(({ kind }) => kind === "asked");
  expect(asked.length).toBeLessThan(500);
});
