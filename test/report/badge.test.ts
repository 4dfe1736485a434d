import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { badgeReporter } from "../../src/report/badge.ts";
import type { Finding } from "../../src/check/finding.ts";
import type { RunEvent } from "../../src/run/run-event.ts";
import { render } from "./render.ts";
import { brokenRun, runOf, sampleFindings, sampleRun } from "./sample-run.ts";

const of = (...verdicts: readonly Finding["verdict"][]): RunEvent[] =>
  runOf(sampleFindings.filter(({ verdict }) => verdicts.includes(verdict))).map((event) =>
    event.type === "run.finished"
      ? { ...event, stale: [], exitCode: verdicts.includes("fail") || verdicts.includes("untested") ? 1 : 0 }
      : event,
  );

test("the golden run", async () => {
  await expect(await render(badgeReporter(), sampleRun)).toMatchFileSnapshot("../../fixtures/golden/report/badge.svg");
});

test.each([
  ["conforms", of("pass", "warn"), { message: "conforms", color: "green", isError: false }],
  ["fails", sampleRun, { message: "1 failed", color: "red", isError: false }],
  ["kept no promise", of("pass", "untested"), { message: "1 untested", color: "red" }],
  ["could not be judged", brokenRun, { message: "could not judge", color: "grey", isError: true }],
  ["broke off", sampleRun.slice(0, -1), { message: "could not judge", color: "grey", isError: true }],
])("a run that %s, as shields has it and as an image", async (_, events, expected) => {
  expect(JSON.parse(await render(badgeReporter({ file: "badge.json" }), events))).toMatchObject({
    schemaVersion: 1,
    label: "mcpcheck",
    ...expected,
  });
  const svg = await render(badgeReporter({ file: "badge.svg" }), events);
  expect(svg).toContain(expected.message);
  const { errors } = await validateXML({
    xml: [{ fileName: "badge.svg", contents: svg }],
    schema: [
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg"><xs:element name="svg"><xs:complexType><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>',
    ],
  });
  expect(errors).toEqual([]);
});
