import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes a server of one tool into a folder as `server.mjs`: it needs no package. */
export function writeTrivialServer(folder: string): void {
  writeFileSync(
    join(folder, "server.mjs"),
    `import { createInterface } from "node:readline";
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const tools = [{ name: "add", description: "Adds.", inputSchema: { type: "object", properties: { a: { type: "number" } } } }];
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: ["2025-06-18", "2025-11-25"].includes(protocolVersion) ? protocolVersion : "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "trivial", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools }),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return send({ id: null, error: { code: -32700, message: "Parse error" } });
  }
  const { id, method, params = {} } = message ?? {};
  if (id !== undefined && typeof method !== "string" && !("result" in message || "error" in message))
    return send({ id, error: { code: -32600, message: "Invalid Request" } });
  if (id === undefined || method === undefined) return;
  const answer = answers[method];
  send(answer === undefined ? { id, error: { code: -32601, message: "Method not found" } } : { id, result: answer(params) });
});
`,
  );
}
