import { describe, expect, it } from "vitest";
import { bytes, eventsOf, found, type RunParts, subject } from "../../../test/report/formats/build.ts";
import { render } from "../../../test/report/render.ts";
import type { Reported } from "../collect-run.ts";
import type { ReporterOptions } from "../reporter.ts";
import { sarifReporter } from "./sarif.ts";

type Told = {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly message: { readonly text: string };
  readonly locations: readonly object[];
  readonly suppressions?: object;
  readonly properties: { readonly wire: readonly object[]; readonly verdict: string };
};
type Run = {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly results: readonly Told[];
  readonly invocations: readonly object[];
};

async function log(parts: RunParts, options: Partial<ReporterOptions> = {}): Promise<Run> {
  const { runs } = JSON.parse(await render(sarifReporter(options), eventsOf(parts))) as { runs: [Run] };
  return runs[0];
}

const flaky = { failed: 1, played: 2 };
const known = true;
const suppressions = [{ kind: "external", justification: "listed in the baseline" }];

it("a document says which form it has, and which program wrote it", async () => {
  const text = await render(sarifReporter(), eventsOf({ findings: [found("tools.a", "pass")] }));
  expect(JSON.parse(text)).toEqual({
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "mcpcheck", version: "0.1.0", informationUri: "https://www.npmjs.com/package/mcpcheck", rules: [] },
        },
        automationDetails: { id: "mcpcheck/server/" },
        columnKind: "utf16CodeUnits",
        invocations: [
          { executionSuccessful: true, exitCode: 0, startTimeUtc: "2026-11-21T12:00:00.000Z", toolExecutionNotifications: [] },
        ],
        results: [],
      },
    ],
  });
  expect(text).toMatch(/^\{\n {2}"\$schema"[^]*\}\n$/);
});

it.each<[string, RunParts, object]>([
  [
    "that broke off before it began says so",
    { started: null, finished: null },
    {
      executionSuccessful: false,
      exitCode: 3,
      toolExecutionNotifications: [{ level: "error", message: { text: "the run broke off before its end" } }],
    },
  ],
  [
    "that could not judge says why, what is stale, and its notes",
    {
      others: [{ type: "notice", message: "a {note}" }],
      finished: {
        error: { kind: "subject", message: "no {answer}", stderrTail: "" },
        stale: [{ entry: { check: "tools.a" }, why: "it {passes}" }],
      },
    },
    {
      executionSuccessful: false,
      exitCode: 3,
      startTimeUtc: "2026-11-21T12:00:00.000Z",
      toolExecutionNotifications: [
        { level: "error", message: { text: "no {{answer}}" } },
        { level: "error", message: { text: "stale baseline entry tools.a: it {{passes}}" } },
        { level: "note", message: { text: "a {{note}}" } },
      ],
    },
  ],
])("a run %s", async (_title, parts, invocation) => {
  expect(await log(parts)).toMatchObject({ invocations: [invocation] });
});

it("a run that broke off before it began was written by no version", async () => {
  expect((await log({ started: null, finished: null })).tool.driver).toMatchObject({ name: "mcpcheck", version: "0.0.0" });
});

