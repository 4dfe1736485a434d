// A server that is right but for one thing: whatever is not a message ends its process, as in SDKs that leave their reading loop there.
import { createInterface } from "node:readline";

const parsed = (line) => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const results = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "ends-at-garbage", version: "1.0.0" },
  },
  ping: {},
  "tools/list": { tools: [] },
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = parsed(line);
  if (message?.jsonrpc !== "2.0" || message.id === null) process.exit(0);
  if (message.method === undefined || message.id === undefined) continue;
  const result = results[message.method];
  const outcome = result === undefined ? { error: { code: -32601, message: "Method not found" } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, ...outcome })}\n`);
}
