import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import { afterAll, expect, test } from "vitest";
import { systemWorld } from "../../src/host/config/world/system-world.ts";
import { post, servedHost } from "../host/served-host.ts";
import { isGone } from "../transport/opened-stdio.ts";

const folder = mkdtempSync(join(tmpdir(), "mcpcheck-processes-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A server that writes down its process id, and keeps its one call waiting. */
const program = join(folder, "server.mjs");
writeFileSync(
  program,
  `import { appendFileSync } from "node:fs";
appendFileSync(process.argv[2], process.pid + "\\n");
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
let rest = "";
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    if (method === "initialize") answer(id, { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } });
    else if (method === "tools/list") answer(id, { tools: [{ name: "wait", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }] });
    else if (id !== undefined && method !== "tools/call") process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }) + "\\n");
  }
});
process.stdin.on("end", () => process.exit());
`,
);

function bringing(pids: string, more: object): object {
  const mcp_servers = [{ name: "s", command: execPath, args: [program, pids] }];
  return { model: "m", messages: [{ role: "user", content: "go" }], stream: false, mcp_servers, ...more };
}

const alive = (pids: string): number =>
  readFileSync(pids, "utf8")
    .split("\n")
    .filter((pid) => pid !== "" && !isGone(Number(pid))).length;

test("sessions that nobody uses keep no more processes than may run", async () => {
  const pids = join(folder, "idle");
  const discover = { calls: [{ name: "mcp_discover", arguments: { pattern: "*" } }] };
  const { url } = await servedHost({
    world: systemWorld(process.env),
    set: ["limits.maxProcesses=2"],
    turns: [discover, { say: "ok" }],
  });
  for (const session_id of ["a", "b", "c", "d"]) {
    const { status, text } = await post(`${url}/api/chat`, bringing(pids, { session_id, include_tool_results: true }));
    expect([status, text]).toEqual([200, expect.stringContaining("s:wait")]);
    expect(alive(pids)).toBeLessThanOrEqual(2);
  }
  expect(readFileSync(pids, "utf8").trim().split("\n")).toHaveLength(4);
});

test("where all are in use, a request that brings servers is told to come again, in the words of its API", async () => {
  const pids = join(folder, "busy");
  const { url, host } = await servedHost({
    world: systemWorld(process.env),
    set: ["limits.maxProcesses=1", "tools.exposure=eager"],
    turns: [{ calls: [{ name: "s:wait", arguments: {} }] }],
  });
  const leaving = new AbortController();
  const first = fetch(`${url}/api/chat`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(bringing(pids, {})),
    signal: leaving.signal,
  }).catch(() => undefined);
  await expect.poll(() => host.servers().map(({ status }) => status), { timeout: 120_000 }).toEqual(["active"]);
  const answers = [
    await post(`${url}/api/chat`, bringing(pids, {})),
    await post(`${url}/v1/chat/completions`, bringing(pids, {})),
    await post(`${url}/api/tools/search`, bringing(pids, {})),
  ];
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(JSON.parse(answers[0]?.text ?? "")).toEqual({ error: expect.stringContaining("try again later") });
  expect(JSON.parse(answers[1]?.text ?? "")).toMatchObject({ error: { type: "api_error" } });
  leaving.abort();
  await first;
});
