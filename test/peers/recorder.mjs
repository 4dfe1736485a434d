// A hand-written stdio server that writes to a file what was asked of it: for tests of what mcpcheck itself does.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [log] = process.argv.slice(2);
const note = (entry) => appendFileSync(log, `${JSON.stringify(entry)}\n`);
note({ pid: process.pid, cwd: process.cwd(), env: process.env });

const object = { type: "object" };
const tools = [
  {
    name: "look",
    description: "reads",
    inputSchema: { ...object, properties: { what: { type: "string" } }, required: ["what"] },
    annotations: { readOnlyHint: true },
  },
  { name: "erase", description: "destroys", inputSchema: object, annotations: { destructiveHint: true } },
  { name: "mystery", description: "says nothing of itself", inputSchema: object },
];

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "recorder", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools }),
  "tools/call": ({ name }) => {
    note({ called: name });
    return { content: [{ type: "text", text: `token is ${process.env.PEER_TOKEN}` }] };
  },
};

process.stderr.write(`started with ${process.env.PEER_TOKEN}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    continue;
  }
  if (message.id === undefined || typeof message.method !== "string") continue;
  const answer = answers[message.method];
  const body =
    answer === undefined ? { error: { code: -32601, message: "Method not found" } } : { result: answer(message.params ?? {}) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body })}\n`);
}
