// What users write, compiled against the packed package: it need not run.
import { type CapturedRequest, calls, type Clock, mcpHandlers, modelHandlers, says } from "mcpcheck/msw";
import { setupServer } from "msw/node";

const clock: Clock = { now: () => 0, setTimeout: () => () => undefined };
const model = modelHandlers(calls("search").then(says("Found some.")), {
  api: "openai",
  baseUrl: "https://api.openai.com/v1",
  clock,
});
await using server = mcpHandlers("echo", { url: "https://example.com/mcp", revision: "2026-07-28" });
setupServer(...model, ...server).listen();
export const asked: readonly CapturedRequest[] = model.requests;
export const called: number = server.received("tools/call").length;
server.notify("notifications/message", { level: "info", data: "hello" });
model.close();

// @ts-expect-error an address is needed
mcpHandlers("echo", {});
// @ts-expect-error there is no such wire
modelHandlers("say", { api: "telex", baseUrl: "https://example.com" });
