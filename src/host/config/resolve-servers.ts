import { autoEnabled, isResolved, type LeftOut, type ResolvedServer, type ToolsUse, withPath } from "./auto-enable.ts";
import type { ServerDefinition } from "./server-definition.ts";
import type { World } from "./world/world.ts";

/** What one chat asks for. */
export type ServerRequest = {
  /** The servers a request brings along or names. */
  readonly requested: readonly ServerDefinition[];
  /** The operator's definitions. */
  readonly definitions: readonly ServerDefinition[];
  /** That tools were asked for; undefined: only what was requested is used. */
  readonly tools: ToolsUse | undefined;
  readonly maxServers: number;
};

/**
 * The servers of one chat: those requested, then those that switch themselves on; what was requested wins over a definition of the same
 * name. Beyond the limit servers are left out.
 */
export function resolveServers(
  { requested, definitions, tools, maxServers }: ServerRequest,
  world: Pick<World, "env" | "kindOf">,
): { readonly servers: readonly ResolvedServer[]; readonly left: readonly LeftOut[] } {
  const explicit = requested.filter(({ enabled }) => enabled).map((definition) => withPath(definition, tools?.path, world));
  const taken = new Set(requested.map(({ name }) => name));
  const others = definitions.filter(({ name }) => !taken.has(name));
  const automatic = tools === undefined ? { enabled: [], left: [] } : autoEnabled(others, tools, world);
  const servers = [...explicit.filter(isResolved), ...automatic.enabled];
  const beyond = servers.slice(maxServers).map(({ definition }) => ({
    name: definition.name,
    reason: `maximum number of MCP servers reached (${maxServers})`,
  }));
  return {
    servers: servers.slice(0, maxServers),
    left: [...explicit.filter((one): one is LeftOut => !isResolved(one)), ...automatic.left, ...beyond],
  };
}
