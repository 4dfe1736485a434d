import { afterEach, expect, test } from "vitest";
import type { Finding } from "../../check/finding.ts";
import { createMockServer } from "../../mock/mock-server.ts";
import { parseScript } from "../../mock/script/load-script.ts";
import type { MockScript } from "../../mock/script/script.ts";
import { serveHttp } from "../../mock/serve/http/serve-http.ts";
import { systemWorld } from "../../mock/world/system-world.ts";
import { openInProcessStdio } from "../../run/proof/in-process-stdio.ts";
import type { ServerTarget } from "../../run/server/server-target.ts";
import type { SubjectEvent } from "../../run/subject-job.ts";
import { createPace } from "../../session/pace.ts";
import { createRecorder } from "../../trace/recorder.ts";
import { type ClientTransport, defaultLimits } from "../../transport/client-transport.ts";
import { systemClock } from "../../base/time/clock.ts";
import { openHttp } from "../../transport/http/http.ts";
import { fuzzChecks } from "./fuzz-checks.ts";
import { fuzzJob } from "./fuzz-job.ts";

const cleanup: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanup.splice(0)) await close();
});

const target: ServerTarget = { transport: "stdio", command: "mock", args: [], cwd: "/", env: {} };
const url = "http://127.0.0.1/mcp";

const tools = [
  {
    name: "find",
    description: "Finds",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string" },
        limit: { type: "integer", minimum: 1, maximum: 50 },
        mode: { enum: ["fast", "deep"] },
      },
      required: ["query"],
    },
    annotations: { readOnlyHint: true },
    answers: { echo: true },
  },
  {
    name: "erase",
    description: "Erases",
    inputSchema: { type: "object", properties: { query: { type: "string" } } },
    answers: { echo: true },
  },
];

/** A mock with a tool that reads and one that does not, and rules that make it odd. */
function script(...rules: object[]): MockScript {
  return parseScript({ id: "odd", title: "Odd", serverInfo: { name: "odd", version: "1" }, tools, rules }, "odd.json");
}

type Fuzzed = {
  readonly findings: readonly Finding[];
  readonly accused: readonly Finding[];
  readonly repro: readonly string[];
  readonly notices: readonly string[];
  readonly sent: readonly string[];
};

type Options = { readonly runs?: number; readonly seed?: number; readonly path?: string; readonly http?: true };

/** Fuzzes a script within this process. */
async function fuzz(mock: MockScript, { runs = 200, seed = 7, path, http }: Options = {}): Promise<Fuzzed> {
  const recorder = createRecorder({ kind: "server", transport: http === undefined ? "stdio" : "http" }, systemClock.now);
  const world = systemWorld(http === undefined ? "stdio" : "http", () => undefined);
  const listening =
    http === undefined ? undefined : await serveHttp(createMockServer(mock, world), { host: "127.0.0.1", port: 0 });
  if (listening !== undefined) cleanup.push(listening.close);
  const open = (connection: number): ClientTransport =>
    listening === undefined
      ? openInProcessStdio({ script: mock, world, recorder, connection, limits: defaultLimits })
      : openHttp({ url: listening.url, recorder, connection });
  const events: SubjectEvent[] = [];
  const job = fuzzJob(
    {
      id: "odd",
      target: http === undefined ? target : { transport: "http", url, headers: {} },
      wanted: ["2025-11-25"],
      checks: fuzzChecks,
      runs,
      seed,
      path,
      budgetMs: 30_000,
      argv: ["mcpcheck", "fuzz", "server", "--", "odd"],
      keepTrace: () => undefined,
      stderrTail: () => "",
    },
    (stop) => ({
      recorder,
      clock: systemClock,
      limits: defaultLimits,
      identity: { name: "mcpcheck", version: "0.0.0" },
      open,
      target: "odd",
      timeoutMs: 200,
      startTimeoutMs: 5000,
      pace: createPace({ timeoutMs: 200, startTimeoutMs: 5000 }),
      allowWrites: false,
      hints: {},
      rootUri: "file:///",
      stop,
    }),
  );
  for await (const event of job.events(new AbortController().signal)) events.push(event);
  expect(events.at(-1)).toMatchObject({ type: "subject.finished", error: null });
  const found = events.filter((event) => event.type === "finding");
  const accusing = found.filter(({ finding }) => finding.verdict === "fail" || finding.verdict === "warn");
  return {
    findings: found.map(({ finding }) => finding),
    accused: accusing.map(({ finding }) => finding),
    repro: accusing.map(({ repro }) => repro),
    notices: events.flatMap((event) => (event.type === "notice" ? [event.message] : [])),
    sent: recorder.trace().events.flatMap((event) => (event.kind === "frame" && event.direction === "sent" ? [event.text] : [])),
  };
}

