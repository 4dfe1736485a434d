import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../src/run/free-port.ts";

/** A real third-party server that mcpcheck is tried on. */
export type Peer = {
  readonly id: string;
  /** Where its version is read from: an npm package or a Python package, and the folder below `.venv` it is installed in, if any. */
  readonly source:
    | { readonly npm: string; readonly set?: "servers/npm" }
    | { readonly pypi: string; readonly set: "mcp-1" | "mcp-2" | "servers/py" };
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** For servers that listen: how the address is found, and which transport to judge. */
  readonly listens?: { readonly transport: "http" | "sse"; readonly path: string; readonly port: "PORT" | "stdout" };
};

const root = fileURLToPath(new URL("../../", import.meta.url));
const modules = join(root, "node_modules");
const node = process.execPath;
const inModules = (path: string): string => join(modules, path);
const python = (set: "mcp-1" | "mcp-2", program: string): string => join(root, ".venv", set, "bin", program);
const script = (name: string): string => join(root, "test/peers", name);
const everything = inModules("@modelcontextprotocol/server-everything/dist/index.js");

/** A directory with something in it, for servers that want one; its own for each process that asks. */
function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "mcpcheck-peer-"));
  mkdirSync(join(folder, "notes"));
  return folder;
}

/** The servers, in the order reports show them. Those that are not installed are left out with a message by whoever runs them. */
export function peers(): Peer[] {
  const folder = scratch();
  const official = (name: string, ...args: string[]): Peer => ({
    id: `server-${name}`,
    source: { npm: `@modelcontextprotocol/server-${name}` },
    command: [node, inModules(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
  });
  const everythingSource = { npm: "@modelcontextprotocol/server-everything" };
  return [
    { ...official("everything", "stdio"), id: "server-everything, stdio" },
    {
      id: "server-everything, Streamable HTTP",
      source: everythingSource,
      command: [node, everything, "streamableHttp"],
      listens: { transport: "http", path: "/mcp", port: "PORT" },
    },
    {
      id: "server-everything, HTTP+SSE",
      source: everythingSource,
      command: [node, everything, "sse"],
      listens: { transport: "sse", path: "/sse", port: "PORT" },
    },
    official("filesystem", folder),
    { ...official("memory"), env: { MEMORY_FILE_PATH: join(folder, "memory.jsonl") } },
    official("sequential-thinking"),
    {
      id: "context7-mcp",
      source: { npm: "@upstash/context7-mcp" },
      command: [node, inModules("@upstash/context7-mcp/dist/index.js")],
    },
    {
      id: "hubspot mcp-server",
      source: { npm: "@hubspot/mcp-server" },
      command: [node, inModules("@hubspot/mcp-server/dist/index.js")],
      env: { PRIVATE_APP_ACCESS_TOKEN: "dummy" },
    },
    {
      id: "notion-mcp-server",
      source: { npm: "@notionhq/notion-mcp-server" },
      command: [node, inModules("@notionhq/notion-mcp-server/bin/cli.mjs")],
      env: { NOTION_TOKEN: "ntn_dummy" },
    },
    {
      id: "on the TypeScript SDK v1, stdio",
      source: { npm: "@modelcontextprotocol/sdk" },
      command: [node, script("sdk-v1.mjs")],
    },
    {
      id: "on the TypeScript SDK v1, Streamable HTTP",
      source: { npm: "@modelcontextprotocol/sdk" },
      command: [node, script("sdk-v1.mjs"), "http"],
      listens: { transport: "http", path: "", port: "stdout" },
    },
    {
      id: "on the TypeScript SDK v2, stdio",
      source: { npm: "@modelcontextprotocol/server" },
      command: [node, script("sdk-v2.mjs")],
    },
    {
      id: "on the TypeScript SDK v2, Streamable HTTP",
      source: { npm: "@modelcontextprotocol/server" },
      command: [node, script("sdk-v2.mjs"), "http"],
      listens: { transport: "http", path: "", port: "stdout" },
    },
    {
      id: "on the Python package mcp",
      source: { pypi: "mcp", set: "mcp-2" },
      command: [python("mcp-2", "python"), script("python_mcp.py")],
    },
    {
      id: "on FastMCP",
      source: { pypi: "fastmcp", set: "mcp-2" },
      command: [python("mcp-2", "python"), script("python_fastmcp.py")],
    },
    {
      id: "mcp-server-git",
      source: { pypi: "mcp-server-git", set: "mcp-2" },
      command: [python("mcp-2", "mcp-server-git"), "--repository", root],
    },
    {
      id: "mcp-server-sqlite",
      source: { pypi: "mcp-server-sqlite", set: "mcp-1" },
      command: [python("mcp-1", "mcp-server-sqlite"), "--db-path", join(folder, "peer.db")],
    },
  ];
}

/** Whether a peer is installed here. */
export function isInstalled({ command }: Peer): boolean {
  return command.every((word) => !word.startsWith(root) || existsSync(word));
}

/** A peer that is ready to be judged: the words to put after `run server`, and how to end what was started for it. */
export type ReadyPeer = { readonly argv: readonly string[]; readonly end: () => void };

/** Starts a peer that listens, on a free port of the loopback interface; the others are started by the run itself. */
export async function readyPeer(peer: Peer): Promise<ReadyPeer> {
  const env = Object.entries(peer.env ?? {}).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  if (peer.listens === undefined) return { argv: [...env, "--", ...peer.command], end: () => {} };
  const { transport, path, port } = peer.listens;
  const free = await freePort();
  const [command = "", ...args] = peer.command;
  const child = spawn(command, args, {
    env: { ...process.env, ...peer.env, PORT: String(free) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = await firstOutput(child);
  const base = port === "stdout" ? (JSON.parse(output) as { listening: string }).listening : `http://127.0.0.1:${free}`;
  return {
    argv: ["--url", `${base}${path}`, ...(transport === "sse" ? ["--transport", "sse"] : [])],
    end: () => void child.kill("SIGKILL"),
  };
}

async function firstOutput(child: ReturnType<typeof spawn>): Promise<string> {
  return await new Promise((resolve, reject) => {
    child.stdout?.once("data", (chunk: Buffer) => resolve(chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => {
      if (/listening|running/i.test(chunk.toString())) resolve("");
    });
    child.once("exit", (code) => reject(new Error(`the peer exited with code ${code}`)));
  });
}
