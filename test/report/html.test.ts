import { createHash } from "node:crypto";
import { assert, asyncProperty, constantFrom, oneof, string } from "fast-check";
import { expect, test } from "vitest";
import { htmlReporter } from "../../src/report/html/html.ts";
import { render } from "./render.ts";
import { brokenRun, runOf, sampleFindings, sampleRun } from "./sample-run.ts";

test("the golden run", async () => {
  await expect(await render(htmlReporter(), sampleRun)).toMatchFileSnapshot("../../fixtures/golden/report/html.html");
});

test("what could not be judged is said with the end of stderr", async () => {
  const page = await render(htmlReporter(), brokenRun);
  expect(page).toContain("<strong>Could not judge:</strong> node exited with code 1 before it answered");
  expect(page).toContain("\\u{1b}[1mboom");
});

test("every verdict that occurs has a box to filter by, and every finding an address of its own", async () => {
  const page = await render(htmlReporter(), sampleRun);
  const boxes = [...page.matchAll(/<input type="checkbox" id="show-([a-z-]+)"/g)].map(([, verdict]) => verdict);
  expect(new Set(boxes)).toEqual(new Set(sampleFindings.map(({ verdict }) => verdict)));
  const ids = [...page.matchAll(/<(?:details|li) id="([^"]+)" class="finding/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(8);
  for (const [, id] of page.matchAll(/<details id="([^"]+)"/g)) expect(page).toContain(`href="#${id}"`);
});

test("nothing is loaded, and one script runs, which the policy names by its hash", async () => {
  const page = await render(htmlReporter(), sampleRun);
  const [script = "", ...more] = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text);
  expect(more).toEqual([]);
  const hash = createHash("sha256").update(script).digest("base64");
  expect(page).toContain(
    `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
  );
  expect(script).not.toMatch(
    /innerHTML|insertAdjacent|document\.write|\beval\b|Function\(|fetch\(|import\(|XMLHttpRequest|WebSocket/,
  );
  expect(page.replace(script, "")).not.toMatch(
    /<(script (?!>)|link|img|iframe|object|embed|base)\b|\ssrc=|\son\w+=|@import|url\(/i,
  );
});

const hostile = oneof(
  string({ unit: "binary" }),
  string({
    unit: constantFrom(
      "<",
      ">",
      '"',
      "'",
      "`",
      "&",
      "/",
      "script",
      "</pre>",
      "<img src=x onerror=alert(1)>",
      "javascript:",
      "-->",
      "</style>",
    ),
  }),
);

test("whatever a server wrote is text: it opens no element and ends no attribute", async () => {
  const tagsOf = (page: string): readonly string[] => page.match(/<[^>]*>/g) ?? [];
  const plain = tagsOf(await render(htmlReporter(), runOf(sampleFindings.map((finding) => ({ ...finding, message: "x" })))));
  await assert(
    asyncProperty(hostile, async (message) => {
      const page = await render(htmlReporter(), runOf(sampleFindings.map((finding) => ({ ...finding, message }))));
      expect(tagsOf(page)).toEqual(plain);
    }),
    { numRuns: 60 },
  );
});
