import { expect, it } from "vitest";
import { tapReporter } from "../../../src/report/tap.ts";
import type { Reported } from "../../../src/report/collect-run.ts";
import type { FailOn } from "../../../src/run/fail-on.ts";
import { render } from "../render.ts";
import { eventsOf, found } from "./build.ts";

const flaky = { failed: 1, played: 3 };
const name = "tools.a at 2025-11-25: Statement of tools.a";

it.each<[string, Reported, string, FailOn?]>([
  ["what passed is good", found("tools.a", "pass"), `ok 1 - ${name}`],
  ["what failed is not good", found("tools.a", "fail"), `not ok 1 - ${name}`],
  ["a warning is good", found("tools.a", "warn"), `ok 1 - ${name}`],
  ["a warning is not good where warnings count", found("tools.a", "warn"), `not ok 1 - ${name}`, "warn"],
  ["an error of the harness is not good", found("tools.a", "error"), `not ok 1 - ${name}`],
  [
    "what follows from another finding is skipped",
    found("tools.a", "fail", { because: "tools.b" }),
    `ok 1 - ${name} # SKIP follows from tools.b`,
  ],
  [
    "what follows from another finding is skipped also where the baseline lists it",
    found("tools.a", "fail", { because: "tools.b", known: true }),
    `ok 1 - ${name} # SKIP follows from tools.b`,
  ],
  [
    "a failure that the baseline lists is one to be mended",
    found("tools.a", "fail", { known: true }),
    `not ok 1 - ${name} # TODO known, listed in the baseline`,
  ],
  [
    "a warning that the baseline lists is good, and one to be mended",
    found("tools.a", "warn", { known: true }),
    `ok 1 - ${name} # TODO known, listed in the baseline`,
    "warn",
  ],
  [
    "a promise not kept that the baseline lists is one to be mended",
    found("tools.a", "untested", { known: true, promised: true }),
    `ok 1 - ${name} # TODO known, listed in the baseline`,
  ],
  [
    "a failure that passed when it was played again is one to be mended, with how often it failed",
    found("tools.a", "fail", { flaky }),
    `not ok 1 - ${name} # TODO flaky: failed 1 time of 3, and passed then`,
  ],
  [
    "a failure that passed when it was played again is not good where warnings count, without an excuse",
    found("tools.a", "fail", { flaky }),
    `not ok 1 - ${name}`,
    "warn",
  ],
  [
    "a failure both known and flaky is called known",
    found("tools.a", "fail", { flaky, known: true }),
    `not ok 1 - ${name} # TODO known, listed in the baseline`,
  ],
  [
    "what was not exercised is skipped with its reason",
    found("tools.a", "untested", { message: "no tool" }),
    `ok 1 - ${name} # SKIP untested: no tool`,
  ],
  ["a promise not kept is not good", found("tools.a", "untested", { promised: true }), `not ok 1 - ${name}`],
  [
    "what does not apply is skipped with its reason",
    found("tools.a", "not-applicable", { message: "no HTTP" }),
    `ok 1 - ${name} # SKIP not-applicable: no HTTP`,
  ],
  [
    "what a server wrote begins no directive and no escape",
    found("tools.a", "untested", { title: "a # b", message: "c\\d # TODO e" }),
    "ok 1 - tools.a at 2025-11-25: a \\# b # SKIP untested: c\\\\d \\# TODO e",
  ],
])("%s", async (_title, finding, line, failOn: FailOn = "fail") => {
  const text = await render(tapReporter(), eventsOf({ findings: [finding], started: { failOn } }));
  const [, , point, ...rest] = text.split("\n");
  expect(point).toBe(line);
  const told = finding.verdict === "pass" || finding.verdict === "not-applicable";
  const block = [
    "  ---",
    `  verdict: "${finding.verdict}"`,
    '  level: "MUST"',
    `  message: ${JSON.stringify(finding.message)}`,
    '  spec: "https://spec.example/tools.a"',
    '  repro: "mcpcheck --check tools.a"',
    "  ...",
  ];
  expect(rest).toEqual([...(told ? [] : block), ""]);
});

it("notes stand before the points, entries of the baseline that hold no more after them, and the plan counts both", async () => {
  const text = await render(
    tapReporter(),
    eventsOf({
      findings: [found("tools.a", "pass"), found("tools.b", "pass")],
      others: [{ type: "notice", message: "one\nnote" }],
      finished: {
        stale: [
          { entry: { check: "tools.c" }, why: "it passes" },
          { entry: { check: "tools.d" }, why: "it is gone" },
        ],
      },
    }),
  );
  expect(text.split("\n")).toEqual([
    "TAP version 14",
    "1..4",
    "# one\\nnote",
    "ok 1 - tools.a at 2025-11-25: Statement of tools.a",
    "ok 2 - tools.b at 2025-11-25: Statement of tools.b",
    "not ok 3 - stale baseline entry tools.c",
    "  ---",
    '  message: "it passes"',
    "  ...",
    "not ok 4 - stale baseline entry tools.d",
    "  ---",
    '  message: "it is gone"',
    "  ...",
    "",
  ]);
});

it.each([
  ["broke off says so", null, "Bail out! the run broke off before its end\n"],
  [
    "could not be judged says why",
    { error: { kind: "subject", message: "it said\nnothing", stderrTail: "" } },
    "Bail out! it said\\nnothing\n",
  ],
] as const)("a run that %s, at its end", async (_title, finished, end) => {
  expect(await render(tapReporter(), eventsOf({ finished }))).toBe(`TAP version 14\n1..0\n${end}`);
});
