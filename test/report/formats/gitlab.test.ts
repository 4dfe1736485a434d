import { expect, it } from "vitest";
import type { Reported } from "../../../src/report/collect-run.ts";
import { gitlabReporter } from "../../../src/report/gitlab.ts";
import type { PlaceOf } from "../../../src/report/place.ts";
import { render } from "../render.ts";
import { eventsOf, found, type RunParts, subject } from "./build.ts";

const flaky = { failed: 1, played: 2 };
const promised = true;
const known = true;

it.each<[string, readonly Reported[], readonly string[]]>([
  ["calls a failure major", [found("a.b", "fail")], ["major a.b: Statement of a.b: fail seen (2025-11-25)"]],
  ["calls a warning minor", [found("a.b", "warn")], ["minor a.b: Statement of a.b: warn seen (2025-11-25)"]],
  [
    "calls a matter of good practice an information",
    [found("a.b", "warn", { level: "PRACTICE" })],
    ["info a.b: Statement of a.b: warn seen (2025-11-25)"],
  ],
  [
    "calls a promise not kept minor",
    [found("a.b", "untested", { level: "PRACTICE", promised })],
    ["minor a.b: Statement of a.b: untested seen (2025-11-25)"],
  ],
  [
    "calls an error of the harness a blocker",
    [found("a.b", "error")],
    ["blocker a.b: Statement of a.b: error seen (2025-11-25)"],
  ],
  [
    "calls a flaky failure minor",
    [found("a.b", "fail", { flaky })],
    ["minor a.b: Statement of a.b: flaky: failed 1 time of 2, and passed then: fail seen (2025-11-25)"],
  ],
  ["leaves out what the baseline lists", [found("a.b", "fail", { known }), found("a.b", "fail", { known, revision: "x" })], []],
  [
    "tells what the baseline lists at one revision only",
    [found("a.b", "fail", { known }), found("a.b", "fail", { message: "else", revision: "x" })],
    ["major a.b: Statement of a.b: else (x); fail seen (2025-11-25)"],
  ],
  ["has nothing to say of a run that conforms", [found("a.b", "pass")], []],
])("a code quality report %s", async (_title, findings, issues) => {
  const told = JSON.parse(await render(gitlabReporter(), eventsOf({ findings }))) as Record<string, string>[];
  expect(told.map((one) => `${one["severity"]} ${one["check_name"]}: ${one["description"]}`)).toEqual(issues);
});

it("a code quality report names what belongs to the whole run first, at the place of the first subject", async () => {
  const text = await render(
    gitlabReporter({ placeOf: (_subject, id) => ({ path: `${id}.ts`, line: 3, length: 1 }) }),
    eventsOf({
      findings: [found("a.b", "fail", { subjectId: "two" })],
      subjects: [{ subjectId: "one" }, { subjectId: "two" }],
      finished: {
        error: { kind: "subject", message: "no\nanswer", stderrTail: "" },
        stale: [{ entry: { check: "a.c", revision: "2025-06-18" }, why: "it passes" }],
      },
    }),
  );
  expect(JSON.parse(text)).toMatchObject([
    { severity: "blocker", check_name: "mcpcheck.could-not-judge", description: "no\\nanswer", location: { path: "one.ts" } },
    { severity: "major", check_name: "mcpcheck.stale-baseline", description: "a.c: it passes", location: { path: "one.ts" } },
    { severity: "major", check_name: "a.b", location: { path: "two.ts", lines: { begin: 3 } } },
  ]);
});

it("a code quality report of a run without a subject shows it where nothing is named", async () => {
  const placeOf: PlaceOf = (of, id) => ({ path: `<${id}>${of === undefined}`, line: 1, length: 1 });
  const text = await render(gitlabReporter({ placeOf }), eventsOf({ subjects: [], finished: null }));
  expect(JSON.parse(text)).toMatchObject([
    { description: "the run broke off before its end", severity: "blocker", location: { path: "<>true" } },
  ]);
});

it("a code quality report shows a finding in the file its subject's command names", async () => {
  const findings = [found("a.b", "fail", { subjectId: "two" })];
  const command = ["node", "lib/two.js"];
  const subjects = [{ subjectId: "one" }, { subjectId: "two", subject: { ...subject, command } }];
  const text = await render(gitlabReporter(), eventsOf({ findings, subjects }));
  expect(JSON.parse(text)).toMatchObject([{ location: { path: "lib/two.js", lines: { begin: 1 } } }]);
});

it.each<[string, RunParts, RunParts, boolean]>([
  [
    "of a subject that says something else",
    { findings: [found("a.b", "fail")] },
    { findings: [found("a.b", "fail", { message: "else" })] },
    true,
  ],
  ["of another subject", { findings: [found("a.b", "fail")] }, { findings: [found("a.b", "fail", { subjectId: "x" })] }, false],
  ["of another check", { findings: [found("a.b", "fail")] }, { findings: [found("a.c", "fail")] }, false],
  [
    "of another revision of a stale entry",
    { finished: { stale: [{ entry: { check: "a.b" }, why: "" }] } },
    { finished: { stale: [{ entry: { check: "a.b", revision: "2025-06-18" }, why: "" }] } },
    false,
  ],
  [
    "of a stale entry for another check",
    { finished: { stale: [{ entry: { check: "a.b" }, why: "" }] } },
    { finished: { stale: [{ entry: { check: "a.c" }, why: "" }] } },
    false,
  ],
])(
  "whether an issue is the same as another is told by its fingerprint: it is compared with one %s",
  async (_title, one, other, isSame) => {
    const [first, second] = await Promise.all(
      [one, other].map(async (parts) => {
        const [issue] = JSON.parse(await render(gitlabReporter(), eventsOf(parts))) as { fingerprint: string }[];
        return issue?.fingerprint;
      }),
    );
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second === first).toBe(isSame);
  },
);
