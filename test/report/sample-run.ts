import type { Finding } from "../../src/check/finding.ts";
import { exitCodeOf } from "../../src/run/exit-code.ts";
import { reproLine } from "../../src/run/repro.ts";
import type { RunEvent } from "../../src/run/run-event.ts";
import { summarise } from "../../src/run/summary.ts";
import { wireOf } from "../../src/run/wire/wire-excerpt.ts";
import type { Trace } from "../../src/trace/trace.ts";

const argv = ["mcpcheck", "run", "server", "--", "node", "my server.js"];

/** A trace of a server that writes hostile text: escapes, markup, a workflow command. */
export const sampleTrace: Trace = {
  subject: { kind: "server", transport: "stdio", command: ["node", "my server.js"], name: "evil\u001B[31m<b>|`", version: "1.0" },
  events: [
    {
      seq: 1,
      at: 0,
      connection: 1,
      kind: "connect",
      transport: "stdio",
      revision: "2025-11-25",
      session: "main",
      capabilities: {},
      target: "node",
    },
    { seq: 2, at: 1, connection: 1, kind: "step", scenario: "tools.basics", verb: "call", tag: "unknown-tool" },
    {
      seq: 3,
      at: 2,
      connection: 1,
      kind: "frame",
      direction: "sent",
      text: '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"nope"}}',
      bytes: 71,
      terminator: "\n",
    },
    {
      seq: 4,
      at: 5.5,
      connection: 1,
      kind: "frame",
      direction: "received",
      text: '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"\u007F\u009B2J<script>alert(1)</script> | ` ]]> "}]}}',
      bytes: 110,
      terminator: "\n",
    },
    { seq: 5, at: 6, connection: 1, kind: "stderr", text: `\u001B[2J${"x".repeat(3000)}\n` },
    { seq: 6, at: 9, connection: 1, kind: "exit", code: 1, signal: null },
  ],
};

function finding(check: string, verdict: Finding["verdict"], message: string, more: Partial<Finding> = {}): Finding {
  const conclusive = verdict === "pass" || verdict === "fail" || verdict === "warn";
  return {
    check,
    title: `The statement of ${check}`,
    level: verdict === "warn" ? "SHOULD" : "MUST",
    revision: "2025-11-25",
    verdict,
    message,
    spec: `https://modelcontextprotocol.io/specification/2025-11-25/server/tools#${check}`,
    advice: "Answer an error, or a result with isError.",
    scenario: conclusive ? "tools.basics" : null,
    evidence: conclusive ? [4] : [],
    promised: conclusive,
    ...more,
  };
}

/** One finding of every kind a report has to tell apart. */
export const sampleFindings: readonly Finding[] = [
  finding("tools.list-shape", "pass", "shown by one wire event"),
  finding("tools.name-rules", "pass", "shown by one wire event"),
  finding("lifecycle.version-supported", "pass", "shown by one wire event"),
  finding("tools.unknown-name", "fail", 'a result saying "\u001B[2Jok"\n::error::gotcha, expected an error', {
    tolerance: "An error response and a result with isError are both accepted.",
  }),
  finding("tools.unknown-name", "fail", 'a result saying "\u001B[2Jok"\n::error::gotcha, expected an error', {
    revision: "2025-06-18",
    spec: "https://modelcontextprotocol.io/specification/2025-06-18/server/tools#error-handling",
  }),
  finding("tools.unknown-name-code", "fail", "code 1.5, expected -32602", { because: "tools.unknown-name" }),
  finding("progress.increases", "fail", "2 after 3 | ]]>", { flaky: { failed: 1, played: 2 } }),
  finding("process.exit-code", "warn", "exited with code 1, expected 0", { level: "PRACTICE", evidence: [5, 6] }),
  finding("jsonrpc.parse-error", "warn", "silence", { inheritedFrom: "@modelcontextprotocol/sdk 1.x" }),
  finding("pagination.unknown-cursor", "warn", "an unknown cursor was accepted", { known: true }),
  finding("tools.slow", "untested", "needs a hint: slow", {}),
  finding("tools.structured-content", "untested", "no tool | declares <i>outputSchema</i>", {
    promised: true,
    scenario: "tools.basics",
  }),
  finding("http.origin", "not-applicable", "does not apply to the stdio transport"),
  finding("http.session", "not-applicable", "does not apply to the stdio transport"),
];

/** A whole run with every kind of event, as a reporter gets it. */
export const sampleRun: readonly RunEvent[] = runOf(sampleFindings);

/** A run over these findings, closed with the summary and exit code that belong to them. */
export function runOf(findings: readonly Finding[]): RunEvent[] {
  const subjectId = "server";
  const stale = [{ entry: { check: "tools.gone" }, why: "no check has this id" }];
  return [
    {
      type: "run.started",
      schemaVersion: 1,
      startedAt: "2026-11-21T12:00:00.000Z",
      tool: { name: "mcpcheck", version: "0.1.0" },
      argv,
      subject: null,
      revisions: "auto",
      seed: 1,
      strict: false,
    },
    {
      type: "subject.described",
      subjectId,
      subject: sampleTrace.subject,
      revisions: ["2025-06-18", "2025-11-25"],
    },
    { type: "subject.planned", subjectId, scenarios: 2 },
    { type: "scenario.finished", subjectId, revision: "2025-11-25", scenario: "tools.basics", skipped: null, ms: 12 },
    {
      type: "scenario.finished",
      subjectId,
      revision: "2025-11-25",
      scenario: "tools.slow",
      skipped: "needs a hint: slow",
      ms: 0,
    },
    { type: "notice", message: "expected-failures.yml: `auth` names nothing mcpcheck judges" },
    ...findings.map((one): RunEvent => ({
      type: "finding",
      subjectId,
      finding: one,
      wire: wireOf(sampleTrace, one),
      repro: reproLine(argv, one),
    })),
    {
      type: "subject.roles",
      subjectId,
      roles: [
        { revision: "2025-06-18", role: "slow", tool: "wait", by: "seen", evidence: 12 },
        { revision: "2025-11-25", role: "slow", tool: "wait", by: "seen", evidence: 40 },
        { revision: "2025-11-25", role: "fails", tool: "evil\u001B[31m<b>|`", by: "hint" },
      ],
    },
    { type: "subject.finished", subjectId, error: null, ms: 1200 },
    {
      type: "run.finished",
      summary: summarise(findings),
      exitCode: exitCodeOf({ findings, error: null, stale, interrupted: null, failOn: "fail" }),
      error: null,
      stale,
      interrupted: null,
      ms: 1234,
    },
  ];
}

/** A run whose subject could not be judged. */
export const brokenRun: readonly RunEvent[] = [
  ...runOf([]).filter((event) => event.type === "run.started"),
  {
    type: "run.finished",
    summary: summarise([]),
    exitCode: 3,
    error: {
      kind: "subject",
      message: "node exited with code 1 before it answered",
      stderrTail: "Error: \u001B[1mboom\u001B[0m\n  at x",
    },
    stale: [],
    interrupted: null,
    ms: 80,
  },
];
