import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { echoCommand } from "./bench-servers.ts";

/** The echo server, called with nothing in between but its wire: what a call takes is the tool's own time. */
export type BareServer = {
  readonly call: () => Promise<void>;
  readonly close: () => void;
};

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

/** The echo server as a process, behind its pipes. */
export async function openBareProcess(): Promise<BareServer> {
  const [command, ...args] = echoCommand;
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exchange = async (message: object): Promise<void> => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    const { done, value } = await lines.next();
    if (done === true || !value.includes('"result"')) throw new Error("the server ended or refused");
  };
  let id = 0;
  await exchange(handshake);
  child.stdin.write(`${JSON.stringify(initialized)}\n`);
  return { call: () => exchange(call(++id)), close: () => void child.kill("SIGKILL") };
}

/** The echo server at a URL, behind one connection that is kept. */
export async function openBareUrl(url: string): Promise<BareServer> {
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
  let id = 0;
  await exchange(handshake);
  await exchange(initialized);
  return { call: () => exchange(call(++id)), close: () => agent.destroy() };
}
