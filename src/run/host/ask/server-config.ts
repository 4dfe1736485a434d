import { stringify } from "yaml";
import type { ServerEntry } from "../mock/mock-servers.ts";

/** The forms in which hosts read their servers. */
export type ConfigForm = "mcpServers" | "ollama-servers" | "llamafarm-yaml" | "request";

/** The servers of a case as the text of a configuration file; `more` are further members of the document. */
export function configText(form: ConfigForm, servers: readonly ServerEntry[], more: Readonly<Record<string, unknown>>): string {
  switch (form) {
    case "mcpServers":
      return JSON.stringify(
        { mcpServers: Object.fromEntries(servers.map((server) => [server.id, mapEntry(server)])), ...more },
        null,
        2,
      );
    case "ollama-servers":
      return JSON.stringify({ servers: servers.map(listEntry), ...more }, null, 2);
    case "llamafarm-yaml":
      return stringify({ mcp: { servers: servers.map(yamlEntry) }, ...more });
    case "request":
      return "";
  }
}

/** The servers as `mcp_servers` of a request. */
export function requestEntries(servers: readonly ServerEntry[]): readonly unknown[] {
  return servers.map(listEntry);
}

function mapEntry({ command, transport, url, env, headers, more }: ServerEntry): unknown {
  const [program, ...args] = command ?? [];
  const own =
    command === undefined ? { type: transport === "http" ? "streamable-http" : transport, url } : { command: program, args };
  return { ...own, ...(env === undefined ? {} : { env }), ...(headers === undefined ? {} : { headers }), ...more };
}

function listEntry({ id, command, transport, url, env, headers, more }: ServerEntry): unknown {
  const [program, ...args] = command ?? [];
  const own = command === undefined ? { transport, url } : { command: program, args };
  return { name: id, ...own, ...(env === undefined ? {} : { env }), ...(headers === undefined ? {} : { headers }), ...more };
}

function yamlEntry({ id, command, transport, url, env, headers, more }: ServerEntry): unknown {
  const [program, ...args] = command ?? [];
  const own = command === undefined ? { transport, base_url: url } : { transport: "stdio", command: program, args };
  return { name: id, ...own, ...(env === undefined ? {} : { env }), ...(headers === undefined ? {} : { headers }), ...more };
}
