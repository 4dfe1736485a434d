import { stringify } from "yaml";
import type { HostProfile } from "../profile/host-profile.ts";
import type { EnableIf, ServerDefinition } from "./server-definition.ts";

/**
 * Definitions in the form a host itself would write: JSON, or YAML for llamafarm. What is read back from it are the same definitions.
 * Rows B0-012, B1-001, B2-016, B3-006, B4-001.
 */
export function writeConfiguration(
  servers: readonly ServerDefinition[],
  { form, variables }: Pick<HostProfile["configuration"], "form" | "variables">,
): string {
  const text = variables === "off" ? (value: string) => value : escaped;
  switch (form) {
    case "servers":
      return json({ servers: servers.map((server) => ({ name: server.name, ...reach(server, "url", text), ...rest(server) })) });
    case "mcpServers":
      return json({
        mcpServers: Object.fromEntries(
          servers.map((server) => [server.name, { ...reach(server, "url", text), ...rest(server) }]),
        ),
      });
    case "llamafarm":
      return stringify({
        mcp: {
          servers: servers.map((server) => ({
            name: server.name,
            transport: server.reach.transport,
            ...reach(server, "base_url", text),
            ...rest(server),
          })),
        },
      });
    case "ollmcpc":
      return json({ servers: servers.map((server) => ollmcpcEntry(server, text)) });
  }
}

/** The command is a list there, and every entry says whether it is on. Row B2-016. */
function ollmcpcEntry(server: ServerDefinition, text: (value: string) => string): unknown {
  const { command, args, ...others } = reach(server, "url", text);
  const words = command === undefined ? {} : { command: [command, ...(args ?? [])] };
  return { name: server.name, ...words, ...others, ...rest(server), enabled: server.enabled };
}

type WrittenReach = {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly [member: string]: unknown;
};

function reach({ reach: way }: ServerDefinition, urlMember: string, text: (value: string) => string): WrittenReach {
  const map = (values: Readonly<Record<string, string>>): Record<string, string> | undefined =>
    Object.keys(values).length === 0
      ? undefined
      : Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]));
  if (way.transport === "stdio") {
    return defined({
      command: text(way.command),
      args: way.args.length === 0 ? undefined : way.args.map(text),
      env: map(way.env),
      cwd: way.cwd === undefined ? undefined : text(way.cwd),
    });
  }
  return defined({ transport: way.transport, [urlMember]: text(way.url), headers: map(way.headers) });
}

/** Everything besides the way in that is not the default. */
function rest(server: ServerDefinition): Readonly<Record<string, unknown>> {
  return defined({
    description: server.description,
    requires_path: server.requiresPath || undefined,
    path_arg_index: server.pathArgIndex ?? undefined,
    capabilities: server.capabilities.length === 0 ? undefined : server.capabilities,
    auto_enable: server.autoEnable === "never" ? undefined : server.autoEnable,
    enable_if: conditions(server.enableIf),
    init_timeout_ms: server.initializeMs,
    tool_timeout_ms: server.callMs,
    enabled: server.enabled ? undefined : false,
  });
}

function conditions({ fileExists, envSet }: EnableIf): Readonly<Record<string, unknown>> | undefined {
  const written = defined({ file_exists: fileExists, env_set: envSet });
  return Object.keys(written).length === 0 ? undefined : written;
}

function defined(record: Readonly<Record<string, unknown>>): WrittenReach {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** So that text which looks like a variable is read back as text. Row B1-073. */
function escaped(value: string): string {
  return value.replaceAll("${env:", () => "$${env:");
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
