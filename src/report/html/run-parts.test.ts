import { describe, expect, it } from "vitest";
import { eventsOf, found, runOf, type RunParts, subject } from "../../../test/report/formats/build.ts";
import { render } from "../../../test/report/render.ts";
import { findingsMain } from "./findings-main.ts";
import { htmlReporter } from "./html.ts";
import { errorBlock, errorOf, runFoot, runHead } from "./run-parts.ts";
import { toolbar } from "./toolbar.ts";

describe("the head of a page", () => {
  it.each<[string, RunParts, string, readonly string[]]>([
    [
      "says how a good run ended, and which it was",
      {},
      "conforms: 0 failed, 2 passed in 1.5 s",
      ['<h1>mcpcheck: <span class="good">conforms</span></h1>', "<p>0 failed, 2 passed in 1.5 s</p>"],
    ],
    [
      "says how a bad one ended",
      { finished: { exitCode: 1 } },
      "failed: 1 failed",
      ['<h1>mcpcheck: <span class="bad">failed</span></h1>', "<p>1 failed</p>"],
    ],
    [
      "leaves out how long it took where there is nothing to count",
      {},
      "conforms in 12.5 s",
      ['<h1>mcpcheck: <span class="good">conforms</span></h1>'],
    ],
    [
      "leaves out how many milliseconds it took",
      {},
      "nothing <new> in 840 ms",
      ['<h1>mcpcheck: <span class="good">nothing &#60;new&#62;</span></h1>'],
    ],
    [
      "keeps every part of what was counted",
      {},
      "a: <b>: c",
      ['<h1>mcpcheck: <span class="good">a</span></h1>', "<p>&#60;b&#62;: c</p>"],
    ],
  ])("%s", async (_title, parts, line, lines) => {
    const finished = { exitCode: 0, ...parts.finished };
    const head = runHead(await runOf({ ...parts, finished, started: { seed: 7 } }), line);
    expect(head.slice(0, -1)).toEqual(lines);
    expect(head.at(-1)).toBe(
      `<p class="dim">mcpcheck 0.1.0, 2026-11-21T12:00:00.000Z, exit code ${finished.exitCode}, seed 7</p>`,
    );
  });

  it("of a run that broke off at once knows nothing but that it could not judge", async () => {
    expect(runHead(await runOf({ started: null, finished: null }), "could not judge")).toEqual([
      '<h1>mcpcheck: <span class="bad">could not judge</span></h1>',
      '<p class="dim">mcpcheck , , exit code 3</p>',
    ]);
  });
});

const error = { kind: "subject", message: "no <answer>", stderrTail: "" } as const;

it.each<[string, RunParts, object | null]>([
  ["ended has none", {}, null],
  ["could not be judged has that", { finished: { error } }, error],
  [
    "broke off has that it did",
    { finished: null },
    { kind: "harness", message: "the run broke off before its end", stderrTail: "" },
  ],
])("of errors a run that %s", async (_title, parts, expected) => {
  expect(errorOf(await runOf(parts))).toEqual(expected);
});

it.each([
  ["nothing where there is none", null, []],
  ["its words", error, ['<p class="bad"><strong>Could not judge:</strong> no &#60;answer&#62;</p>']],
  [
    "its words, and what stderr said last",
    { ...error, stderrTail: "a\n<b>" },
    [
      '<p class="bad"><strong>Could not judge:</strong> no &#60;answer&#62;</p>',
      '<p class="dim">The last lines on stderr:</p>\n<pre tabindex="0" aria-label="stderr">a\n&#60;b&#62;</pre>',
    ],
  ],
])("of an error a page tells %s", (_title, one, lines) => {
  expect(errorBlock(one)).toEqual(lines);
});

it.each<[string, RunParts, readonly string[]]>([
  [
    "the command line, below entries of the baseline that hold no more, and notes",
    {
      started: { argv: ["mcpcheck", "<b>"] },
      others: [{ type: "notice", message: "a & b" }],
      finished: {
        stale: [
          { entry: { check: "a.<a>" }, why: "it passes & more" },
          { entry: { check: "a.b", revision: "2025-06-18" }, why: "gone" },
        ],
      },
    },
    [
      '<p class="bad">Stale baseline entry <code>a.&#60;a&#62;</code>: it passes &#38; more</p>',
      '<p class="bad">Stale baseline entry <code>a.b</code> at 2025-06-18: gone</p>',
      "<p>Note: a &#38; b</p>",
      '<h2>The run</h2>\n<pre tabindex="0" aria-label="command line">mcpcheck &#60;b&#62;</pre>',
    ],
  ],
  ["nothing of a run that broke off at once", { started: null, finished: null }, []],
])("the foot of a page has %s", async (_title, parts, lines) => {
  expect(runFoot(await runOf(parts))).toEqual(lines);
});

