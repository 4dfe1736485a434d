import { expect, test } from "vitest";
import { htmlReporter } from "../../src/report/html/html.ts";
import type { RunEvent } from "../../src/run/run-event.ts";
import { manySubjects } from "./many-subjects.ts";
import { render } from "./render.ts";

/** The index of a run, and the pages that were written beside it. */
async function written(events: readonly RunEvent[], more: object = {}) {
  const pages = new Map<string, string>();
  const beside = { write: (path: string, text: string): void => void pages.set(path, text), keepOnly: () => {} };
  const index = await render(htmlReporter({ file: "out/my report.html", beside, ...more }), events);
  return { index, pages };
}

test("above twenty subjects there is an index, and a page for each beside it", async () => {
  const { index, pages } = await written(manySubjects(21));
  expect([...pages.keys()].slice(0, 2)).toEqual(["my report-subjects/01-server-1.html", "my report-subjects/02-server-2.html"]);
  expect(pages.size).toBe(21);
  for (const path of pages.keys()) expect(index).toContain(`href="${path.replace(" ", "%20")}"`);
  for (const text of pages.values()) expect(text).toContain('<a href="../my%20report.html">all 21 subjects</a>');
  expect(index).toContain("21 subjects: 1 failed; 1 could not be judged; 1 conform, with warnings; 18 conform");
  expect(pages.get("my report-subjects/01-server-1.html")).toContain("<h1>server-1: <span");
});

test("the gravest come first, and what most fail is told with the pages that do", async () => {
  const { index } = await written(manySubjects(21), { docsUrl: "../site" });
  const order = [...index.matchAll(/<tr id="subject-\d+" class="finding (\w+)"/g)].map(([, standing]) => standing);
  expect(order.slice(0, 4)).toEqual(["fail", "error", "warn", "pass"]);
  expect(index).toContain('<a href="../site/checks/tools.unknown-name.html"><code>tools.unknown-name</code></a>');
});

test("a path to the site is one folder longer from the pages", async () => {
  const { pages } = await written(manySubjects(21), { docsUrl: "../site" });
  expect([...pages.values()].join("")).toContain('href="../../site/checks/tools.unknown-name.html"');
});

test.each([
  ["of twenty", 20, {}],
  ["on standard output", 21, { file: undefined, beside: undefined }],
])("%s there is one page", async (_, count, more) => {
  const { index, pages } = await written(manySubjects(count), more);
  expect(pages.size).toBe(0);
  expect(index).toContain("server-20");
});

test("names of subjects are no paths and no markup", async () => {
  const { index, pages } = await written(manySubjects(21, '../../<b>"&'));
  for (const path of pages.keys()) expect(path).toMatch(/^my report-subjects\/[\w.-]+$/);
  expect(`${index}${[...pages.values()].join("")}`).not.toContain('<b>"');
});

test("a run that broke off calls nothing good that was not finished", async () => {
  const events = manySubjects(21).filter(({ type }) => type !== "subject.finished" && type !== "run.finished");
  const { index } = await written(events);
  expect(index).toContain("20 could not be judged");
  expect(index).toContain("the run broke off before its end");
});
