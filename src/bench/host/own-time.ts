import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { median } from "../statistics.ts";
import { echoCommand } from "./bench-servers.ts";

/** How many calls are timed one by one; their median is the tool's own time. */
const calls = 200;

const handshake = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "0" } },
};
const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
const call = (id: number): object => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "echo", arguments: { text: `call ${id}` } },
});

/** Median milliseconds of one call of the echo server as a process, asked with nothing in between but its pipes. */
export async function bareStdioCallMs(): Promise<number> {
  const [command, ...args] = echoCommand;
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exchange = async (message: object): Promise<void> => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    const { done, value } = await lines.next();
    if (done === true || !value.includes('"result"')) throw new Error("the server ended or refused");
  };
  try {
    await exchange(handshake);
    child.stdin.write(`${JSON.stringify(initialized)}\n`);
    return await timed((id) => exchange(call(id)));
  } finally {
    child.kill("SIGKILL");
  }
}

/** Median milliseconds of one call of the echo server at a URL, asked with nothing in between but a kept connection. */
export async function bareHttpCallMs(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let session: string | undefined;
  const exchange = (message: object): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
        ...(session === undefined ? {} : { "mcp-session-id": session }),
      };
      const sent = request(url, { method: "POST", agent, headers }, (response) => {
        session ??= response.headers["mcp-session-id"]?.toString();
        response.resume();
        response.once("error", reject);
        response.once("end", () => {
          if ((response.statusCode ?? 500) < 300) resolve();
          else reject(new Error(`the server answered ${response.statusCode}`));
        });
      });
      sent.once("error", reject);
      sent.end(JSON.stringify(message));
    });
  try {
    await exchange(handshake);
    await exchange(initialized);
    return await timed((id) => exchange(call(id)));
  } finally {
    agent.destroy();
  }
}

async function timed(once: (id: number) => Promise<void>): Promise<number> {
  const values: number[] = [];
  for (let id = 1; id <= calls; id += 1) {
    const began = performance.now();
    await once(id);
    values.push(performance.now() - began);
  }
  return median(values.slice(calls / 4)); // the first ones warm the server up
}
