import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Peer } from "./peers.ts";

/** A real third-party client that mcpcheck is tried on, together with its driver of `examples/clients`. */
export type ClientPeer = {
  readonly id: string;
  readonly source: Peer["source"] | BuiltSource;
  readonly command: readonly string[];
  readonly transports: readonly ClientTransport[];
};

/** A library that its driver is compiled with: its name, and the file of `examples/clients` that pins its version. */
export type BuiltSource = { readonly library: string; readonly pinned: string };

/** How a client meets its server. */
export type ClientTransport = "stdio" | "http" | "sse";

const root = fileURLToPath(new URL("../../", import.meta.url));
const driver = (name: string): string => join(root, "examples/clients", name);
const built = (name: string): string => join(root, ".venv/clients", name);
const python = (set: "mcp-1" | "mcp-2"): string => join(root, ".venv", set, "bin/python");

/** The clients, in the order reports show them. Those that are not installed are left out with a message by whoever runs them. */
export function clientPeers(): readonly ClientPeer[] {
  return [
    {
      id: "TypeScript SDK v1",
      source: { npm: "@modelcontextprotocol/sdk" },
      command: [process.execPath, driver("typescript-sdk-v1.mjs")],
      transports: ["stdio", "http", "sse"],
    },
    {
      id: "TypeScript SDK v2",
      source: { npm: "@modelcontextprotocol/client" },
      command: [process.execPath, driver("typescript-sdk-v2.mjs")],
      transports: ["stdio", "http"],
    },
    {
      id: "Python package mcp 1.x",
      source: { pypi: "mcp", set: "mcp-1" },
      command: [python("mcp-1"), driver("python-mcp.py")],
      transports: ["stdio", "http"],
    },
    {
      id: "Python package mcp 2.x",
      source: { pypi: "mcp", set: "mcp-2" },
      command: [python("mcp-2"), driver("python-mcp-v2.py")],
      transports: ["stdio", "http"],
    },
    {
      id: "FastMCP",
      source: { pypi: "fastmcp", set: "mcp-2" },
      command: [python("mcp-2"), driver("python-fastmcp.py")],
      transports: ["stdio", "http"],
    },
    {
      id: "go-sdk",
      source: { library: "github.com/modelcontextprotocol/go-sdk", pinned: "go-sdk/go.mod" },
      command: [built("go-sdk-driver")],
      transports: ["stdio", "http"],
    },
    {
      id: "mcp-go",
      source: { library: "github.com/mark3labs/mcp-go", pinned: "mcp-go/go.mod" },
      command: [built("mcp-go-driver")],
      transports: ["stdio", "http"],
    },
    {
      id: "rmcp",
      source: { library: "rmcp", pinned: "rmcp/Cargo.toml" },
      command: [built("rmcp-driver")],
      transports: ["stdio", "http"],
    },
    {
      id: "Java SDK",
      source: { library: "io.modelcontextprotocol.sdk:mcp", pinned: "java-sdk/pom.xml" },
      // A program that runs for half a second is slowed down by what makes long ones fast.
      command: ["java", "-XX:TieredStopAtLevel=1", "-jar", built("java-sdk/java-sdk-driver.jar")],
      transports: ["stdio", "http"],
    },
  ];
}

/** Whether a client is installed here. */
export function isClientInstalled({ command }: ClientPeer): boolean {
  return command.every((word) => !word.startsWith(root) || existsSync(word));
}
