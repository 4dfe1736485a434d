import { describe, expect, it } from "vitest";
import { found, runOf, type RunParts, subject } from "../../../test/report/formats/build.ts";
import type { ConnectionTimeline } from "../../trace/timeline/connection-timeline.ts";
import type { Reported } from "../collect-run.ts";
import { reported } from "../collect-run.ts";
import { connectionsChart } from "./connections-chart.ts";
import { addresses } from "./finding-block.ts";
import { latencyChart } from "./latency-chart.ts";
import { subjectSection } from "./subject-section.ts";

const two = [{ subjectId: "server" }, { subjectId: "other" }];

/** The section of the first subject of a run. */
async function section(parts: RunParts, docsUrl?: string): Promise<string> {
  const run = await runOf(parts);
  const [first] = run.subjects;
  return first === undefined ? "" : subjectSection(first, run, reported(run), { address: addresses(), docsUrl });
}

describe("the head of a subject", () => {
  it.each<[string, RunParts, string, string]>([
    [
      "says what it is, and at which revisions it was judged",
      { subjects: [{ revisions: ["2025-06-18", "2025-11-25"] }] },
      "echo 2.1 (stdio: node s.js)",
      "judged at 2025-06-18, 2025-11-25",
    ],
    [
      "says that it was judged at none",
      { subjects: [{ subject: { ...subject, name: "<b>" }, revisions: [] }] },
      "&#60;b&#62; 2.1 (stdio: node s.js)",
      "judged at no revision",
    ],
    [
      "says how long it took, and whose tools had which role",
      {
        subjects: two,
        others: [
          { type: "subject.finished", subjectId: "other", error: null, ms: 9 },
          { type: "subject.finished", subjectId: "server", error: null, ms: 2500 },
          {
            type: "subject.roles",
            subjectId: "other",
            roles: [{ revision: "2025-11-25", role: "slow", tool: "nap", by: "hint" }],
          },
          {
            type: "subject.roles",
            subjectId: "server",
            roles: [{ revision: "2025-11-25", role: "slow", tool: "<wait>", by: "seen" }],
          },
        ],
      },
      "echo 2.1 (stdio: node s.js)",
      "judged at 2025-11-25; in 2.5 s; roles of tools: slow: &#60;wait&#62; (seen)",
    ],
    [
      "says nothing of the roles of another's tools",
      {
        subjects: two,
        others: [
          {
            type: "subject.roles",
            subjectId: "other",
            roles: [{ revision: "2025-11-25", role: "slow", tool: "nap", by: "hint" }],
          },
        ],
      },
      "echo 2.1 (stdio: node s.js)",
      "judged at 2025-11-25",
    ],
  ])("%s", async (_title, parts, name, about) => {
    const lines = (await section(parts)).split("\n");
    expect(lines.slice(0, 2)).toEqual([`<section><h2>${name}</h2>`, `<p class="dim">${about}</p>`]);
    expect(lines.at(-1)).toBe("</section>");
  });

  it("is all there is of a subject without findings", async () => {
    expect((await section({ subjects: [{}] })).split("\n").slice(2)).toEqual(["", "", "</section>"]);
  });
});

/** Headings with the ids of the findings below them. */
function outline(html: string): readonly string[] {
  return [
    ...html.matchAll(
      /<h3[^>]*>(.*?) <span class="dim">(\d+)<\/span><\/h3>|<(?:details|li) id="server-([\w.-]*?)-2025-\d\d-\d\d"|<p>(.*?)<\/p>/g,
    ),
  ].map(([, title, count, id, reason]) => (title === undefined ? (id ?? `because ${reason}`) : `${title}: ${count}`));
}

