// A host with the classic mistakes: the next line is the answer, nothing is matched, servers are left behind.
// argv: configuration file, tool, arguments as JSON.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file, name, given] = process.argv.slice(2);
const [{ command, args }] = Object.values(JSON.parse(readFileSync(file, "utf8")).mcpServers);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], detached: true });
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
let id = 0;
const ask = async (method, params) => {
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params })}\n`);
  const { value } = await lines.next();
  return JSON.parse(value);
};
await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "naive", version: "1" } });
child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
const { result } = await ask("tools/call", { name, arguments: JSON.parse(given) });
console.log(result.content[0].text);
child.unref();
process.exit(0);
