import { expect, it } from "vitest";
import { junitReporter } from "../../../src/report/junit.ts";
import type { Reported } from "../../../src/report/collect-run.ts";
import type { FailOn } from "../../../src/run/fail-on.ts";
import type { RunEvent } from "../../../src/run/run-event.ts";
import { render } from "../render.ts";
import { bytes, eventsOf, found, type RunParts } from "./build.ts";

const lines = async (parts: RunParts, verbose?: boolean): Promise<readonly string[]> =>
  (await render(verbose === undefined ? junitReporter() : junitReporter({ verbose }), eventsOf(parts)))
    .split("\n")
    .map((line) => line.trim());

const flaky = { failed: 2, played: 3 };
const details = "MUST https://spec.example/tools.a&#10;Mend it.&#10;mcpcheck --check tools.a";
const failure = (verdict: string): string => `<failure message="${verdict} seen" type="${verdict}">${details}</failure>`;
type Counts = { readonly failures?: number; readonly errors?: number; readonly skipped?: number };

it.each<[string, Reported, Counts, string | undefined, FailOn?]>([
  ["what passed has nothing to say", found("tools.a", "pass"), {}, undefined],
  ["what failed is a failure with all there is to know", found("tools.a", "fail"), { failures: 1 }, failure("fail")],
  [
    "an error of the harness is an error",
    found("tools.a", "error"),
    { errors: 1 },
    `<error message="error seen">${details}</error>`,
  ],
  [
    "what follows from another finding is skipped",
    found("tools.a", "fail", { because: "tools.b" }),
    { skipped: 1 },
    '<skipped message="follows from tools.b: fail seen"/>',
  ],
  [
    "what the baseline lists is skipped",
    found("tools.a", "fail", { known: true }),
    { skipped: 1 },
    '<skipped message="known: fail seen"/>',
  ],
  [
    "what is both known and flaky is called known",
    found("tools.a", "fail", { known: true, flaky }),
    { skipped: 1 },
    '<skipped message="known: fail seen"/>',
  ],
  [
    "a failure that passed when it was played again is skipped, with all there is to know",
    found("tools.a", "fail", { flaky }),
    { skipped: 1 },
    `<skipped message="flaky: failed 2 times of 3, and passed then: fail seen">${details}</skipped>`,
  ],
  ["it is a failure where warnings count", found("tools.a", "fail", { flaky }), { failures: 1 }, failure("fail"), "warn"],
  [
    "a warning passes, and says what was seen",
    found("tools.a", "warn"),
    {},
    `<system-out>warning: warn seen&#10;${details}</system-out>`,
  ],
  ["a warning is a failure where warnings count", found("tools.a", "warn"), { failures: 1 }, failure("warn"), "warn"],
  ["a promise not kept is a failure", found("tools.a", "untested", { promised: true }), { failures: 1 }, failure("untested")],
  [
    "what was not exercised is one where that counts",
    found("tools.a", "untested"),
    { failures: 1 },
    failure("untested"),
    "untested",
  ],
  [
    "what was not exercised is skipped",
    found("tools.a", "untested"),
    { skipped: 1 },
    '<skipped message="untested: untested seen"/>',
  ],
  [
    "what does not apply is skipped",
    found("tools.a", "not-applicable"),
    { skipped: 1 },
    '<skipped message="not-applicable: not-applicable seen"/>',
  ],
])("%s", async (_title, finding, { failures = 0, errors = 0, skipped = 0 }, body, failOn: FailOn = "fail") => {
  const counts = `tests="1" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
  const head = '<testcase classname="mcpcheck.tools" name="tools.a: Statement of tools.a" time="0.000"';
  expect(await lines({ findings: [finding], started: { failOn } }, true)).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="mcpcheck" ${counts} time="1.500">`,
    `<testsuite name="server 2025-11-25 tools" ${counts} time="0.000" timestamp="2026-11-21T12:00:00">`,
    ...(body === undefined ? [`${head}/>`] : [`${head}>`, body, "</testcase>"]),
    "</testsuite>",
    "</testsuites>",
    "",
  ]);
});

it("the bytes stand between the statement and what to do", async () => {
  const wire = [bytes(3, "sent", "ping"), bytes(4, "received", "<pong>", { cut: true })];
  expect(await lines({ findings: [found("tools.a", "fail", { wire })] })).toContain(
    '<failure message="fail seen" type="fail">MUST https://spec.example/tools.a&#10;sent #3 ping&#10;received #4 &#60;pong&#62; … cut&#10;Mend it.&#10;mcpcheck --check tools.a</failure>',
  );
});

const leftOut = (note: string): string =>
  `<properties><property name="mcpcheck.left-out" value="${note} untested or not applicable; --verbose lists them"/></properties>`;

