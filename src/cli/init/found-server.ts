import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isArray, isObject, type Json, type JsonObject, valueAt } from "../../jsonrpc/json.ts";
import { isSource, parseSource } from "../../host/config/read/source.ts";

/** Servers as a configuration writes them, and what they were read from. */
export type FoundServers = { readonly from: string; readonly servers: JsonObject };

/** Files in which projects list their servers for hosts, and under which names they stand there. */
const hostFiles = ["mcp.json", ".mcp.json", ".vscode/mcp.json", ".cursor/mcp.json"] as const;
const maps = ["mcpServers", "servers"] as const;

/**
 * The servers of the project in a directory: what its files for hosts list, else what package.json or pyproject.toml install as a
 * program; undefined where none of them tells. Nothing is started.
 */
export function foundServers(directory: string): FoundServers | undefined {
  for (const file of hostFiles) {
    const value = read(directory, file);
    const servers = maps.map((name) => valueAt(value, name)).find(isObject);
    if (servers !== undefined && Object.keys(servers).length > 0) return { from: file, servers };
  }
  return fromPackage(directory) ?? fromPython(directory);
}

/** A server from a command line. */
export function serverOf(name: string, [command = "", ...args]: readonly string[]): JsonObject {
  return { [name]: { command, ...(args.length === 0 ? {} : { args }) } };
}

/** A name for the server of a project, as a key of a configuration. */
export function serverName(text: string): string {
  return text.replace(/^@[^/]*\//, "").replace(/[^\w.-]+/g, "-") || "server";
}

/** The name of the project in a directory, from its package.json or the directory itself. */
export function projectName(directory: string): string {
  const name = valueAt(read(directory, "package.json"), "name");
  return serverName(typeof name === "string" ? name : basename(directory));
}

function read(directory: string, file: string): Json | undefined {
  const path = join(directory, file);
  if (!existsSync(path)) return undefined;
  const parsed = parseSource(readFileSync(path, "utf8"), file);
  return isSource(parsed) ? (parsed.value as Json) : undefined;
}

function fromPackage(directory: string): FoundServers | undefined {
  const value = read(directory, "package.json");
  const bin = valueAt(value, "bin");
  const [first] = typeof bin === "string" ? [bin] : isObject(bin) ? Object.values(bin) : [];
  const main = valueAt(value, "main");
  const path = typeof first === "string" ? first : mentionsMcp(value) && typeof main === "string" ? main : undefined;
  if (path === undefined) return undefined;
  return { from: "package.json", servers: serverOf(projectName(directory), ["node", path.replace(/^\.\//, "")]) };
}

/** Whether a project depends on something servers are made with. */
function mentionsMcp(value: Json | undefined): boolean {
  const names = ["dependencies", "devDependencies"].flatMap((part) => {
    const found = valueAt(value, part);
    return isObject(found) ? Object.keys(found) : [];
  });
  return names.some((name) => /^@modelcontextprotocol\/|mcp/i.test(name));
}

function fromPython(directory: string): FoundServers | undefined {
  const scripts = valueAt(read(directory, "pyproject.toml"), "project", "scripts");
  const [name] = isObject(scripts) ? Object.keys(scripts) : [];
  if (name === undefined) return undefined;
  const installed = [".venv/bin", ".venv/Scripts"]
    .map((folder) => `${folder}/${name}`)
    .find((path) => existsSync(join(directory, path)));
  return {
    from: "pyproject.toml",
    servers: serverOf(serverName(name), installed === undefined ? ["uv", "run", name] : [installed]),
  };
}

/** Whether a project has a step that builds it, and what installs it. */
export function buildOf(directory: string): {
  readonly node: boolean;
  readonly python: boolean;
  readonly locked: boolean;
  readonly builds: boolean;
} {
  const value = read(directory, "package.json");
  const scripts = valueAt(value, "scripts");
  return {
    node: value !== undefined && !isArray(value),
    python: existsSync(join(directory, "pyproject.toml")),
    locked: existsSync(join(directory, "package-lock.json")),
    builds: isObject(scripts) && scripts["build"] !== undefined,
  };
}
