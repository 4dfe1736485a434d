import { expect, test } from "vitest";
import type { Finding } from "../../check/finding.ts";
import type { RunFinished } from "../../run/run-event.ts";
import type { Summary } from "../../run/summary.ts";
import { summaryLine } from "./summary-line.ts";

const none: Summary = { pass: 0, fail: 0, warn: 0, untested: 0, notApplicable: 0, error: 0, known: 0, consequences: 0 };
const passed = { verdict: "pass" } as Finding;
const promised = { verdict: "untested", promised: true } as Finding;
const knownFail = { verdict: "fail", known: true } as Finding;
const ended = (exitCode: number | null, more: object = {}): RunFinished =>
  ({ type: "run.finished", ms: 1500, exitCode, stale: [], interrupted: null, error: null, ...more }) as unknown as RunFinished;
const counts = "0 failed, 0 warned, 1 passed, 0 untested, 0 not applicable";

test.each([
  ["nothing was judged", none, [], ended(0), "conforms in 1.5 s"],
  ["nothing was judged, and it failed", none, [], ended(1), "failed in 1.5 s"],
  ["nothing changed", { ...none, unchanged: 3 }, [], ended(0), "nothing changed: 3 verdicts as they were in 1.5 s"],
  ["nothing is told, though it failed", { ...none, unchanged: 3 }, [], ended(1), "failed in 1.5 s"],
  ["it broke off", { ...none, unchanged: 3 }, [], undefined, "could not judge"],
  ["all is well", { ...none, pass: 1 }, [passed], ended(0), `conforms: ${counts} in 1.5 s`],
  ["it was wrongly asked", { ...none, pass: 1 }, [passed], ended(2), `usage error: ${counts} in 1.5 s`],
  [
    "it was stopped",
    { ...none, pass: 1 },
    [passed],
    ended(3, { interrupted: "SIGINT" }),
    `interrupted by SIGINT: ${counts} in 1.5 s`,
  ],
  [
    "what fails is known",
    { ...none, fail: 2, known: 2 },
    [knownFail, knownFail],
    ended(0),
    "nothing new: 2 failed, 0 warned, 0 passed, 0 untested, 0 not applicable, 2 known in 1.5 s",
  ],
  [
    "what warns is known",
    { ...none, warn: 1, known: 1 },
    [{ verdict: "warn", known: true } as Finding],
    ended(0),
    "conforms: 0 failed, 1 warned, 0 passed, 0 untested, 0 not applicable, 1 known in 1.5 s",
  ],
  [
    "a promise that was not kept is known",
    { ...none, untested: 1, known: 1 },
    [{ ...promised, known: true }],
    ended(0),
    "nothing new: 0 failed, 0 warned, 0 passed, 1 untested, 0 not applicable, 1 known in 1.5 s",
  ],
  [
    "what was not promised is not tested, and known",
    { ...none, untested: 1, known: 1 },
    [{ verdict: "untested", promised: false, known: true } as Finding],
    ended(0),
    "conforms: 0 failed, 0 warned, 0 passed, 1 untested, 0 not applicable, 1 known in 1.5 s",
  ],
  [
    "a promise was not kept, which does not count, and a warning is known",
    { ...none, untested: 1, warn: 1, known: 1 },
    [promised, { verdict: "warn", known: true } as Finding],
    ended(0),
    "conforms: 0 failed, 1 warned, 0 passed, 1 untested (1 promised), 0 not applicable, 1 known in 1.5 s",
  ],
  [
    "much happened",
    { ...none, fail: 3, flaky: 1, error: 1, consequences: 4, unchanged: 5 },
    [passed],
    ended(1, { stale: [1, 2] }),
    "failed: 2 failed, 1 flaky, 0 warned, 0 passed, 0 untested, 0 not applicable, 1 harness error, 4 following from these, 5 unchanged, 2 stale baseline entries in 1.5 s",
  ],
  [
    "some failed only once",
    { ...none, fail: 1, flaky: 1 },
    [passed],
    ended(0),
    "flaky: 0 failed, 1 flaky, 0 warned, 0 passed, 0 untested, 0 not applicable in 1.5 s",
  ],
] as const)("%s", (_what, summary, findings, finished, line) => {
  expect(summaryLine(summary, findings, finished)).toBe(line);
});
