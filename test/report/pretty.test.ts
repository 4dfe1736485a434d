import { expect, test } from "vitest";
import { prettyReporter } from "../../src/report/pretty/pretty.ts";
import type { RunEvent } from "../../src/run/run-event.ts";
import { render } from "./render.ts";
import { brokenRun, sampleRun } from "./sample-run.ts";

const golden = (name: string): string => `../../fixtures/golden/report/${name}`;

test("a run with every kind of finding reads as the golden file", async () => {
  await expect(await render(prettyReporter({ color: false }), sampleRun)).toMatchFileSnapshot(golden("pretty.txt"));
});

test("a run that could not judge says so, with the reason and the end of stderr", async () => {
  const text = await render(prettyReporter({ color: false }), brokenRun);
  await expect(text).toMatchFileSnapshot(golden("pretty-broken.txt"));
  expect(text).toContain("  | Error: \\u{1b}[1mboom");
});

test("what ended a run before its subject was known is said, though the subject has no part of its own", async () => {
  const error = { kind: "harness", message: "two scenarios have one id", stderrTail: "" } as const;
  const events = brokenRun.flatMap((event): RunEvent[] =>
    event.type === "run.finished"
      ? [
          { type: "subject.finished", subjectId: "server", error, ms: 80 },
          { ...event, error },
        ]
      : [event],
  );
  expect(await render(prettyReporter({ color: false }), events)).toContain("could not judge: two scenarios have one id\n");
});

test("nothing a server wrote reaches the terminal as an escape, with and without colour", async () => {
  expect(await render(prettyReporter({ color: false }), sampleRun)).not.toContain("\u001B");
  const colored = await render(prettyReporter({ color: true }), sampleRun);
  expect(colored).toContain("\u001B[1m");
  expect(colored).not.toContain("\u001B[2J");
});

test("a stream that breaks off is not reported as a good run", async () => {
  const text = await render(prettyReporter({ color: false }), sampleRun.slice(0, -1));
  expect(text.trimEnd().split("\n").at(-1)).toMatch(/^could not judge: /);
});