describe("the findings of a subject", () => {
  const inheritedFrom = "sdk";
  const known = true;
  const promised = true;

  it.each<[string, readonly Reported[], readonly string[]]>([
    [
      "stand below what has to be done about them, whatever came first",
      [
        found("a.untested", "untested"),
        found("a.following", "fail", { because: "a.fail" }),
        found("a.known", "fail", { known }),
        found("a.inherited", "warn", { inheritedFrom }),
        found("a.fail", "fail"),
        found("a.pass", "pass"),
        found("a.spared", "not-applicable", { message: "no <HTTP>" }),
      ],
      [
        "To act on: 1",
        "a.fail",
        "Inherited from sdk: 1",
        "a.inherited",
        "Known: 1",
        "a.known",
        "Following from others: 1",
        "a.following",
        "Untested: 1",
        "a.untested",
        "Passed: 1",
        "a.pass",
        "Not applicable: 1",
        "because no &#60;HTTP&#62;",
        "a.spared",
      ],
    ],
    [
      "are the gravest first",
      [found("a.promise", "untested", { promised }), found("a.warn", "warn"), found("a.error", "error"), found("a.fail", "fail")],
      ["To act on: 4", "a.fail", "a.error", "a.warn", "a.promise"],
    ],
    [
      "are known rather than anything else",
      [
        found("a.a", "fail", { known, because: "a.c" }),
        found("a.b", "untested", { known, promised }),
        found("a.c", "warn", { known, inheritedFrom }),
      ],
      ["Known: 3", "a.a", "a.c", "a.b"],
    ],
    [
      "follow from others rather than are inherited or were not exercised",
      [found("a.a", "warn", { inheritedFrom, because: "a.c" }), found("a.b", "untested", { promised, because: "a.c" })],
      ["Following from others: 2", "a.a", "a.b"],
    ],
    [
      "were not exercised rather than are inherited",
      [found("a.a", "untested", { inheritedFrom }), found("a.b", "untested", { inheritedFrom, promised })],
      ["To act on: 1", "a.b", "Untested: 1", "a.a"],
    ],
    [
      "are told library by library",
      [found("a.a", "warn", { inheritedFrom: "one & two" }), found("a.b", "warn", { inheritedFrom: "three" })],
      ["Inherited from one &#38; two: 1", "a.a", "Inherited from three: 1", "a.b"],
    ],
    [
      "that do not apply stand below their reasons, those of several revisions once",
      [
        found("a.a", "not-applicable", { message: "one" }),
        found("a.b", "not-applicable", { message: "two" }),
        found("a.a", "not-applicable", { message: "one", revision: "2025-06-18" }),
        found("a.c", "not-applicable", { message: "one" }),
      ],
      ["Not applicable: 3", "because one", "a.a", "a.c", "because two", "a.b"],
    ],
    [
      "that passed at several revisions are one",
      [found("a.a", "pass"), found("a.a", "pass", { revision: "2025-06-18" })],
      ["Passed: 1", "a.a"],
    ],
    ["of another subject are not told", [found("a.a", "fail", { subjectId: "other" })], []],
  ])("%s", async (_title, findings, expected) => {
    expect(outline(await section({ findings, subjects: two }))).toEqual(expected);
  });

  it("have lists that open where nobody has to act on them", async () => {
    const lines = (
      await section({ findings: [found("a.a", "pass"), found("a.b", "not-applicable"), found("a.c", "warn")] })
    ).split("\n");
    const titles = lines.filter((line) => line.includes("group-of"));
    expect(titles).toEqual([
      '<div class="group-of"><h3>To act on <span class="dim">1</span></h3>',
      '<details class="group group-of"><summary><h3 style="display:inline">Passed <span class="dim">1</span></h3></summary>',
      '<details class="group group-of"><summary><h3 style="display:inline">Not applicable <span class="dim">1</span></h3></summary>',
    ]);
    const at = lines.indexOf("<p>not-applicable seen</p>");
    expect(lines.slice(at + 1, at + 2)).toEqual(['<ul class="plain">']);
    expect(lines.slice(at + 3, at + 5)).toEqual(["</ul>", "</details>"]);
    expect(lines.filter((line) => line === "</details>")).toHaveLength(4);
    expect(lines.filter((line) => line === "</div>")).toHaveLength(1);
  });

  it("name what follows from them, whose they are, and their pages", async () => {
    const html = await section(
      { findings: [found("a.a", "fail"), found("a.b", "fail", { because: "a.a" }), found("a.c", "not-applicable")] },
      "../site",
    );
    expect(html).toContain("<dt>So</dt><dd>1 finding follows from it: a.b</dd>");
    expect(html).toContain('<dt>More</dt><dd><a href="../site/checks/a.a.html">');
    expect(html).toContain('<a href="../site/checks/a.c.html"><code>a.c</code></a>');
  });
});

it("what happened on the connections of a subject is drawn below its findings, of no other", async () => {
  const connection: ConnectionTimeline = {
    connection: 1,
    session: "main",
    revision: null,
    from: 0,
    to: 10,
    first: 1,
    calls: [{ method: "ping", at: 2, ms: 3, outcome: "result" }],
    marks: [],
  };
  const drawn = (subjectId: string, connections: readonly ConnectionTimeline[]): RunParts => ({
    subjects: two,
    others: [{ type: "subject.timeline", subjectId, connections }],
  });
  expect((await section(drawn("server", [connection]))).split("\n").slice(2, -1).join("\n")).toBe(
    `${connectionsChart([connection], "server")}\n${latencyChart([connection])}`,
  );
  expect(await section(drawn("other", [connection]))).not.toContain("svg");
});
