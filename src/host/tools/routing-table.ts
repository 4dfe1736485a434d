import type { HostProfile } from "../profile/host-profile.ts";
import type { McpTool } from "./mcp-tool.ts";
import { metaToolName } from "./meta-tool.ts";

/** Where calls of one full name go. */
export type Route = { readonly fullName: string; readonly server: string; readonly tool: McpTool };

/** The tools of one server, in its own order. */
export type ServerTools = { readonly server: string; readonly tools: readonly McpTool[] };

/**
 * Every tool by its full name. A name is only ever looked up here, never taken apart: `a_b` of server `a` and `b` of server
 * `a_b` would be the same text.
 */
export type RoutingTable = {
  readonly routes: readonly Route[];
  readonly find: (name: string) => Route | undefined;
  /** Tools of different servers with one name, where the profile makes that an error. */
  readonly collisions: readonly string[];
  /** Tools that were left out and why. */
  readonly warnings: readonly string[];
};

type Settings = HostProfile["tools"];

/** The name a tool has inside the host. */
function fullNameOf({ naming, prefixReplace }: Settings, server: string, tool: string): string {
  if (naming === "bare") return tool;
  const prefix = prefixReplace === "nonWord" ? server.replaceAll(/\W/g, "_") : server;
  return `${prefix}${naming === "colon" ? ":" : "_"}${tool}`;
}

/** Puts the tools of servers into one table, servers and tools in the order given. */
export function createRoutingTable(servers: readonly ServerTools[], settings: Settings): RoutingTable {
  const byName = new Map<string, Route>();
  const byBareName = new Map<string, Route | undefined>();
  const collisions: string[] = [];
  const warnings: string[] = [];
  for (const { server, tools } of servers) {
    for (const tool of tools) {
      const route: Route = { fullName: fullNameOf(settings, server, tool.name), server, tool };
      const reason = obstacle(route, byName.get(route.fullName));
      if (reason === undefined) {
        byName.set(route.fullName, route);
        byBareName.set(tool.name, byBareName.has(tool.name) ? undefined : route);
      } else if (reason.collision && settings.collision === "error") collisions.push(reason.text);
      else warnings.push(reason.text);
    }
  }
  return {
    routes: [...byName.values()],
    find: (name) => byName.get(name) ?? (settings.resolveBareName ? byBareName.get(name) : undefined),
    collisions: first(collisions),
    warnings: first(warnings),
  };
}

/** Most lines of one kind that a person or a model gets to read; a server may list a name any number of times. */
const mostLines = 20;

function first(lines: readonly string[]): readonly string[] {
  const rest = lines.length - mostLines;
  return rest > 0 ? [...lines.slice(0, mostLines), `and ${rest} more like that`] : lines;
}

function obstacle(route: Route, earlier: Route | undefined): { readonly text: string; readonly collision: boolean } | undefined {
  const { fullName, server, tool } = route;
  if (fullName === metaToolName)
    return { text: `tool ${tool.name} of server ${server} is left out: ${metaToolName} is the host's own`, collision: false };
  if (earlier === undefined) return undefined;
  if (earlier.server === server)
    return { text: `server ${server} lists ${tool.name} twice; the first one counts`, collision: false };
  const text = `tool ${tool.name} of server ${server} and tool ${earlier.tool.name} of server ${earlier.server} are both called ${fullName}`;
  return { text, collision: true };
}
