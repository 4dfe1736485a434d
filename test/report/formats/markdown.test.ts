import { describe, expect, it } from "vitest";
import type { Reported } from "../../../src/report/collect-run.ts";
import { fitting, markdownReport, markdownSections } from "../../../src/report/markdown.ts";
import { bytes, found, runOf, type RunParts } from "./build.ts";

const flaky = { failed: 1, played: 2 };
const line = "0 failed, 0 warned, 1 passed, 0 untested, 0 not applicable";
const judged = "Subject: echo 2.1 (stdio: node s.js), judged at 2025-11-25.";
const passed = found("ping.a", "pass");
const areas = (...rows: readonly string[]): string =>
  [
    "## By area\n",
    "| area | pass | fail | warn | untested | not applicable |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
const inTable = (title: string, ...rows: readonly string[]): string =>
  [`## ${title}\n`, "| check | verdict | revisions | reason |", "| --- | --- | --- | --- |", ...rows].join("\n");

describe("a page", () => {
  it.each<[string, RunParts, readonly string[]]>([
    [
      "says how it ended, of what, and how many verdicts each area has",
      { findings: [passed, found("tools.a", "not-applicable"), found("ping.b", "pass")] },
      [
        "# mcpcheck: conforms: 0 failed, 0 warned, 2 passed, 0 untested, 1 not applicable in 1.5 s",
        judged,
        areas("| ping | 2 | 0 | 0 | 0 | 0 |", "| tools | 0 | 0 | 0 | 0 | 1 |"),
      ],
    ],
    [
      "names the revisions of each subject, or that there are none",
      {
        subjects: [
          { revisions: ["2025-06-18", "2025-11-25"] },
          { subject: { kind: "server", transport: "http" }, revisions: [] },
        ],
      },
      [
        "# mcpcheck: could not judge in 1.5 s",
        "Subject: echo 2.1 (stdio: node s.js), judged at 2025-06-18, 2025-11-25.",
        "Subject: server (http), judged at no revision.",
      ],
    ],
    [
      "says why nothing was judged, with what stderr said last",
      { subjects: [], finished: { error: { kind: "subject", message: "no *answer*", stderrTail: "a\nb" } } },
      ["# mcpcheck: could not judge in 1.5 s", "**Could not judge:** no &#42;answer&#42;", "```text\na\nb\n```"],
    ],
    [
      "has no block where stderr said nothing",
      { subjects: [], finished: { error: { kind: "subject", message: "no answer", stderrTail: "" } } },
      ["# mcpcheck: could not judge in 1.5 s", "**Could not judge:** no answer"],
    ],
    [
      "of a run that broke off counts what was found",
      { findings: [passed], finished: null },
      [`# mcpcheck: could not judge: ${line}`, judged, areas("| ping | 1 | 0 | 0 | 0 | 0 |")],
    ],
    [
      "ends with entries of the baseline that hold no more, roles of tools and notes",
      {
        findings: [passed],
        others: [
          {
            type: "subject.roles",
            subjectId: "server",
            roles: [{ revision: "2025-11-25", role: "slow", tool: "wait", by: "hint" }],
          },
          { type: "notice", message: "a *note*" },
        ],
        finished: {
          stale: [
            { entry: { check: "tools.a" }, why: "it passes" },
            { entry: { check: "tools.b", revision: "2025-06-18" }, why: "it is gone" },
          ],
        },
      },
      [
        `# mcpcheck: failed: ${line}, 2 stale baseline entries in 1.5 s`,
        judged,
        areas("| ping | 1 | 0 | 0 | 0 | 0 |"),
        "**Stale baseline entry** tools.a: it passes",
        "**Stale baseline entry** tools.b at 2025-06-18: it is gone",
        "Roles of tools: slow: wait (hint)",
        "Note: a &#42;note&#42;",
      ],
    ],
  ])("%s", async (_title, parts, sections) => {
    expect(markdownSections(await runOf(parts))).toEqual(sections);
  });

  const again = "To see it again:\n\n```text\nmcpcheck --check tools.a\n```";
  const explained = "More: `npx mcpcheck explain tools.a`";

  it.each<[string, readonly Reported[], readonly string[]]>([
    [
      "of a failure, with what is to be done",
      [found("tools.a", "fail", { message: "*no*" })],
      [
        "## fail: `tools.a` (MUST, 2025-11-25)",
        "Statement of tools.a ([specification](https://spec.example/tools.a))",
        "Seen: &#42;no&#42;",
        "To fix it: Mend it.",
        explained,
        again,
      ],
    ],
    [
      "of a flaky failure at two revisions of a library's servers, with all there is to know",
      ["2025-11-25", "2025-06-18"].map((revision) =>
        found("tools.a", "fail", {
          revision,
          flaky,
          wire: [bytes(3, "sent", "a"), bytes(4, "received", "b\nc")],
          inheritedFrom: "a_sdk",
          tolerance: "Both_are accepted.",
        }),
      ),
      [
        "## flaky: `tools.a` (MUST, 2025-06-18, 2025-11-25)",
        "Statement of tools.a ([specification](https://spec.example/tools.a))",
        "Seen: fail seen",
        "flaky: failed 1 time of 2, and passed then.",
        "```text\nsent #3 a\nreceived #4 b\nc\n```",
        "Inherited from a&#95;sdk.",
        "Note: Both&#95;are accepted.",
        "To fix it: Mend it.",
        explained,
        again,
      ],
    ],
    [
      "of a failure with what follows from it",
      [found("tools.a", "fail"), found("tools.b", "fail", { because: "tools.a" })],
      [
        "## fail: `tools.a` (MUST, 2025-11-25)",
        "Statement of tools.a ([specification](https://spec.example/tools.a))",
        "Seen: fail seen",
        "1 finding follows from it: tools.b.",
        "To fix it: Mend it.",
        explained,
        again,
      ],
    ],
  ])("has a section %s", async (_title, findings, paragraphs) => {
    expect(markdownSections(await runOf({ findings, subjects: [] }))[1]).toBe(paragraphs.join("\n\n"));
  });

  it.each<[string, readonly Reported[], readonly string[]]>([
    [
      "failures first, then warnings",
      [found("tools.a", "warn"), found("tools.b", "fail"), passed],
      ["fail: `tools.b` (MUST, 2025-11-25)", "warn: `tools.a` (MUST, 2025-11-25)"],
    ],
    [
      "what follows from another only with that",
      [found("tools.a", "fail"), found("tools.b", "warn", { because: "tools.a" })],
      ["fail: `tools.a` (MUST, 2025-11-25)"],
    ],
    [
      "warnings of a library in a table of that library, its failures in full",
      [
        found("tools.a", "warn", { inheritedFrom: "a*" }),
        found("tools.b", "fail", { inheritedFrom: "c" }),
        found("tools.c", "warn", { inheritedFrom: "b" }),
      ],
      ["fail: `tools.b` (MUST, 2025-11-25)", "Inherited from a&#42;", "Inherited from b"],
    ],
    [
      "what the baseline lists in a table, whatever it is",
      [
        found("tools.a", "warn", { inheritedFrom: "a", known: true }),
        found("tools.b", "fail", { known: true }),
        found("tools.c", "untested", { promised: true, known: true }),
      ],
      ["Known (baseline)"],
    ],
    [
      "what follows from what the baseline lists not at all",
      [
        found("tools.b", "fail", { known: true, because: "tools.a" }),
        found("tools.c", "warn", { inheritedFrom: "a", because: "tools.a" }),
      ],
      [],
    ],
    ["what was not exercised in a table", [found("tools.a", "untested")], ["Untested"]],
  ])("tells %s", async (_title, findings, titles) => {
    const sections = markdownSections(await runOf({ findings, subjects: [] }));
    expect(sections.slice(1).map((section) => /^## (.*)/.exec(section)?.[1])).toEqual([...titles, "By area"]);
  });

  it("tells in its tables the check, the verdict, the revisions and the reason", async () => {
    const findings = [
      found("tools.a", "warn", { inheritedFrom: "a", message: "x|y" }),
      found("tools.b", "untested", { revision: "2025-11-25", promised: true }),
      found("tools.b", "untested", { revision: "2025-06-18", promised: true }),
      found("tools.b", "untested", { revision: "2025-03-26" }),
      found("tools.c", "untested"),
      found("tools.d", "fail", { known: true, promised: true }),
    ];
    const sections = markdownSections(await runOf({ findings, subjects: [] }), "../site/");
    expect(sections.slice(1, 4)).toEqual([
      inTable("Inherited from a", "| [`tools.a`](../site/checks/tools.a.html) | warn | 2025-11-25 | x&#124;y |"),
      inTable("Known (baseline)", "| [`tools.d`](../site/checks/tools.d.html) | fail | 2025-11-25 | fail seen |"),
      inTable(
        "Untested",
        "| [`tools.b`](../site/checks/tools.b.html) | untested (promised) | 2025-06-18, 2025-11-25 | untested seen |",
        "| [`tools.b`](../site/checks/tools.b.html) | untested | 2025-03-26 | untested seen |",
        "| [`tools.c`](../site/checks/tools.c.html) | untested | 2025-11-25 | untested seen |",
      ),
    ]);
  });

  it("leads to the page of a check where there is a site", async () => {
    const run = await runOf({ findings: [found("tools.a", "fail")] });
    expect(markdownReport(run, { docsUrl: "../site" })).toContain("\n\nMore: [`tools.a`](../site/checks/tools.a.html)\n\n");
    expect(markdownReport(run)).toContain("\n\nMore: `npx mcpcheck explain tools.a`\n\n");
    expect(markdownReport(run, { most: 200 }).length).toBeLessThanOrEqual(200);
  });
});

describe("of sections with too little room", () => {
  const sections = ["a", "b", "c", "d", "e"].map((letter) => letter.repeat(100));
  const note = (count: number): string =>
    count === 1
      ? "1 more part of this report does not fit here; the other reports have it."
      : `${count} more parts of this report do not fit here; the other reports have them.`;

  it.each<[string, readonly string[], number, readonly string[]]>([
    ["all are shown where they just fit", sections, 509, sections],
    ["all but the last are shown where one character is missing", sections, 508, [...sections.slice(0, 4), note(1)]],
    ["as many are shown as fit with the note", sections, 400, [...sections.slice(0, 3), note(2)]],
    ["none is shown where there is room for the note alone", sections, 100, [note(5)]],
    ["none is missing where there is none", [], 0, [""]],
    ["those are shown that fit, also after one that does not", ["a", "b".repeat(300), "c"], 120, ["a", "c", note(1)]],
  ])("%s", (_title, parts, most, shown) => {
    expect(fitting(parts, most)).toBe(`${shown.join("\n\n")}\n`);
  });

  it("the page is never longer than it may be, and hardly shorter than it has to be", () => {
    const oneMore = (shown: number): number => fitting(sections.slice(0, shown + 1), 10_000).length + note(2).length + 2;
    const rooms: number[] = [];
    for (let most = 90; most < 508; most++) {
      const text = fitting(sections, most);
      expect(text.length).toBeLessThanOrEqual(most);
      const shown = text.split("\n\n").length - 1;
      if (shown < 4) rooms.push(oneMore(shown) + 12 - most);
    }
    expect(Math.min(...rooms)).toBeGreaterThan(0);
  });
});
