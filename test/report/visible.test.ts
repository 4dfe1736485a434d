import { assert, asyncProperty, constantFrom, oneof, string } from "fast-check";
import { expect, test } from "vitest";
import { githubReporter } from "../../src/report/github.ts";
import { htmlReporter } from "../../src/report/html.ts";
import { jsonReporter } from "../../src/report/json.ts";
import { junitReporter } from "../../src/report/junit.ts";
import { markdownReporter } from "../../src/report/markdown.ts";
import { ndjsonReporter } from "../../src/report/ndjson.ts";
import { prettyReporter } from "../../src/report/pretty.ts";
import { sarifReporter } from "../../src/report/sarif.ts";
import { tapReporter } from "../../src/report/tap.ts";
import { visible } from "../../src/report/visible.ts";
import { render } from "./render.ts";
import { runOf, sampleFindings } from "./sample-run.ts";

/** Anything a terminal or a log viewer would act on; line feeds and tabs are for the reporters themselves to write. */
const acts = /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u{E0020}-\u{E007F}]/u;

test.each([
  ["\u001B[31mred\u0007", "\\u{1b}[31mred\\u{7}"],
  ["a\r\nb\tc", "a\\r\\nb\\tc"],
  ["\u202Eevil\u2066", "\\u{202e}evil\\u{2066}"],
  ["\uD800 😀", "\\u{d800} 😀"],
  ["\u061Ca\u200Bb\u{E0041}", "\\u{61c}a\\u{200b}b\\u{e0041}"],
  ["👩\u200D💻", "👩\u200D💻"],
  ["ünï çödé 漢字", "ünï çödé 漢字"],
])("%j becomes visible", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test("line feeds and tabs may stay, a lone carriage return may not", () => {
  expect(visible("a\n\tb\rc", { multiline: true })).toBe("a\n\tb\\rc");
});

const hostile = oneof(
  string({ unit: "binary" }),
  string({
    unit: constantFrom(
      "\u001B[2J",
      "\r",
      "\n",
      "::error::",
      "#",
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
