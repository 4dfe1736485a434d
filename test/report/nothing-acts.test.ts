import { assert, asyncProperty, constantFrom, oneof, string } from "fast-check";
import { expect, test } from "vitest";
import { reporters } from "../../src/report/reporters.generated.ts";
import { tapReporter } from "../../src/report/tap.ts";
import { render } from "./render.ts";
import { brokenRun, runOf, sampleFindings } from "./sample-run.ts";

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

const every = await Promise.all(
  Object.entries(reporters).map(async ([name, load]) => [name, (await load())({ color: false })] as const),
);

test.each(every)("whatever a server wrote, %s never passes on what a terminal would act on", async (_, reporter) => {
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

test.each(every)(
  "%s says of a run that broke off why it has no verdict, and that it broke off where nobody said why",
  async (_, reporter) => {
    expect(await render(reporter, brokenRun)).toContain("node exited with code 1 before it answered");
    const whole = await render(reporter, runOf(sampleFindings));
    expect(await render(reporter, runOf(sampleFindings).slice(0, -1))).not.toBe(whole);
  },
);
