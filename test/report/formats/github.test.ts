import { expect, it } from "vitest";
import type { Reported } from "../../../src/report/collect-run.ts";
import { githubReporter } from "../../../src/report/github.ts";
import type { ReporterOptions } from "../../../src/report/reporter.ts";
import type { FailOn } from "../../../src/run/fail-on.ts";
import type { RunEvent } from "../../../src/run/run-event.ts";
import { render } from "../render.ts";
import { eventsOf, found, type RunParts, subject } from "./build.ts";

const flaky = { failed: 1, played: 2 };
const lines = async (parts: RunParts, options: Partial<ReporterOptions> = {}): Promise<readonly string[]> =>
  (await render(githubReporter({ accompanied: true, ...options }), eventsOf(parts))).trimEnd().split("\n");

const told = (kind: "error" | "warning", about: string, more: readonly string[]): string =>
  `::${kind} title=mcpcheck%3A tools.a (${about}),file=s.js,line=1::${["Statement of tools.a", ...more, "https://spec.example/tools.a", "npx mcpcheck explain tools.a", "mcpcheck --check tools.a"].join("%0A")}`;

it.each<[string, readonly Reported[], readonly string[], FailOn?]>([
  ["a failure is an error", [found("tools.a", "fail")], [told("error", "fail%2C MUST%2C 2025-11-25", ["saw: fail seen"])]],
  [
    "a failure at two revisions is one error that names both",
    [found("tools.a", "fail"), found("tools.a", "fail", { revision: "2025-06-18" })],
    [told("error", "fail%2C MUST%2C 2025-06-18 2025-11-25", ["saw: fail seen"])],
  ],
  [
    "a warning is a warning",
    [found("tools.a", "warn", { level: "SHOULD" })],
    [told("warning", "warn%2C SHOULD%2C 2025-11-25", ["saw: warn seen"])],
  ],
  [
    "a warning is an error where warnings count",
    [found("tools.a", "warn")],
    [told("error", "warn%2C MUST%2C 2025-11-25", ["saw: warn seen"])],
    "warn",
  ],
  [
    "a flaky failure is a warning that says how often it failed",
    [found("tools.a", "fail", { flaky })],
    [told("warning", "flaky%2C MUST%2C 2025-11-25", ["saw: fail seen", "flaky: failed 1 time of 2, and passed then"])],
  ],
  [
    "a promise not kept is an error",
    [found("tools.a", "untested", { promised: true })],
    [told("error", "untested%2C MUST%2C 2025-11-25", ["saw: untested seen"])],
  ],
  ["what was not exercised is not told", [found("tools.a", "untested")], [""]],
  [
    "what was not exercised is an error where that counts",
    [found("tools.a", "untested")],
    [told("error", "untested%2C MUST%2C 2025-11-25", ["saw: untested seen"])],
    "untested",
  ],
  [
    "what follows from a failure is told with it, and not by itself",
    [found("tools.a", "fail"), found("tools.b", "fail", { because: "tools.a" })],
    [told("error", "fail%2C MUST%2C 2025-11-25", ["saw: fail seen", "1 finding follows from it: tools.b"])],
  ],
  ["what the baseline lists is not told", [found("tools.a", "fail", { known: true })], [""]],
  ["what passed or does not apply is not told", [found("tools.a", "pass"), found("tools.b", "not-applicable")], [""]],
])("%s", async (_title, findings, expected, failOn: FailOn = "fail") => {
  // A run that came to no conclusion is none that this is about.
  expect(await lines({ findings: [found("ping.a", "pass"), ...findings], started: { failOn } })).toEqual(expected);
});