describe("a result", () => {
  it("holds what was seen, where, and how to see it again", async () => {
    const wire = [bytes(3, "sent", "{}")];
    const findings = [
      found("tools.a", "fail", { wire, inheritedFrom: "sdk", revision: "2025-11-25" }),
      found("tools.a", "fail", { revision: "2025-06-18" }),
      found("tools.b", "fail", { because: "tools.a" }),
    ];
    const placeOf: ReporterOptions["placeOf"] = () => ({ path: "a b/é.ts", line: 7, length: 12 });
    expect((await log({ findings }, { placeOf })).results).toEqual([
      {
        ruleId: "tools.a",
        ruleIndex: 0,
        kind: "fail",
        level: "error",
        message: {
          text: "fail seen (2025-06-18, 2025-11-25)\n1 finding follows from it: tools.b\nagain: mcpcheck --check tools.a",
        },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "a%20b/%C3%A9.ts" },
              region: { startLine: 7, startColumn: 1, endLine: 7, endColumn: 13 },
            },
            logicalLocations: [{ kind: "module", name: "server", fullyQualifiedName: "echo 2.1 (stdio: node s.js)" }],
          },
        ],
        partialFingerprints: { primaryLocationLineHash: "a277ef79fa740a82:1" },
        properties: { verdict: "fail", revisions: ["2025-06-18", "2025-11-25"], inheritedFrom: "sdk", wire },
      },
    ]);
  });

  it.each<[string, readonly Reported[], object]>([
    ["that failed is an error", [found("tools.a", "fail")], { kind: "fail", level: "error" }],
    ["that is an error of the harness is an error", [found("tools.a", "error")], { kind: "fail", level: "error" }],
    ["that warns is a warning", [found("tools.a", "warn")], { kind: "fail", level: "warning" }],
    ["that is flaky is a warning, though it failed", [found("tools.a", "fail", { flaky })], { kind: "fail", level: "warning" }],
    [
      "that was promised and not exercised is open",
      [found("tools.a", "untested", { promised: true })],
      { kind: "open", level: "none" },
    ],
    ["that is known is suppressed", [found("tools.a", "fail", { known })], { kind: "fail", level: "error", suppressions }],
  ])("%s", async (_title, findings, expected) => {
    const { results } = await log({ findings });
    expect(results).toMatchObject([expected]);
    expect(results[0]?.suppressions).toEqual("suppressions" in expected ? suppressions : undefined);
  });

  it("that is known at one of its revisions only is not suppressed", async () => {
    const findings = [found("tools.a", "fail"), found("tools.a", "fail", { revision: "2025-06-18", known })];
    expect((await log({ findings })).results[0]).not.toHaveProperty("suppressions");
  });

  it.each<[string, Partial<ReporterOptions>, RunParts["subjects"], object]>([
    [
      "in the file that the command of its subject names",
      {},
      [{ subjectId: "other" }, { subject: { ...subject, command: ["node", "lib/s.js"] } }],
      {
        physicalLocation: { artifactLocation: { uri: "lib/s.js" }, region: { startLine: 1, endColumn: 2 } },
        logicalLocations: [{ name: "server", fullyQualifiedName: "echo 2.1 (stdio: node lib/s.js)" }],
      },
    ],
    [
      "named by its subject alone where that was not described, in a line without characters",
      { placeOf: (_subject, id) => ({ path: `${id}.ts`, line: 1, length: 0 }) },
      [],
      {
        physicalLocation: {
          artifactLocation: { uri: "server.ts" },
          region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
        },
        logicalLocations: [{ name: "server", fullyQualifiedName: "server" }],
      },
    ],
  ])("is shown %s", async (_title, options, subjects, location) => {
    const { results } = await log({ findings: [found("tools.a", "fail")], ...(subjects && { subjects }) }, options);
    expect(results[0]?.locations).toMatchObject([location]);
  });

  it("has a rule for its check, which others share", async () => {
    const findings = [
      found("tools.a", "fail"),
      found("tools.b", "fail"),
      found("tools.a", "fail", { subjectId: "other" }),
      found("tools.c", "pass"),
    ];
    const { tool, results } = await log({ findings });
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(["tools.a", "tools.b"]);
    expect(results.map(({ ruleId, ruleIndex }) => [ruleId, ruleIndex])).toEqual([
      ["tools.a", 0],
      ["tools.b", 1],
      ["tools.a", 0],
    ]);
  });

  it("has a thousand characters of what was seen, and all the rest", async () => {
    const findings = [found("tools.a", "fail", { message: "x".repeat(2000) })];
    expect((await log({ findings })).results[0]?.message.text).toBe(`${"x".repeat(998)} …\nagain: mcpcheck --check tools.a`);
  });

  it("has each different thing that was seen in a line of its own", async () => {
    const findings = [found("tools.a", "fail", { message: "one" }), found("tools.a", "fail", { message: "two", revision: "x" })];
    expect((await log({ findings })).results[0]?.message.text).toBe("one (2025-11-25)\ntwo (x)\nagain: mcpcheck --check tools.a");
  });

  it("has its bytes for as long as there is room for them", async () => {
    const half = [bytes(1, "sent", "x".repeat(1_000_000)), bytes(2, "sent", "x".repeat(500_000))];
    const findings = ["a.a", "a.b", "a.c", "a.d"].map((check, index) =>
      found(check, "fail", { wire: [half, half, [bytes(1, "sent", "x")], []][index] ?? [] }),
    );
    expect((await log({ findings })).results.map(({ properties }) => properties.wire.length)).toEqual([2, 2, 0, 0]);
  });

  it("counts against the run as the run says", async () => {
    const findings = [found("tools.a", "untested"), found("tools.b", "warn")];
    const order = async (failOn: "fail" | "untested"): Promise<readonly string[]> =>
      (await log({ findings, started: { failOn } })).results.map(({ ruleId }) => ruleId);
    expect(await order("fail")).toEqual(["tools.b"]);
    expect(await order("untested")).toEqual(["tools.a", "tools.b"]);
  });

  it.each([
    ["five thousand are all told", 5000, undefined],
    ["one more is counted", 5001, "1 more result, the least grave one, is in the other reports only"],
  ])("of many %s", async (_title, count, note) => {
    const findings = Array.from({ length: count }, (_, index) => found("tools.a", "fail", { subjectId: `${index}` }));
    const run = await log({ findings });
    expect(run.results).toHaveLength(5000);
    const notes = note === undefined ? [] : [{ level: "note", message: { text: note } }];
    expect(run.invocations).toMatchObject([{ toolExecutionNotifications: notes }]);
  });
});
