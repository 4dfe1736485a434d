import { expect, test } from "vitest";
import { checkRow as check, runRow as run } from "../../../test/support/result-rows.ts";
import { fleetChanges } from "../../fleet/fleet-changes.ts";
import { fleetReport } from "../../fleet/fleet-report.ts";
import { latestOf } from "../../fleet/latest-results.ts";
import type { ResultRow } from "../../fleet/result-rows.ts";
import { fleetHtml } from "./fleet-html.ts";

const pageOf = (rows: readonly ResultRow[], before?: readonly ResultRow[]): string => {
  const is = latestOf(rows);
  return fleetHtml(fleetReport(is), before === undefined ? undefined : fleetChanges(latestOf(before), is), is);
};

/** What a reader sees of a piece of the page. */
const words = (html: string): string =>
  html
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

const rowsOf = (page: string): string[] => page.match(/<tr class="finding[^]*?<\/tr>/g)?.map(words) ?? [];

test("every server has a row, the gravest first, with what was found and how long its first answer took", () => {
  const page = pageOf([
    run("fine", 0, { startMs: 250 }),
    check("bad", "fail", { inheritedFrom: "an SDK" }),
    check("bad", "warn", { check: "follows", because: "tools.unknown-name" }),
    run("bad", 1),
    check("so", "warn", { check: "some.habit" }),
    run("so", 0, { summary: { warn: 1 } }),
    run("dead", 3),
  ]);
  expect(rowsOf(page)).toEqual([
    "bad 2025-11-25 · an SDK with findings tools.unknown-name 1.0 s",
    "dead 2025-11-25 could not be judged it ended 1.0 s",
    "so 2025-11-25 conforms, with warnings some.habit 1.0 s",
    "fine 2025-11-25 conforms 0.3 s 1.0 s",
  ]);
  expect(page).toContain("<option>an SDK</option>");
  expect(words(page)).toContain("an SDK 1 tools.unknown-name (1)");
});

test("what a server says is text and nothing else", () => {
  const hostile = `"><script>alert(1)</script>`;
  const rows = [
    check("a", "fail", { message: hostile, inheritedFrom: hostile }),
    run(hostile, 3, { error: { kind: "subject", message: hostile } }),
    run("a", 1),
  ];
  const page = pageOf(rows, [check("a", "pass"), run("a", 0)]);
  expect(words(page)).toContain("1 verdict broken");
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).not.toContain(hostile);
});

test("a long table says how much of it is left out", () => {
  const many = Array.from({ length: 103 }, (_, index) => run(`s${index}`, 0, { startMs: index }));
  expect(words(pageOf(many))).toContain("3 more rows: --json has all.");
  expect(rowsOf(pageOf(many))).toHaveLength(103);
});
