import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { junitReporter } from "../../src/report/junit.ts";
import { render } from "./render.ts";
import { brokenRun, runOf, sampleFindings, sampleRun } from "./sample-run.ts";

const schema = readFileSync(new URL("junit.xsd", import.meta.url), "utf8");

async function faults(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: "junit.xml", contents: xml }], schema: [schema] });
  return errors.map((error) => error.message);
}

test("the golden run is valid", async () => {
  const xml = await render(junitReporter(), sampleRun);
  await expect(xml).toMatchFileSnapshot("../../fixtures/golden/report/junit.xml");
  expect(await faults(xml)).toEqual([]);
});

test("only what counts against the run is a failure", async () => {
  const xml = await render(junitReporter(), sampleRun);
  expect(xml).toContain('<testsuites name="mcpcheck" tests="12" failures="4" errors="0" skipped="3" time="1.234">');
  expect(xml).toContain('value="3 checks untested or not applicable; --verbose lists them"');
});

test("who wants everything gets what was not tested and does not apply, skipped with the reason", async () => {
  const xml = await render(junitReporter({ verbose: true }), sampleRun);
  expect(await faults(xml)).toEqual([]);
  expect(xml).toContain('<testsuites name="mcpcheck" tests="15" failures="4" errors="0" skipped="6" time="1.234">');
  expect(xml).not.toContain("left-out");
});

test("the time of a scenario is shared by the checks it decided, so that all times together are no more", async () => {
  const xml = await render(junitReporter(), sampleRun);
  const times = [...xml.matchAll(/<testcase [^>]*time="([\d.]+)"/g)].map(([, time]) => Number(time));
  const took = sampleRun.reduce((sum, event) => sum + (event.type === "scenario.finished" ? event.ms : 0), 0);
  expect(Math.max(...times)).toBeGreaterThan(0);
  expect(times.reduce((sum, time) => sum + time, 0)).toBeLessThanOrEqual(took / 1000 + 0.0005 * times.length);
});

test("a run that could not judge has an error with the end of stderr", async () => {
  const xml = await render(junitReporter(), brokenRun);
  expect(await faults(xml)).toEqual([]);
  expect(xml).toContain('errors="1"');
  expect(xml).toContain("\\u{1b}[1mboom");
});

test("no character a server can write makes the document invalid", async () => {
  const every = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).join("");
  const message = `${every}\uD800\uDC00\uD800 \uDFFF\uFFFE\uFFFF]]>&amp;<!--`;
  const xml = await render(junitReporter(), runOf(sampleFindings.map((finding) => ({ ...finding, message }))));
  expect(await faults(xml)).toEqual([]);
});

test("the schema used here does find faults", async () => {
  const xml = await render(junitReporter(), sampleRun);
  expect(await faults(xml.replace("<failure message=", "<failure massage="))).not.toEqual([]);
});
