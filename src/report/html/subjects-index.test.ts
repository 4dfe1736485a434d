import { describe, expect, it } from "vitest";
import { found, runOf, type RunParts, subject } from "../../../test/report/formats/build.ts";
import type { RunEvent } from "../../run/run-event.ts";
import { reported, type Reported } from "../collect-run.ts";
import { verdictBar } from "./area-bars.ts";
import { subjectPages } from "./subject-pages.ts";
import { subjectsIndex } from "./subjects-index.ts";

const ended = (subjectId: string, message: string | null = null): RunEvent => ({
  type: "subject.finished",
  subjectId,
  error: message === null ? null : { kind: "subject", message, stderrTail: "" },
  ms: 2500,
});

describe("the index of many subjects", () => {
  const index = async (parts: RunParts, docsUrl?: string): Promise<readonly string[]> => {
    const run = await runOf(parts);
    const findings = reported(run);
    const pages = subjectPages(run, findings, { index: "i.html", docsUrl });
    return subjectsIndex(run, findings, { pages, docsUrl }).split("\n");
  };
  const four: RunParts = {
    findings: [
      found("a.a", "pass", { subjectId: "good" }),
      found("a.a", "warn", { subjectId: "warned" }),
      found("a.a", "fail", { subjectId: "bad" }),
      found("b.a", "fail", { subjectId: "bad", because: "a.a" }),
      found("b.b", "untested", { subjectId: "bad" }),
      found("b.b", "warn", { subjectId: "bad" }),
    ],
    subjects: [
      { subjectId: "good", subject: { ...subject, transport: "http" } },
      { subjectId: "warned", revisions: ["2025-06-18", "2025-11-25"] },
      { subjectId: "gone", subject: { kind: "server", transport: "sse" }, revisions: [] },
      { subjectId: "bad" },
    ],
    others: [ended("good"), ended("warned"), ended("gone", "y".repeat(201)), ended("bad")],
  };

  it("says how many ended how, the worst first", async () => {
    const lines = await index(four);
    const line = "failed: 1 failed, 2 warned, 1 passed, 1 untested, 0 not applicable, 1 following from these in 1.5 s";
    expect(lines.find((one) => one.startsWith("<title>"))).toBe(`<title>mcpcheck: 4 subjects: ${line}</title>`);
    expect(lines).toContain("<p>4 subjects: 1 failed; 1 could not be judged; 1 conform, with warnings; 1 conform</p></header>");
    expect(await index({ ...four, subjects: four.subjects?.slice(0, 1) ?? [] })).toContain(
      "<p>1 subjects: 1 conform</p></header>",
    );
  });

  it("has a row for each, the worst first", async () => {
    const rows = (await index(four)).filter((line) => line.startsWith("<tr id="));
    const row = (at: number, standing: string, transport: string, revisions: string): string =>
      `<tr id="subject-${at}" class="finding ${standing}" data-verdict="${standing}" data-area="${transport}" data-revisions="${revisions}">`;
    const head = (path: string, name: string, about: string): string =>
      `<th scope="row"><a href="i-subjects/${path}.html">${name}</a><br><span class="dim">${about}</span></th>`;
    const cells = (words: string, findings: readonly Reported[], ...counts: readonly (number | string)[]): string =>
      `<td><span class="verdict">${words}</span></td><td>${verdictBar(findings)}</td>${counts.map((count) => `<td class="number">${count}</td>`).join("")}</tr>`;
    const of = (subjectId: string): readonly Reported[] => four.findings?.filter((one) => one.subjectId === subjectId) ?? [];
    expect(rows).toEqual([
      `${row(1, "fail", "stdio", "2025-11-25")}${head("4-bad", "bad", "echo 2.1 (stdio: node s.js) · 2025-11-25")}${cells("failed", of("bad"), 1, 1, 1, "2.5 s")}`,
      `${row(2, "error", "sse", "")}${head("3-gone", "gone", `server (sse) · ${"y".repeat(200)}`)}${cells("could not judge", [], 0, 0, 0, "2.5 s")}`,
      `${row(3, "warn", "stdio", "2025-06-18 2025-11-25")}${head("2-warned", "warned", "echo 2.1 (stdio: node s.js) · 2025-06-18, 2025-11-25")}${cells("conforms, with warnings", of("warned"), 0, 1, 0, "2.5 s")}`,
      `${row(4, "pass", "http", "2025-11-25")}${head("1-good", "good", "echo 2.1 (http: node s.js) · 2025-11-25")}${cells("conforms", of("good"), 0, 0, 0, "2.5 s")}`,
    ]);
  });

  it("is one table, and nothing stands between its parts", async () => {
    const error = { kind: "subject", message: "y".repeat(201), stderrTail: "" } as const;
    const good = { findings: [found("a.a", "pass")], others: [ended("server", error.message)], finished: { error } };
    const lines = await index(good);
    const main = lines.slice(lines.indexOf("<main>") + 1, lines.indexOf("</main>"));
    expect(main[0]).toBe('<div class="tools" role="search" aria-label="subjects">');
    const table = main.slice(main.indexOf("</div>") + 1, main.indexOf('<section><h2 id="areas">Areas</h2>'));
    expect(table).toEqual([
      '<section id="findings" tabindex="-1"><h2 id="subjects">Subjects</h2>',
      '<div class="table" tabindex="0" role="group" aria-labelledby="subjects"><table class="subjects"><thead><tr>',
      '<th scope="col">subject</th><th scope="col">how it ended</th><th scope="col">verdicts</th><th scope="col" class="number">failed</th><th scope="col" class="number">warned</th><th scope="col" class="number">untested</th><th scope="col" class="number">time</th>',
      "</tr></thead><tbody>",
      expect.stringMatching(/^<tr id="subject-1" /),
      "</tbody></table></div></section>",
    ]);
  });

  it("has no time of a subject that was not finished", async () => {
    const row = (await index({ subjects: [{ subjectId: "a b" }] })).find((line) => line.startsWith("<tr id="));
    expect(row).toContain('<td class="number">0</td><td class="number"></td></tr>');
    expect(row).toContain('<a href="i-subjects/1-a-b.html">a b</a>');
  });

  it("can be filtered by how a subject ended, its transport and its revisions, and opens nothing", async () => {
    const lines = await index(four);
    expect(lines.find((line) => line.startsWith('<div class="tools"'))).toBe(
      '<div class="tools" role="search" aria-label="subjects">',
    );
    expect(lines.filter((line) => line.includes("<select"))).toEqual([
      '<label class="js-only">transport <select id="area"><option value="">all</option><option>http</option><option>sse</option><option>stdio</option></select></label>',
      '<label class="js-only">revision <select id="revision"><option value="">all</option><option>2025-06-18</option><option>2025-11-25</option></select></label>',
    ]);
    expect(lines.filter((line) => line.includes("checkbox")).map((line) => /checked> (.*)<\/label>/.exec(line)?.[1])).toEqual([
      "failed 1",
      "could not be judged 1",
      "conform, with warnings 1",
      "conform 1",
    ]);
    expect(lines.join("\n")).not.toContain('id="open-all"');
    expect(lines.join("\n")).toContain('<span class="cell"><b>1 failed of 3</b>');
  });

  it.each<[string, string, boolean]>([
    ["is not told above where a subject has it", "y".repeat(201), false],
    ["is told above where no subject has it", "it broke", true],
  ])("an error of the run %s", async (_title, message, isTold) => {
    const lines = await index({ ...four, finished: { error: { kind: "subject", message, stderrTail: "" } } });
    expect(lines.includes(`<p class="bad"><strong>Could not judge:</strong> ${message}</p>`)).toBe(isTold);
  });

  it("ends as every page does, with the command line of the run", async () => {
    expect((await index(four)).slice(-72)).toContain(
      '<pre tabindex="0" aria-label="command line">mcpcheck run server -- node s.js</pre>',
    );
  });

  const rowsOf = (lines: readonly string[]): readonly string[] =>
    lines.filter((line) => /^<tr><th scope="row">(?:<a [^>]*>)?<code>\w+\.\w+</.test(line));
  const breaking = (counts: Readonly<Record<string, number>>, more: Partial<Reported> = {}): RunParts => {
    const subjects = Array.from({ length: 12 }, (_, at) => ({ subjectId: `s${at}` }));
    const findings = Object.entries(counts).flatMap(([check, count]) =>
      subjects
        .slice(0, count)
        .flatMap(({ subjectId }) => [
          found(check, "fail", { subjectId, ...more }),
          found(check, "fail", { subjectId, revision: "2025-06-18", ...more }),
        ]),
    );
    return { findings, subjects };
  };
  const link = (at: number): string => `<a href="i-subjects/${String(at + 1).padStart(2, "0")}-s${at}.html">s${at}</a>`;

  it("tells which checks most subjects fail, each subject once, and names eight", async () => {
    const lines = await index(breaking({ "a.few": 1, "a.most": 9, "a.many": 8 }));
    const named = Array.from({ length: 8 }, (_, at) => link(at)).join(", ");
    const row = (check: string, count: number, which: string): string =>
      `<tr><th scope="row"><code>${check}</code><br><span class="dim">Statement of ${check}</span></th><td class="number">${count}</td><td>${which}</td></tr>`;
    const at = lines.indexOf('<section><h2 id="common">What most subjects fail</h2>');
    expect(lines.slice(at + 1, at + 7)).toEqual([
      '<div class="table" tabindex="0" role="group" aria-labelledby="common"><table><thead><tr><th scope="col">check</th><th scope="col" class="number">subjects</th><th scope="col">which</th></tr></thead><tbody>',
      row("a.most", 9, `${named} and 1 more`),
      row("a.many", 8, named),
      row("a.few", 1, link(0)),
      "</tbody></table></div>",
      "</section>",
    ]);
  });

  it.each([
    ["thirty are all listed", 30, undefined],
    ["of thirty-one one is counted", 31, '<p class="dim">and 1 more check</p>'],
    ["of forty ten are counted", 40, '<p class="dim">and 10 more checks</p>'],
  ])("of checks that subjects fail %s", async (_title, count, note) => {
    const lines = await index(breaking(Object.fromEntries(Array.from({ length: count }, (_, at) => [`a.n${at}`, 1]))));
    expect(rowsOf(lines)).toHaveLength(30);
    expect(lines.find((line) => line.startsWith('<p class="dim">and '))).toBe(note);
  });

  it("leads to the pages of these checks", async () => {
    expect(rowsOf(await index(breaking({ "a.one": 1 }), "../site"))[0]).toContain(
      '<th scope="row"><a href="../site/checks/a.one.html"><code>a.one</code></a><br>',
    );
  });

  it.each<[string, Partial<Reported>]>([
    ["follows from another", { because: "a.two" }],
    ["is known", { known: true }],
    ["is flaky", { flaky: { failed: 1, played: 2 } }],
    ["is a warning", { verdict: "warn" }],
  ])("does not tell as common what %s", async (_title, more) => {
    expect((await index(breaking({ "a.one": 3 }, more))).join("\n")).not.toContain('id="common"');
  });
});
