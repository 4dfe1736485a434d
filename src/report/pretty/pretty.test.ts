import { describe, expect, it } from "vitest";
import { eventsOf, found, type RunParts, subject } from "../../../test/report/formats/build.ts";
import { render } from "../../../test/report/render.ts";
import type { RunEvent } from "../../run/run-event.ts";
import type { Reported } from "../collect-run.ts";
import type { ReporterOptions } from "../reporter.ts";
import { prettyReporter } from "./pretty.ts";

const blocks = async (parts: RunParts, options: Partial<ReporterOptions> = {}): Promise<readonly string[]> =>
  (await render(prettyReporter({ color: false, ...options }), eventsOf(parts))).split("\n\n");

const passed = found("ping.a", "pass");
const conforms = "conforms: 0 failed, 0 warned, 1 passed, 0 untested, 0 not applicable in 1.5 s";
const about = "echo 2.1 (stdio: node s.js) · 2025-11-25";
const ended = (subjectId: string, message: string, stderrTail = ""): RunEvent => ({
  type: "subject.finished",
  subjectId,
  error: { kind: "subject", message, stderrTail },
  ms: 3,
});
const failed = (message: string, stderrTail = "") => ({ kind: "subject" as const, message, stderrTail });

describe("a run on a terminal", () => {
  it.each<[string, RunParts, readonly string[]]>([
    ["says at both ends how it ended", { findings: [passed] }, [conforms, about, "passed 1: ping 1", `${conforms}\n`]],
    [
      "does not say twice what was judged",
      { findings: [passed], started: { subject } },
      [conforms, about, "passed 1: ping 1", `${conforms}\n`],
    ],
    [
      "without findings says so once",
      { findings: [], subjects: [{ revisions: [] }] },
      ["echo 2.1 (stdio: node s.js)", "could not judge in 1.5 s\n"],
    ],
    [
      "that broke off counts what was found",
      { findings: [passed], finished: null },
      [
        "could not judge: 0 failed, 0 warned, 1 passed, 0 untested, 0 not applicable",
        about,
        "passed 1: ping 1",
        "could not judge: 0 failed, 0 warned, 1 passed, 0 untested, 0 not applicable\n",
      ],
    ],
    [
      "that ended before its subject was known names what was to be judged, and why it ended",
      { subjects: [], started: { subject }, finished: { error: failed("no\nanswer", "a\u001b[1m\nb\n\n") } },
      [
        "echo 2.1 (stdio: node s.js)",
        "could not judge: no\\nanswer\n  stderr:\n  | a\\u{1b}[1m\n  | b",
        "could not judge in 1.5 s\n",
      ],
    ],
    [
      "names nothing where nothing was known",
      { started: null, subjects: [], finished: { error: failed("no answer", " \n") } },
      ["could not judge: no answer", "could not judge in 1.5 s\n"],
    ],
    [
      "that was wrongly asked says so",
      { subjects: [], finished: { error: { kind: "usage", message: "no such flag", stderrTail: "" } } },
      ["usage error: no such flag", "usage error in 1.5 s\n"],
    ],
    [
      "tells with each subject what is its own",
      {
        findings: [found("ping.a", "pass"), found("tools.a", "pass", { subjectId: "two" })],
        subjects: [
          { revisions: ["2025-06-18", "2025-11-25"] },
          { subjectId: "two", subject: { kind: "server", transport: "http", url: "http://x/\n" } },
        ],
        others: [
          { type: "subject.roles", subjectId: "two", roles: [{ revision: "2025-11-25", role: "slow", tool: "a\n", by: "hint" }] },
          ended("two", "it went away", "bye"),
          { type: "subject.finished", subjectId: "server", error: null, ms: 3 },
        ],
      },
      [
        "conforms: 0 failed, 0 warned, 2 passed, 0 untested, 0 not applicable in 1.5 s",
        "echo 2.1 (stdio: node s.js) · 2025-06-18, 2025-11-25",
        "passed 1: ping 1",
        "server (http: http://x/\\n) · 2025-11-25",
        "passed 1: tools 1",
        "roles of tools\n    slow: a\\n (hint)",
        "could not judge: it went away\n  stderr:\n  | bye",
        "conforms: 0 failed, 0 warned, 2 passed, 0 untested, 0 not applicable in 1.5 s\n",
      ],
    ],
    [
      "tells an error of its subject once, though the run ended with it",
      { others: [ended("server", "no answer", "bye")], finished: { error: failed("no answer", "bye") } },
      [about, "could not judge: no answer\n  stderr:\n  | bye", "could not judge in 1.5 s\n"],
    ],
    [
      "tells another error than that of its subject too",
      { others: [ended("server", "no answer")], finished: { error: failed("it broke") } },
      [about, "could not judge: no answer", "could not judge: it broke", "could not judge in 1.5 s\n"],
    ],
    [
      "tells an error of a subject that was never described",
      { others: [ended("other", "no answer")], finished: { error: failed("no answer") } },
      [about, "could not judge: no answer", "could not judge in 1.5 s\n"],
    ],
    [
      "ends with entries of the baseline that hold no more, and notes",
      {
        findings: [passed],
        others: [
          { type: "notice", message: "one\n" },
          { type: "notice", message: "two" },
        ],
        finished: {
          stale: [
            { entry: { check: "tools.a" }, why: "it\npasses" },
            { entry: { check: "tools.b", revision: "2025-06-18" }, why: "gone" },
          ],
        },
      },
      [
        "failed: 0 failed, 0 warned, 1 passed, 0 untested, 0 not applicable, 2 stale baseline entries in 1.5 s",
        about,
        "passed 1: ping 1",
        "stale (the baseline lists what no longer fails; take it out)\n  tools.a: it\\npasses\n  tools.b at 2025-06-18: gone",
        "note: one\\n",
        "note: two",
        "failed: 0 failed, 0 warned, 1 passed, 0 untested, 0 not applicable, 2 stale baseline entries in 1.5 s\n",
      ],
    ],
  ])("%s", async (_title, parts, expected) => {
    expect(await blocks(parts)).toEqual(expected);
  });

  const flaky = { failed: 1, played: 2 };
  const inheritedFrom = "sdk";
  const known = true;

  it.each<[string, readonly Reported[], readonly string[]]>([
    [
      "errors of the harness, failures, flaky ones, warnings, what is inherited and known, what was not exercised, and counts",
      [
        found("a.pass", "pass"),
        found("a.untested", "untested"),
        found("a.known", "warn", { known }),
        found("a.inherited", "warn", { inheritedFrom }),
        found("a.warn", "warn"),
        found("a.flaky", "fail", { flaky }),
        found("a.fail", "fail"),
        found("a.error", "error", { message: "a\nb" }),
      ],
      [
        "ERROR  a.error: a\\nb",
        "FAIL  a.fail  MUST · 2025-11-25",
        "FLAKY  a.flaky  MUST · 2025-11-25",
        "WARN  a.warn  MUST · 2025-11-25",
        "inherited from sdk (1 finding: every server built on it behaves so)",
        "known (listed in the baseline, do not count)",
        "untested (1 verdict: not exercised in this run)",
        "passed 1: a 1",
      ],
    ],
    ["a failure of a library in full", [found("a.fail", "fail", { inheritedFrom })], ["FAIL  a.fail  MUST · 2025-11-25"]],
    [
      "what is known with what is known, also of a library and where it was not exercised",
      [
        found("a.warn", "warn", { inheritedFrom, known }),
        found("a.fail", "fail", { known }),
        found("a.untested", "untested", { promised: true, known }),
      ],
      ["known (listed in the baseline, do not count)"],
    ],
    [
      "what follows from another only with it",
      [
        found("a.fail", "fail"),
        found("a.warn", "warn", { because: "a.fail" }),
        found("a.other", "fail", { because: "a.fail", known }),
        found("a.third", "warn", { because: "a.fail", inheritedFrom }),
      ],
      ["FAIL  a.fail  MUST · 2025-11-25"],
    ],
  ])("tells %s", async (_title, findings, heads) => {
    const all = await blocks({ findings });
    expect(all.slice(2, -1).map((block) => block.split("\n")[0])).toEqual(heads);
  });

  it("says with a failure what follows from it, and where its page is", async () => {
    const findings = [found("a.fail", "fail"), found("a.warn", "warn", { because: "a.fail" })];
    const [, , block] = await blocks({ findings }, { docsUrl: "https://docs.example" });
    expect(block?.split("\n").slice(3)).toEqual([
      "      so:    1 finding follows from it: a.warn",
      "      spec:  https://spec.example/a.fail",
      "      fix:   Mend it.",
      "      more:  https://docs.example/checks/a.fail.html",
      "      again: mcpcheck --check a.fail",
    ]);
  });
});

const usage = { error: { kind: "usage" as const, message: "no such flag", stderrTail: "" } };

it.each<[string, RunParts, boolean | undefined, boolean]>([
  ["is not said again where standard error is read too", { subjects: [], finished: usage }, true, true],
  ["is said where nobody reads standard error", { subjects: [], finished: usage }, false, false],
  ["is said where nobody said who reads", { subjects: [], finished: usage }, undefined, false],
  ["is said where a subject was described", { finished: usage }, true, false],
])("a usage error %s", async (_title, parts, besideErrors, isSilent) => {
  const text = (await blocks(parts, besideErrors === undefined ? {} : { besideErrors })).join("");
  expect(text === "").toBe(isSilent);
  expect(text.includes("usage error: no such flag")).toBe(!isSilent);
});

it.each<[string, RunParts]>([
  ["another error", { subjects: [], finished: { error: failed("no answer") } }],
  ["no error", { subjects: [] }],
  ["a run that broke off", { subjects: [], finished: null }],
])("%s is told although standard error is read too", async (_title, parts) => {
  expect((await blocks(parts, { besideErrors: true })).at(-1)).toMatch(/^could not judge/);
});
