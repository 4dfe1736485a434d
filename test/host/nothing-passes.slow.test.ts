import { expect, test } from "vitest";
import { leapingTime } from "../../src/run/host/host-time.ts";
import type { HostUnderTest } from "../../src/run/host/host-under-test.ts";
import { judgeCase } from "../../src/run/host/judge.ts";
import { loadHostSuites } from "../../src/run/host/case/load.ts";
import { runCase } from "../../src/run/host/drive.ts";
import { oneOf } from "../support/nightly.ts";

const text = '{"model":"x","message":{"role":"assistant","content":"done"},"done":true,"done_reason":"stop"}';

/** A host that answers everything, well-formed and at once, and reaches neither servers nor a model. */
const hollow: HostUnderTest = {
  subject: { kind: "host", transport: "http", name: "hollow" },
  capabilities: new Set(),
  preferred: "http",
  profiles: [],
  time: () => leapingTime(),
  open: () =>
    Promise.resolve({
      perform: () =>
        Promise.resolve({
          status: 200,
          exit: null,
          headers: { "content-type": "application/json" },
          text,
          said: "done",
          aside: "",
          failed: null,
        }),
      close: () => Promise.resolve({ killed: false, output: "" }),
    }),
};

/** How many cases are played at once: most of a case is spent waiting for a host that never comes to the servers. */
const sideBySide = 16;

test("no case passes for a host that answers and does nothing", async () => {
  const passed: string[] = [];
  const { signal } = new AbortController();
  const cases = loadHostSuites().flatMap((suite) => suite.cases.map((one) => ({ id: suite.id, one })));
  const queue = oneOf(3, cases).values();
  const play = async (): Promise<void> => {
    for (const { id, one } of queue)
      if (judgeCase(one, await runCase(hollow, one, signal)).kind === "satisfied") passed.push(`${id}/${one.id}`);
  };
  await Promise.all(Array.from({ length: sideBySide }, play));
  expect(passed).toEqual([]);
});
