import { assert, asyncProperty, constantFrom, oneof, string } from "fast-check";
import { expect, test } from "vitest";
import { githubReporter } from "../../src/report/github.ts";
import { htmlReporter } from "../../src/report/html/html.ts";
import { jsonReporter } from "../../src/report/json.ts";
import { junitReporter } from "../../src/report/junit.ts";
import { markdownReporter } from "../../src/report/markdown.ts";
import { ndjsonReporter } from "../../src/report/ndjson.ts";
import { prettyReporter } from "../../src/report/pretty/pretty.ts";
import { sarifReporter } from "../../src/report/sarif.ts";
import { tapReporter } from "../../src/report/tap.ts";
import { render } from "./render.ts";
import { runOf, sampleFindings } from "./sample-run.ts";

/** Anything a terminal or a log viewer would act on, or nobody sees; line feeds and tabs are for the reporters themselves to write. */
const acts = /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{5}|##\w*\[/u;

const hostile = oneof(
  string({ unit: "binary" }),
  string({
    unit: constantFrom(
      "\u001B[2J",
      "\r",
      "\n",
      "::error::",
      "#",
      "##[error]",
      "##vso[x]",
      "##teamcity[",
      "\u180E",
      "\u3164",
      "\u{E0100}",
      "\u0301",
      "`",
      "|",
      "\u009B",
      "\uD800",
      "\u202E",
      "\u{E0041}",
      "..",
      "ok 1",
    ),
  }),
);

test.each([
  ["pretty", prettyReporter({ color: false })],
  ["github", githubReporter()],
  ["tap", tapReporter()],
  ["markdown", markdownReporter()],
  ["html", htmlReporter()],
  ["junit", junitReporter()],
  ["sarif", sarifReporter()],
  ["json", jsonReporter()],
  ["ndjson", ndjsonReporter()],
])("whatever a server wrote, %s never passes on what a terminal would act on", async (_, reporter) => {
  await assert(
    asyncProperty(hostile, async (message) => {
      const text = await render(reporter, runOf(sampleFindings.map((finding) => ({ ...finding, message }))));
      expect(text).not.toMatch(acts);
    }),
    { numRuns: 60 },
  );
});

test("whatever a server wrote, tap keeps one line for each test point", async () => {
  await assert(
    asyncProperty(hostile, async (message) => {
      const text = await render(tapReporter(), runOf(sampleFindings.map((finding) => ({ ...finding, message }))));
      expect(text.match(/^(not )?ok \d+ - /gm)).toHaveLength(sampleFindings.length + 1);
    }),
    { numRuns: 60 },
  );
});