describe("what can be chosen on a page", () => {
  const choices = {
    about: "findings",
    verdicts: ["pass", "not-applicable", "fail", "untested", "warn", "error", "fail"] as const,
    area: { label: "area", values: ["tools", "<b>", "tools"] },
    revisions: ["2025-11-25", "2025-06-18"],
    opens: true,
  };
  const head = [
    '<div class="tools" role="search" aria-label="findings">',
    '<label class="js-only">search <input type="search" id="search" autocomplete="off" spellcheck="false"></label>',
    '<label class="js-only">area <select id="area"><option value="">all</option><option>&#60;b&#62;</option><option>tools</option></select></label>',
    '<label class="js-only">revision <select id="revision"><option value="">all</option><option>2025-06-18</option><option>2025-11-25</option></select></label>',
  ];
  const box = (verdict: string, words: string): string =>
    `<label><input type="checkbox" id="show-${verdict}" checked> ${words}</label>`;
  const shown = '<span id="shown" class="dim js-only" role="status"></span>';

  it("is each verdict that occurs, the worst first, areas and revisions, and to open and close all", () => {
    const boxes = [
      box("fail", "failed 2"),
      box("error", "harness errors 1"),
      box("warn", "warned 1"),
      box("untested", "untested 1"),
      box("pass", "passed 1"),
      box("not-applicable", "not applicable 1"),
    ];
    expect(toolbar(choices)).toBe(
      [
        ...head,
        `<fieldset><legend class="dim">show</legend>${boxes.join("\n")}</fieldset>`,
        '<button type="button" id="open-all" class="js-only">open all</button><button type="button" id="close-all" class="js-only">close all</button>',
        shown,
        "</div>",
      ].join("\n"),
    );
  });

  it("has other words where they are given, and nothing to open where there is not", () => {
    const few = { ...choices, verdicts: ["pass", "warn"] as const, labels: { pass: "conform" }, opens: false };
    expect(toolbar(few)).toBe(
      [
        ...head,
        `<fieldset><legend class="dim">show</legend>${box("warn", "warned 1")}\n${box("pass", "conform 1")}</fieldset>`,
        shown,
        "</div>",
      ].join("\n"),
    );
  });
});

it("a page of findings has the error first, the areas, what to choose, and its sections", () => {
  const findings = [found("b.a", "fail"), found("a.a", "pass", { revision: "2025-06-18" })];
  const main = findingsMain(error, findings, ["<section>"]);
  expect(main).toHaveLength(6);
  expect(main[0]).toBe('<p class="bad"><strong>Could not judge:</strong> no &#60;answer&#62;</p>');
  expect(main[1]).toContain('<h2 id="areas">');
  expect(main[2]).toBe(
    toolbar({
      about: "findings",
      verdicts: ["fail", "pass"],
      area: { label: "area", values: ["a", "b"] },
      revisions: ["2025-06-18", "2025-11-25"],
      opens: true,
    }),
  );
  expect(main.slice(3)).toEqual(['<div id="findings" tabindex="-1">', "<section>", "</div>"]);
});

it.each<[string, RunParts, string]>([
  [
    "one subject is named after it",
    { findings: [found("a.a", "pass")] },
    "mcpcheck: echo 2.1 (stdio: node s.js): conforms: 0 failed",
  ],
  [
    "two subjects is named after neither",
    { findings: [found("a.a", "pass")], subjects: [{}, { subjectId: "b", subject }] },
    "mcpcheck: conforms: 0 failed",
  ],
  ["no subject is named after none", { subjects: [], finished: null }, "mcpcheck: could not judge"],
])("a page of %s", async (_title, parts, title) => {
  const page = await render(htmlReporter(), eventsOf(parts));
  expect(/<title>(.*)<\/title>/.exec(page)?.[1]?.startsWith(title)).toBe(true);
  expect(page.match(/<section><h2>/g) ?? []).toHaveLength(parts.subjects?.length ?? 1);
});

it("a page has the site in its links, whether it is a file or not", async () => {
  const beside = { write: () => {}, keepOnly: () => {} };
  const events = eventsOf({ findings: [found("a.a", "fail")] });
  for (const more of [{}, { file: "a.html", beside }, { file: "a.html" }, { beside }])
    expect(await render(htmlReporter({ docsUrl: "../site", ...more }), events)).toContain('href="../site/checks/a.a.html"');
});
