// vitest: a test for each check of a server, matchers, and mock servers that are closed when a test is over.
import { describeServer, mcpMatchers, test } from "mcpcheck/vitest";
import { calls } from "mcpcheck/model";
import { expect } from "vitest";

expect.extend(mcpMatchers);

// Yours would be { command: "node", args: ["build/index.js"], cwd: "." }; this one is a mock.
const mine = { command: "node", args: ["node_modules/mcpcheck/bin/mcpcheck.js", "serve", "mock", "echo"] };
describeServer(mine, { spec: "2025-11-25", check: "lifecycle.*" });

test("it lists its tools", { timeout: 60_000 }, async () => {
  await expect(mine).toListTool("echo");
  await expect(mine).not.toListTool("shout");
  await expect(mine).toMatchToolSurface("tools.json");
});

test("a server over HTTP conforms", { timeout: 60_000 }, async ({ mockServer }) => {
  const server = await mockServer("echo", { transport: "http" });
  await expect({ url: server.url }).toConform({ spec: "2025-11-25", check: "tools.*" });
  expect(server.received("tools/call").length).toBeGreaterThan(0);
});

test("a fake model is asked", async ({ fakeModel }) => {
  const model = await fakeModel(calls("search", { query: "cats" }));
  const body = JSON.stringify({ model: "any", messages: [{ role: "user", content: "cats, please" }], stream: false });
  const answer = await fetch(`${model.url}/api/chat`, { method: "POST", body });
  expect((await answer.json()).message.tool_calls[0].function.name).toBe("search");
  expect(model.requests).toHaveLength(1);
});
