import { describe, expect, it } from "vitest";
import { eventsOf, found, runOf, type RunParts } from "../../../test/report/formats/build.ts";
import { render } from "../../../test/report/render.ts";
import type { RunEvent } from "../../run/run-event.ts";
import { reported, type Reported } from "../collect-run.ts";
import type { FilesBeside } from "../reporter.ts";
import { htmlReporter } from "./html.ts";
import { subjectPages, type SubjectPage, subjectsFolder } from "./subject-pages.ts";

const ended = (subjectId: string, message: string | null = null): RunEvent => ({
  type: "subject.finished",
  subjectId,
  error: message === null ? null : { kind: "subject", message, stderrTail: "" },
  ms: 2500,
});

async function pagesOf(parts: RunParts, docsUrl?: string): Promise<readonly SubjectPage[]> {
  const run = await runOf(parts);
  return subjectPages(run, reported(run), { index: "a b.html", docsUrl });
}

it.each([
  ["report.html", "report-subjects"],
  ["REPORT.HTM", "REPORT-subjects"],
  ["a.html.txt", "a.html.txt-subjects"],
  ["report", "report-subjects"],
])("the pages of %s lie in %s", (index, folder) => {
  expect(subjectsFolder(index)).toBe(folder);
});

describe("the page of one of many subjects", () => {
  const known = true;

  it.each<[string, readonly Reported[], string | null | undefined, RunParts["started"], string, string, string]>([
    ["passed", [found("a.a", "pass")], null, {}, "pass", "conforms", "good"],
    ["was warned", [found("a.a", "pass"), found("a.b", "warn")], null, {}, "warn", "conforms, with warnings", "good"],
    ["was warned of what is known", [found("a.a", "warn", { known })], null, {}, "pass", "conforms", "good"],
    ["was warned where that counts", [found("a.a", "warn")], null, { strict: true }, "fail", "failed", "bad"],
    ["failed", [found("a.a", "fail")], null, {}, "fail", "failed", "bad"],
    ["failed before it went away", [found("a.a", "fail")], "gone", {}, "fail", "failed", "bad"],
    ["went away", [found("a.a", "pass")], "gone", {}, "error", "could not judge", "bad"],
    ["came to no verdict", [found("a.a", "untested")], null, {}, "error", "could not judge", "bad"],
    ["was not finished", [found("a.a", "pass")], undefined, {}, "error", "could not judge", "bad"],
  ])("that %s says so", async (_title, findings, error, started, standing, words, look) => {
    const [page] = await pagesOf({
      findings: [...findings, found("b.b", "fail", { subjectId: "other" })],
      subjects: [{}, { subjectId: "other" }],
      started: started ?? {},
      others: error === undefined ? [] : [ended("server", error)],
    });
    expect(page).toMatchObject({
      standing,
      findings: findings.map(({ check }) => ({ check })),
      error: error === null ? null : { kind: "subject", message: error ?? "the run broke off before its end", stderrTail: "" },
    });
    expect(page?.ms).toBe(error === undefined ? undefined : 2500);
    const text = page?.text() ?? "";
    expect(text).toContain(`<title>mcpcheck: server: ${words}</title>`);
    expect(text).toContain(
      `<header><p><a href="../a%20b.html">all 2 subjects</a></p>\n<h1>server: <span class="${look}">${words}</span></h1></header>`,
    );
    expect(text.includes("Could not judge:")).toBe(error !== null);
    expect(text).not.toContain("b.b");
  });

  it("has a name with as many digits as there are subjects, and sixty characters of its own at most", async () => {
    const subjects = Array.from({ length: 10 }, (_, index) => ({
      subjectId: index === 0 ? `a  /../ ${"x".repeat(80)}` : `${index}`,
    }));
    const paths = (await pagesOf({ subjects })).map(({ path }) => path);
    expect(paths.slice(0, 2)).toEqual([`a b-subjects/01-a-..-${"x".repeat(55)}.html`, "a b-subjects/02-1.html"]);
    expect(paths.at(-1)).toBe("a b-subjects/10-9.html");
  });

  it("says whose it is as text", async () => {
    const [page] = await pagesOf({ subjects: [{ subjectId: "<b>" }] });
    expect(page?.text()).toContain("<h1>&#60;b&#62;: <span");
  });

  it("leads nowhere where there is no site", async () => {
    const [page] = await pagesOf({ findings: [found("a.a", "fail")] });
    expect(page?.text()).toContain("<dt>More</dt><dd><code>npx mcpcheck explain a.a</code></dd>");
  });

  it.each([
    ["../site", "../../site/checks/a.a.html"],
    ["site", "../site/checks/a.a.html"],
    ["/site", "/site/checks/a.a.html"],
    ["https://docs.example", "https://docs.example/checks/a.a.html"],
    ["FILE:///docs", "FILE:///docs/checks/a.a.html"],
    ["a/b:c", "../a/b:c/checks/a.a.html"],
  ])("leads from %s to %s", async (docsUrl, link) => {
    const [page] = await pagesOf({ findings: [found("a.a", "fail")] }, docsUrl);
    expect(page?.text()).toContain(`<a href="${link}">`);
  });
});

describe("a report of HTML", () => {
  const written = async (count: number, file: string): Promise<readonly string[]> => {
    const did: string[] = [];
    const beside: FilesBeside = {
      write: (path, text) => did.push(`write ${path} ${text.startsWith("<!doctype html>")}`),
      keepOnly: (folder, paths) => did.push(`keep of ${folder} ${paths.size} ${[...paths][0]}`),
    };
    const subjects = Array.from({ length: count }, (_, at) => ({ subjectId: `s${at}` }));
    const text = await render(htmlReporter({ file, beside }), eventsOf({ subjects }));
    return [...did, /<title>(.*?)<\/title>/.exec(text)?.[1] ?? ""];
  };

  it.each([
    [
      "of twenty subjects is one page, and earlier pages of its own are removed",
      20,
      "out/r.html",
      ["keep of r-subjects 0 undefined", "mcpcheck: could not judge in 1.5 s"],
    ],
    [
      "of one subject is named after it",
      1,
      "r.html",
      ["keep of r-subjects 0 undefined", "mcpcheck: echo 2.1 (stdio: node s.js): could not judge in 1.5 s"],
    ],
    [
      "of none is named after the run",
      0,
      "out\\r.html",
      ["keep of r-subjects 0 undefined", "mcpcheck: could not judge in 1.5 s"],
    ],
  ])("%s", async (_title, count, file, did) => {
    expect(await written(count, file)).toEqual(did);
  });

  it("of more has a page for each, and all others are removed", async () => {
    const did = await written(21, "out\\deep/r.html");
    expect(did.slice(0, 2)).toEqual(["write r-subjects/01-s0.html true", "write r-subjects/02-s1.html true"]);
    expect(did.slice(21)).toEqual([
      "keep of r-subjects 21 r-subjects/01-s0.html",
      "mcpcheck: 21 subjects: could not judge in 1.5 s",
    ]);
  });
});
