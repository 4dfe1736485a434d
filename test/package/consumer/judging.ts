// What users write, compiled against the packed package: it need not run.
import {
  checks,
  compare,
  countToolTokens,
  diffSurface,
  explain,
  judgeServer,
  judgeTrace,
  listTools,
  McpcheckError,
  surface,
} from "mcpcheck";
import type { Comparison, Report, Surface, SurfaceDiff, ToolCosts, Trace } from "mcpcheck";
import { describeServer as describeForNode } from "mcpcheck/node-test";
import { describeServer, mcpMatchers, test } from "mcpcheck/vitest";
import { expect } from "vitest";

const target = { command: "node", args: ["build/index.js"], cwd: ".", env: { API_KEY: "dummy" } };
const traces: Trace[] = [];
const report: Report = await judgeServer(target, {
  spec: ["2025-11-25", "2026-07-28"],
  env: process.env,
  hints: { slow: { tool: "wait", arguments: { seconds: 2 } } },
  onTrace: (trace) => traces.push(trace),
});
export const failing: string[] = report.findings.filter(({ verdict }) => verdict === "fail").map(({ check }) => check);
export const passed: number = report.summary.pass;
for (const trace of traces) await judgeTrace(trace, { check: "tools.*" });
export const titles: string[] = checks.map(({ id, title, level }) => `${level} ${id}: ${title} ${explain(id).advice}`);
export const tools: unknown[] = (await listTools({ url: "http://127.0.0.1:3001/mcp" })).map((tool) => tool["name"]);
const was: Surface = await surface(target, { spec: "2025-11-25", timeoutMs: 5000 });
const changed: SurfaceDiff = diffSurface(was, await surface("…", { name: "mcp-surface.json" }));
export const broken: string[] = changed.changes.filter(({ kind }) => kind === "breaking").map(({ what }) => what);
export const heaviest: string | undefined = (await countToolTokens(was))[0]?.tools[0]?.name;
export const counted: readonly ToolCosts[] = await countToolTokens(await listTools(target));
const difference: Comparison = compare(report, "{}");
export const fixed: number = difference.worse ? 0 : difference.fixed.length;
await judgeServer(target, { providers: ["gemini"] });
export const tail = (error: unknown): string | undefined => (error instanceof McpcheckError ? error.stderrTail : undefined);

expect.extend(mcpMatchers);
describeServer(target, { name: "mine", strict: true });
describeForNode(async () => target);
test("conforms", async ({ mockServer }) => {
  const server = await mockServer("echo", { transport: "http" });
  await expect({ url: server.url }).toConform({ check: "tools.*" });
  await expect(target).toListTool("echo");
  await expect(target).toMatchToolSurface("tools.json");
});

// @ts-expect-error a target has a command or a URL
await judgeServer({ program: "node" });
// @ts-expect-error a surface is not of a report
await surface(report);
// @ts-expect-error there is no such revision
await judgeServer(target, { spec: "2020-01-01" });