it.each<[string, readonly Reported[], readonly (readonly [string, string?])[]]>([
  [
    "what was not exercised and does not apply is left out, and counted in the first suite",
    [
      found("http.a", "not-applicable"),
      found("tools.a", "pass"),
      found("tools.b", "untested"),
      found("ping.a", "pass"),
      found("ping.b", "untested"),
    ],
    [["server 2025-11-25 tools", leftOut("3 checks")], ["server 2025-11-25 ping"]],
  ],
  [
    "one that is left out is one check",
    [found("tools.a", "pass"), found("tools.b", "untested", { known: true, promised: true })],
    [["server 2025-11-25 tools", leftOut("1 check")]],
  ],
  ["a promise not kept is never left out", [found("tools.b", "untested", { promised: true })], [["server 2025-11-25 tools"]]],
  [
    "subjects, revisions and areas have suites of their own",
    [
      found("tools.a", "pass"),
      found("tools.a", "pass", { revision: "2025-06-18" }),
      found("tools.a", "pass", { subjectId: "other" }),
      found("ping.a", "pass"),
      found("tools.b", "pass"),
    ],
    [["server 2025-11-25 tools"], ["server 2025-06-18 tools"], ["other 2025-11-25 tools"], ["server 2025-11-25 ping"]],
  ],
])("%s", async (_title, findings, suites) => {
  const all = await lines({ findings });
  const told = all.flatMap((line, index) => {
    const name = /^<testsuite name="([^"]*)"/.exec(line)?.[1];
    if (name === undefined) return [];
    return [all[index + 1]?.startsWith("<properties>") === true ? [name, all[index + 1]] : [name]];
  });
  expect(told).toEqual(suites);
});

it("the time of a scenario is shared by what it decided; what it did not decide took none", async () => {
  const played = (scenario: string, revision: string, subjectId: string, ms: number): RunEvent => ({
    type: "scenario.finished",
    subjectId,
    revision,
    scenario,
    skipped: null,
    ms,
  });
  const by = { scenario: "a", evidence: [1] };
  const all = await lines({
    findings: [
      found("tools.a", "pass", by),
      found("tools.b", "pass", by),
      found("tools.c", "pass", { scenario: "a" }),
      found("tools.d", "pass", { scenario: "b", evidence: [2] }),
      found("tools.e", "pass", { scenario: "unheard of", evidence: [2] }),
      found("tools.a", "pass", { ...by, revision: "2025-06-18" }),
      found("tools.a", "pass", { ...by, subjectId: "other" }),
    ],
    others: [
      played("a", "2025-11-25", "server", 300),
      played("b", "2025-11-25", "server", 1040),
      played("a", "2025-06-18", "server", 70),
      played("a", "2025-11-25", "other", 9),
    ],
  });
  const timeOf = (element: string): readonly (string | undefined)[] =>
    all.filter((line) => line.startsWith(`<${element} `)).map((line) => / time="([\d.]+)"/.exec(line)?.[1]);
  expect(timeOf("testcase")).toEqual(["0.150", "0.150", "0.000", "1.040", "0.000", "0.070", "0.009"]);
  expect(timeOf("testsuite")).toEqual(["1.340", "0.070", "0.009"]);
});

it.each<[string, RunParts, readonly string[]]>([
  [
    "an entry of the baseline that no longer holds is a failure",
    {
      findings: [found("tools.a", "pass")],
      finished: {
        stale: [
          { entry: { check: "tools.a" }, why: "it passes" },
          { entry: { check: "tools.b", revision: "2025-06-18" }, why: "it is gone" },
        ],
      },
    },
    [
      '<testsuite name="run" tests="2" failures="2" errors="0" skipped="0" time="0.000" timestamp="2026-11-21T12:00:00">',
      '<testcase classname="mcpcheck.baseline" name="stale entry tools.a" time="0.000">',
      '<failure message="it passes"/>',
      "</testcase>",
      '<testcase classname="mcpcheck.baseline" name="stale entry tools.b at 2025-06-18" time="0.000">',
      '<failure message="it is gone"/>',
      "</testcase>",
      "</testsuite>",
      "</testsuites>",
      "",
    ],
  ],
  [
    "a run of which nothing is heard says so",
    { findings: [found("tools.a", "untested"), found("tools.b", "not-applicable")], finished: { exitCode: 0 } },
    [
      '<testsuite name="run" tests="0" failures="0" errors="0" skipped="0" time="0.000" timestamp="2026-11-21T12:00:00">',
      '<properties><property name="mcpcheck.left-out" value="2 checks untested or not applicable; --verbose lists them"/></properties>',
      "</testsuite>",
      "</testsuites>",
      "",
    ],
  ],
  [
    "a run that could not judge has an error with what stderr said last",
    { finished: { error: { kind: "subject", message: "no answer", stderrTail: "a\nb" } } },
    [
      '<testsuite name="run" tests="1" failures="0" errors="1" skipped="0" time="0.000" timestamp="2026-11-21T12:00:00">',
      '<testcase classname="mcpcheck.run" name="could judge" time="0.000">',
      '<error message="no answer">a&#10;b</error>',
      "</testcase>",
      "</testsuite>",
      "</testsuites>",
      "",
    ],
  ],
  [
    "a run that broke off is an error, took no time that is known, and says nothing of when it began where nobody did",
    { started: null, finished: null },
    [
      '<testsuites name="mcpcheck" tests="1" failures="0" errors="1" skipped="0" time="0.000">',
      '<testsuite name="run" tests="1" failures="0" errors="1" skipped="0" time="0.000">',
      '<testcase classname="mcpcheck.run" name="could judge" time="0.000">',
      '<error message="the run broke off before its end"/>',
      "</testcase>",
      "</testsuite>",
      "</testsuites>",
      "",
    ],
  ],
])("%s", async (_title, parts, end) => {
  expect((await lines(parts)).slice(-end.length)).toEqual(end);
});