test("a well-behaved server is not accused, and only its tools that read are called", async () => {
  const { accused, findings, sent, notices } = await fuzz(script());
  expect(accused).toEqual([]);
  expect(findings.find(({ check }) => check === "process.survives-input")).toMatchObject({ verdict: "pass" });
  expect(findings.find(({ check }) => check === "jsonrpc.odd-request-answered")).toMatchObject({ verdict: "pass" });
  expect(sent.some((text) => text.includes('"name":"find"'))).toBe(true);
  expect(sent.some((text) => text.includes('"name":"erase"'))).toBe(false);
  expect(notices).toEqual([expect.stringContaining("200 inputs, 1 tool to call")]);
});

test("a server that dies of one odd input is found, with the smallest input that kills it, and replayed by its path", async () => {
  const deadly = script({ on: "tools/call", when: { params: { arguments: { limit: 0 } } }, do: [{ exit: 1 }] });
  const { accused, repro } = await fuzz(deadly);
  expect(accused.map(({ check, verdict }) => [check, verdict])).toEqual([["process.survives-input", "fail"]]);
  expect(accused[0]?.message).toContain(
    'exit code 1), after one odd argument: tools/call {"name":"find","arguments":{"query":"","limit":0}}',
  );
  const [, seed, path] = /--seed (\d+) --path ([\d:]+) -- odd$/.exec(repro[0] ?? "") ?? [];
  const again = await fuzz(deadly, { seed: Number(seed), path: path ?? "" });
  expect(again.accused.map(({ message }) => message.split(" (seed")[0])).toEqual(
    accused.map(({ message }) => message.split(" (seed")[0]),
  );
  expect(again.sent.filter((text) => text.includes("tools/call")).length).toBeLessThan(6);
});

test("the same seed sends the same inputs", async () => {
  const first = await fuzz(script(), { runs: 40, seed: 11 });
  const second = await fuzz(script(), { runs: 40, seed: 11 });
  expect(second.sent).toEqual(first.sent);
  expect((await fuzz(script(), { runs: 40, seed: 12 })).sent).not.toEqual(first.sent);
});

test.each([
  [
    "process.survives-input",
    { on: "notifications/cancelled", when: { params: { requestId: -1 } }, do: [{ exit: 3 }] },
    "exit code 3",
  ],
  [
    "process.survives-input",
    { on: "tools/call", when: { params: { arguments: { limit: 0 } } }, do: [{ drop: true }] },
    "exit code 0",
  ],
  [
    "jsonrpc.odd-request-answered",
    { on: "tools/list", when: { params: { cursor: "" } }, do: [{ omit: true }] },
    '"tools/list" {"cursor":""}',
  ],
  [
    "stdio.clean-in-operation",
    { on: "tools/call", when: { params: { arguments: { mode: null } } }, do: [{ write: "oops\n" }] },
    '"mode":null}}',
  ],
  [
    "jsonrpc.response-id",
    { on: "tools/call", when: { lacks: "/arguments" }, do: [{ patch: [{ op: "replace", path: "/id", value: "zzz" }] }] },
    'tools/call {"name":"find"}',
  ],
])("%s accuses, with the input that shows it", async (check, rule, input) => {
  const { accused } = await fuzz(script(rule));
  const [first] = accused.filter((finding) => finding.check === check);
  expect(first).toMatchObject({ verdict: "fail" });
  expect(first?.message).toContain(input);
  expect(first?.evidence.length).toBeGreaterThan(0);
});

test("a silence that does not come again accuses nobody, and is told", async () => {
  const { accused, notices } = await fuzz(script({ on: "ping", when: { nth: 20 }, do: [{ omit: true }] }), { runs: 60 });
  expect(accused).toEqual([]);
  expect(notices[0]).toContain("1 silence did not come again and accuses nobody");
});

test("over HTTP an exchange that breaks is not a death of the server", async () => {
  const clean = await fuzz(script(), { runs: 60, http: true });
  expect(clean.accused).toEqual([]);
  const { accused } = await fuzz(
    script({ on: "tools/call", when: { params: { arguments: { limit: 0 } } }, do: [{ drop: true }] }),
    { http: true },
  );
  expect(accused).toEqual([]);
});
