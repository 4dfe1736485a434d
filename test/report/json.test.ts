import { expect, test } from "vitest";
import { jsonReporter } from "../../src/report/json.ts";
import { ndjsonReporter } from "../../src/report/ndjson.ts";
import { render } from "./render.ts";
import { brokenRun, sampleRun } from "./sample-run.ts";

const golden = (name: string): string => `../../fixtures/golden/report/${name}`;

test("the document has the shape of the contract", async () => {
  const text = await render(jsonReporter(), sampleRun);
  await expect(text).toMatchFileSnapshot(golden("report.json"));
  const report = JSON.parse(text) as Record<string, unknown> & { findings: Record<string, unknown>[] };
  expect(report).toMatchObject({
    schemaVersion: 1,
    tool: { name: "mcpcheck", version: "0.1.0" },
    subject: { kind: "server", transport: "stdio", command: ["node", "my server.js"], version: "1.0" },
    revisions: ["2025-06-18", "2025-11-25"],
    summary: { pass: 3, fail: 3, warn: 3, untested: 2, notApplicable: 2, error: 0, consequences: 1, flaky: 1 },
    exitCode: 1,
    error: null,
  });
  expect(report.findings).toHaveLength(14);
  for (const finding of report.findings) {
    expect(Object.keys(finding)).toEqual(
      expect.arrayContaining("check title level revision verdict message spec scenario evidence repro".split(" ")),
    );
  }
});

test("a run without verdict carries its error and no pass", async () => {
  const report = JSON.parse(await render(jsonReporter(), brokenRun)) as unknown;
  expect(report).toMatchObject({
    exitCode: 3,
    summary: { pass: 0 },
    findings: [],
    error: {
      kind: "subject",
      message: "node exited with code 1 before it answered",
      stderrTail: expect.stringContaining("boom"),
    },
  });
});

test("a stream that breaks off is a harness error", async () => {
  const report = JSON.parse(await render(jsonReporter(), sampleRun.slice(0, -1))) as unknown;
  expect(report).toMatchObject({ exitCode: 3, error: { kind: "harness" } });
});

test("ndjson is the event stream, one event a line", async () => {
  const lines = (await render(ndjsonReporter(), sampleRun)).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(JSON.parse(JSON.stringify(sampleRun)));
});

test("a run over several subjects tells them apart", async () => {
  const others = sampleRun.flatMap((event) => ("subjectId" in event ? [{ ...event, subjectId: "other" }] : []));
  const report = JSON.parse(await render(jsonReporter(), [...sampleRun.slice(0, -1), ...others, ...sampleRun.slice(-1)])) as {
    subjects: { id: string }[];
    findings: { subject: string }[];
  };
  expect(report.subjects.map(({ id }) => id)).toEqual(["server", "other"]);
  expect(report.findings.filter(({ subject }) => subject === "other")).toHaveLength(14);
});
