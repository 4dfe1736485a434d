import { stringify } from "yaml";
import type { HostProfile } from "../profile/host-profile.ts";
import type { ServerDefinition } from "./server-definition.ts";

/** Definitions in the form a host itself would write: JSON, or YAML for llamafarm. What is read back from it are the same definitions. */
export function writeConfiguration(
  servers: readonly ServerDefinition[],
  { form, variables }: Pick<HostProfile["configuration"], "form" | "variables">,
): string {
  const written = servers.map((server) => ({ server, entry: variables === "off" ? entryOf(server) : escaped(entryOf(server)) }));
  switch (form) {
    case "servers":
      return json({ servers: written.map(({ server, entry }) => ({ name: server.name, ...entry })) });
    case "mcpServers":
      return json({ mcpServers: Object.fromEntries(written.map(({ server, entry }) => [server.name, entry])) });
    case "llamafarm":
      return stringify({ mcp: { servers: written.map(({ server, entry }) => llamafarmEntry(server, entry)) } });
    case "ollmcpc":
      return json({ servers: written.map(({ server, entry }) => ollmcpcEntry(server, entry)) });
  }
}

type Entry = Readonly<Record<string, unknown>>;

/** The members of an entry but its name: the way in, and everything else that is not the default. */
function entryOf(server: ServerDefinition): Entry {
  const { reach } = server;
  const way =
    reach.transport === "stdio"
      ? { command: reach.command, args: filled(reach.args), env: filled(reach.env), cwd: reach.cwd }
      : { transport: reach.transport, url: reach.url, headers: filled(reach.headers) };
  return defined({
    ...way,
    description: server.description,
    requires_path: server.requiresPath || undefined,
    path_arg_index: server.pathArgIndex ?? undefined,
    capabilities: filled(server.capabilities),
    auto_enable: server.autoEnable === "never" ? undefined : server.autoEnable,
    enable_if: filled(defined({ file_exists: server.enableIf.fileExists, env_set: server.enableIf.envSet })),
    init_timeout_ms: server.initializeMs,
    tool_timeout_ms: server.callMs,
    enabled: server.enabled ? undefined : false,
  });
}

/** The transport is always written, and an address is called base_url. */
function llamafarmEntry({ name, reach }: ServerDefinition, { url, ...entry }: Entry): Entry {
  return { name, ...defined({ transport: reach.transport, base_url: url }), ...entry };
}

/** The command is a list there, and every entry says whether it is on. */
function ollmcpcEntry({ name, enabled }: ServerDefinition, { command, args, ...entry }: Entry): Entry {
  const words = command === undefined ? {} : { command: [command, ...(Array.isArray(args) ? (args as unknown[]) : [])] };
  return { name, ...words, ...entry, enabled };
}

/** A list or map that has something in it. */
function filled<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

function defined(record: Entry): Entry {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** Every text that looks like a variable, so that it is read back as text. */
function escaped(entry: Entry): Entry {
  const inner = (value: unknown): unknown => {
    if (typeof value === "string") return value.replaceAll("${env:", () => "$${env:");
    if (Array.isArray(value)) return value.map(inner);
    return typeof value === "object" && value !== null ? escaped(value as Entry) : value;
  };
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, inner(value)]));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
