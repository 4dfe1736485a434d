import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createMockServer } from "../../src/mock/mock-server.ts";
import { loadMock } from "../../src/mock/script/load-script.ts";
import { serveHttp } from "../../src/mock/serve/http/serve-http.ts";
import { systemWorld } from "../../src/mock/world/system-world.ts";
import { fakeModel, serveHost } from "./serving.ts";

type Line = { readonly seq: number; readonly at: number; readonly kind: string; readonly key?: string };

/** A folder with a configuration that names one server, whose tool may change something. */
async function configured(): Promise<{ readonly folder: string; readonly config: string }> {
  const answers = { content: [{ type: "text", text: "changed" }] };
  const tools = [{ name: "change", description: "Changes something", inputSchema: { type: "object" as const }, answers }];
  const mock = createMockServer(
    { ...loadMock("reference", process.cwd()), tools },
    systemWorld("http", () => undefined),
  );
  const served = await serveHttp(mock, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => served.close());
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = join(folder, "servers.json");
  const headers = { Authorization: "Bearer planted-token" };
  writeFileSync(config, JSON.stringify({ mcpServers: { s: { url: served.url, headers } } }));
  return { folder, config };
}

test(
  "BX-032: serve host keeps what it does in a file, without secrets, and says a refusal once with its key",
  { timeout: 60_000 },
  async () => {
    const { folder, config } = await configured();
    const call = { calls: [{ name: "s:change", arguments: {} }] };
    const model = await fakeModel([call, call, { say: "done" }]);
    const trace = join(folder, "t.jsonl");
    const served = await serveHost(["--config", config, "--model-url", model, "--set", "tools.exposure=eager", "--trace", trace]);
    const response = await fetch(`${served.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "test", messages: [{ role: "user", content: "go" }] }),
    });
    expect(response.status).toBe(200);
    await served.stop();
    const text = readFileSync(trace, "utf8");
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_line, index) => index + 1));
    expect(lines.every(({ at }, index) => at >= (lines[index - 1]?.at ?? 0))).toBe(true);
    const kinds = [
      "service-initialized",
      "wire",
      "tools-listed",
      "tools-created",
      "tools-loaded",
      "model-request",
      "model-answer",
      "call",
      "decision",
      "result",
      "end",
    ];
    expect(kinds.filter((kind) => !lines.some((line) => line.kind === kind))).toEqual([]);
    expect(lines.filter(({ kind, key }) => kind === "decision" && key === "policy.approval.when")).toHaveLength(2);
    expect(text).not.toContain("planted-token");
    expect(served.stderr().match(/the call of s:change was refused: .*policy\.approval\.when=… decides that/g)).toHaveLength(1);
  },
);
