import { describe, expect, it } from "vitest";
import { found } from "../../../test/report/formats/build.ts";
import type { Reported } from "../collect-run.ts";
import { areaBars, verdictBar } from "./area-bars.ts";

describe("the areas at a glance", () => {
  const bar = (name: string, count: number): string => `<i class="b-${name}" style="flex:${count}"></i>`;
  const cells = (findings: readonly Reported[], linked?: boolean): readonly (readonly string[])[] =>
    areaBars(findings, linked === undefined ? {} : { linked })
      .split("\n")
      .filter((line) => line.startsWith('<tr><th scope="row">'))
      .map((line) => [...line.matchAll(/<code>(.*?)<\/code>|<td[^>]*>(.*?)<\/td>/g)].map(([, a, b]) => a ?? b ?? ""));

  it.each<[string, readonly Reported[], string]>([
    ["nothing at all", [], ""],
    [
      "failures and errors first, then warnings, passes and what was not exercised",
      [
        found("a.a", "untested"),
        found("a.b", "pass"),
        found("a.c", "warn"),
        found("a.d", "error"),
        found("a.e", "fail"),
        found("a.f", "pass"),
        found("a.g", "not-applicable"),
      ],
      `${bar("fail", 2)}${bar("warn", 1)}${bar("pass", 2)}${bar("none", 1)}`,
    ],
  ])("have bars that show %s", (_title, findings, html) => {
    expect(verdictBar(findings)).toBe(`<span class="bar">${html}</span>`);
  });

  it("are nothing where nothing was judged", () => {
    expect(areaBars([found("a.a", "not-applicable")])).toBe("");
  });

  it.each<[string, readonly Reported[], string, string]>([
    [
      "fails, how much of it does",
      [found("a.a", "fail"), found("a.b", "error"), found("a.c", "pass")],
      "2 failed of 3",
      "3 checks: 2 failed, 1 passed",
    ],
    ["warns, how much of it does", [found("a.a", "warn"), found("a.b", "pass")], "1 warned of 2", "2 checks: 1 warned, 1 passed"],
    [
      "conforms, how much of it passed",
      [found("a.a", "pass"), found("a.b", "untested")],
      "1 passed of 2",
      "2 checks: 1 passed, 1 untested",
    ],
    ["was not exercised, that it was not", [found("a.a", "untested")], "1 untested of 1", "1 check: 1 untested"],
  ])("say of one that %s", (_title, findings, words, about) => {
    const href = "#?area=a&#38;revision=2025-11-25&#38;verdicts=fail+warn+error+untested+pass";
    const inside = `<b>${words}</b>${verdictBar(findings)}<span class="unseen">a at 2025-11-25, ${about}</span>`;
    expect(cells(findings)).toEqual([["a", `<a class="cell" href="${href}">${inside}</a>`]]);
    expect(cells(findings, false)).toEqual([["a", `<span class="cell">${inside}</span>`]]);
  });

  it("have a row for each area and a column for each revision, in order, and say where nothing applies", () => {
    const html = areaBars([
      found("b.a", "pass"),
      found("a.a", "pass", { revision: "2025-06-18" }),
      found("b.b", "pass", { revision: "2025-06-18" }),
    ]);
    expect(html).toContain(
      '<th scope="col">area</th><th scope="col">2025-06-18</th><th scope="col">2025-11-25</th></tr></thead>',
    );
    expect(html.match(/<tr><th scope="row"><code>[^<]*/g)).toEqual([
      '<tr><th scope="row"><code>a',
      '<tr><th scope="row"><code>b',
    ]);
    expect(html.match(/<td[^>]*>not applicable<\/td>/g)).toEqual(['<td class="dim">not applicable</td>']);
    expect(html.match(/<b>1 passed of 1<\/b>/g)).toHaveLength(3);
  });

  it.each([
    ["six columns for six revisions", 6, ["f1", "f2", "f3", "f4", "f5", "f6"]],
    ["one column for seven", 7, ["all"]],
  ])("have %s", (_title, count, heads) => {
    const html = areaBars(Array.from({ length: count }, (_, index) => found("a.a", "pass", { revision: `f${index + 1}` })));
    expect([...html.matchAll(/<th scope="col">([^<]*)/g)].map(([, head]) => head)).toEqual(["area", ...heads]);
  });

  it("lead to all revisions of an area where they have one column", () => {
    const html = areaBars(Array.from({ length: 7 }, (_, index) => found("a.a", "pass", { revision: `f${index}` })));
    expect(html).toContain(
      'href="#?area=a&#38;verdicts=fail+warn+error+untested+pass"><b>7 passed of 7</b><span class="bar"><i class="b-pass" style="flex:7"></i></span><span class="unseen">a, 7 checks: 7 passed</span>',
    );
  });

  it("explain their colours", () => {
    const key = [
      ["fail", "failed"],
      ["warn", "warned"],
      ["pass", "passed"],
      ["none", "untested"],
    ].map(([name, words]) => `<span><i class="b-${name}" style="background:var(--bar-${name})"></i>${words}</span>`);
    expect(
      areaBars([found("a.a", "pass")])
        .split("\n")
        .slice(0, 2),
    ).toEqual(['<section><h2 id="areas">Areas</h2>', `<p class="key dim">${key.join("")}</p>`]);
  });
});