it("of the run itself there are errors first, then those of its findings; notes are warnings, the last ones", async () => {
  const placeOf: ReporterOptions["placeOf"] = (_subject, id) => ({ path: `src/${id},1.ts`, line: 7, length: 1 });
  const all = await lines(
    {
      findings: [found("tools.a", "fail", { subjectId: "two" }), found("tools.b", "warn", { subjectId: "two" })],
      subjects: [{ subjectId: "one" }, { subjectId: "two" }],
      others: [{ type: "notice", message: "50 % of it\nis missing" }],
      finished: {
        error: { kind: "harness", message: "it broke", stderrTail: "" },
        stale: [{ entry: { check: "tools.c" }, why: "it passes" }],
      },
    },
    { placeOf, docsUrl: "https://docs.example/" },
  );
  expect(all).toEqual([
    "::error title=mcpcheck%3A could not judge,file=src/one%2C1.ts,line=7::it broke",
    "::error title=mcpcheck%3A stale baseline entry tools.c,file=src/one%2C1.ts,line=7::it passes",
    "::error title=mcpcheck%3A tools.a (fail%2C MUST%2C 2025-11-25),file=src/two%2C1.ts,line=7::Statement of tools.a%0Asaw: fail seen%0Ahttps://spec.example/tools.a%0Ahttps://docs.example/checks/tools.a.html%0Amcpcheck --check tools.a",
    "::warning title=mcpcheck%3A tools.b (warn%2C MUST%2C 2025-11-25),file=src/two%2C1.ts,line=7::Statement of tools.b%0Asaw: warn seen%0Ahttps://spec.example/tools.b%0Ahttps://docs.example/checks/tools.b.html%0Amcpcheck --check tools.b",
    "::warning title=mcpcheck%3A note,file=src/one%2C1.ts,line=7::50 %25 of it%0Ais missing",
  ]);
});

it("a run that broke off is an error", async () => {
  expect(await lines({ finished: null })).toEqual([
    "::error title=mcpcheck%3A could not judge,file=s.js,line=1::the run broke off before its end",
  ]);
});

it("what belongs to a run without a subject is shown where nothing is named", async () => {
  const placeOf: ReporterOptions["placeOf"] = (of, id) => ({ path: `<${id}>${of === undefined}`, line: 1, length: 1 });
  expect(await lines({ subjects: [], finished: null }, { placeOf })).toEqual([
    "::error title=mcpcheck%3A could not judge,file=<>true,line=1::the run broke off before its end",
  ]);
});

it("findings of several subjects stand in the files that their commands name", async () => {
  const named = (file: string) => ({ ...subject, command: ["node", file] });
  const all = await lines({
    findings: [found("tools.a", "fail", { subjectId: "two" })],
    subjects: [
      { subjectId: "one", subject: named("one.js") },
      { subjectId: "two", subject: named("two.js") },
    ],
    others: [{ type: "notice", message: "note" }],
  });
  expect(all.map((line) => /file=([^,]*)/.exec(line)?.[1])).toEqual(["two.js", "one.js"]);
});

const notes = (count: number): readonly RunEvent[] =>
  Array.from({ length: count }, (_, index) => ({ type: "notice", message: `note ${index + 1}` }));

it.each([
  ["ten are all shown", 10, 10, "note 10"],
  ["of eleven nine are shown and the others counted", 11, 10, "2 more in the step summary and the other reports"],
  ["of thirty nine are shown and the others counted", 30, 10, "21 more in the step summary and the other reports"],
])("of annotations %s", async (_title, count, shown, last) => {
  const all = await lines({ findings: [found("tools.a", "pass")], others: notes(count) });
  expect(all).toHaveLength(shown);
  expect(all[8]).toBe("::warning title=mcpcheck%3A note,file=s.js,line=1::note 9");
  expect(all.at(-1)?.endsWith(`,file=s.js,line=1::${last}`)).toBe(true);
  expect(all.at(-1)?.includes("title=mcpcheck%3A and more,")).toBe(count > 10);
});

it.each<[string, RunParts, boolean | undefined, string]>([
  [
    "says how it ended",
    { findings: [found("tools.a", "pass")] },
    undefined,
    "\nmcpcheck: conforms: 0 failed, 0 warned, 1 passed, 0 untested, 0 not applicable in 1.5 s",
  ],
  [
    "that broke off counts what was found",
    { findings: [found("tools.a", "pass")], finished: null },
    false,
    "::error title=mcpcheck%3A could not judge,file=s.js,line=1::the run broke off before its end\nmcpcheck: could not judge: 0 failed, 0 warned, 1 passed, 0 untested, 0 not applicable",
  ],
  ["told by another report too says nothing more", { findings: [found("tools.a", "pass")] }, true, ""],
])("a run %s", async (_title, parts, accompanied, text) => {
  const all = await render(githubReporter(accompanied === undefined ? {} : { accompanied }), eventsOf(parts));
  expect(all.trim()).toBe(text.trim());
});
