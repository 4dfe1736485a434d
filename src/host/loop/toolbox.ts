import type { ModelTool } from "../../model/model-backend.ts";
import { type Tell, tellNobody } from "../log/host-event.ts";
import type { HostProfile } from "../profile/host-profile.ts";
import type { Listing } from "../sessions/tools/list-tools.ts";
import type { ServerConnection } from "../sessions/server-connection.ts";
import type { SessionMemory } from "../sessions/session-memory.ts";
import { discover } from "../tools/discovery.ts";
import { metaTool, metaToolName, noPattern, patternOf } from "../tools/meta-tool.ts";
import type { ProviderNames } from "../tools/provider-names.ts";
import { createRoutingTable, type Route, type RoutingTable } from "../tools/routing-table.ts";
import { suspiciousDescriptions } from "../tools/suspicious-descriptions.ts";
import { modelTool } from "../tools/tool-definition.ts";

/** What a call of the model is for. `hidden` is a tool that exists but was not offered. */
export type Target =
  | { readonly kind: "meta" | "client" | "unknown" | "hidden"; readonly name: string }
  | { readonly kind: "server"; readonly name: string; readonly route: Route; readonly connection: ServerConnection };

/** The tools of one turn: what the model is offered, and what its calls mean. */
export type Toolbox = {
  /** The tools for the next call of the model, or why there can be none. Problems are told once each. */
  readonly offered: () => Promise<
    { readonly tools: readonly ModelTool[]; readonly problems: readonly string[] } | { readonly error: string }
  >;
  readonly target: (name: string) => Target;
  /** Does what a call of the meta-tool asks for and gives the text for the model, or says what was wrong with the call. */
  readonly discover: (given: unknown) => Promise<{ readonly text: string } | { readonly error: string }>;
  /** Contacts every server, without offering more. */
  readonly connectAll: () => Promise<void>;
  /** The tool is as the model saw it first; false once its definition has changed. */
  readonly unchanged: (route: Route) => boolean;
  readonly hasServers: boolean;
};

/** What a toolbox is made of. */
export type ToolboxSetup = {
  readonly settings: HostProfile["tools"];
  /** Connections the model may use, in the order of the configuration. */
  readonly connections: readonly ServerConnection[];
  readonly memory: SessionMemory;
  /** Tools the client brought and executes itself. */
  readonly clientTools: readonly ModelTool[];
  /** Whether discovery stands in for the list of all tools. */
  readonly jit: boolean;
  readonly cap: number;
  readonly names: ProviderNames;
  readonly tell?: Tell;
};

/** The tools of one turn. No server is contacted before it has to be. */
export function createToolbox(setup: ToolboxSetup): Toolbox {
  const { settings, connections, memory, clientTools, jit, cap, names, tell = tellNobody } = setup;
  const clients = new Map(clientTools.map((tool) => [tool.name, tool]));
  const discovering = jit && connections.length > 0;
  const failures = new Map<ServerConnection, string>();
  const ahead = new Map<ServerConnection, Listing>();
  const told = new Set<string>();
  let table: RoutingTable = createRoutingTable([], settings);
  let suspicions: readonly string[] = [];
  let builtFrom: readonly Listing[] = [];
  names.assign(clientTools.map(({ name }) => ({ fullName: name })));

  /** Lists servers; one that failed in this turn is not tried again, for every try may cost its whole time limit. */
  async function list(which: readonly ServerConnection[]): Promise<void> {
    const all = await Promise.all(which.map(listOf));
    if (all.length === builtFrom.length && all.every((one, at) => one === builtFrom[at])) return;
    builtFrom = all;
    table = createRoutingTable(
      which.map(({ link }, at) => ({ server: link.name, tools: toolsOf(all[at]) })),
      settings,
    );
    tell({ kind: "tools-created", servers: which.map(({ link }) => link.name), total_tools: table.routes.length });
    suspicions = settings.flagDefinitions ? suspiciousDescriptions(table.routes) : [];
    names.assign(table.routes.map(({ fullName, server, tool }) => ({ fullName, server, tool: tool.name })));
    for (const { fullName, tool } of table.routes) if (!memory.pinned.has(fullName)) memory.pinned.set(fullName, tool.digest);
  }

  /** What was listed ahead of the first need serves that need, though the list may not be fresh for any longer. */
  async function listOf(connection: ServerConnection): Promise<Listing> {
    const failed = failures.get(connection);
    if (failed !== undefined) return nothing;
    const early = ahead.get(connection);
    ahead.delete(connection);
    if (early !== undefined) return early;
    const listing = await connection.tools();
    if ("error" in listing) failures.set(connection, listing.error);
    return "error" in listing ? nothing : listing;
  }

  function news(): readonly string[] {
    const all = [...failures.values(), ...table.warnings, ...suspicions, ...(discovering ? collisions() : [])];
    const fresh = all.filter((one) => !told.has(one));
    for (const one of fresh) told.add(one);
    return fresh;
  }

  /** Names that mean more than one tool: of two servers, or of a server and the client, whose tool is the one that is offered. */
  function collisions(): readonly string[] {
    const both = settings.clientCollision === "error" ? table.routes.filter(({ fullName }) => clients.has(fullName)) : [];
    return [
      ...table.collisions,
      ...both.map(({ fullName, server }) => `the tool "${fullName}" is a tool of the client and one of server ${server}`),
    ];
  }

  function offeredRoutes(): readonly Route[] {
    const unshadowed = table.routes.filter(({ fullName }) => !clients.has(fullName));
    return discovering ? unshadowed.filter(({ fullName }) => memory.active.has(fullName)) : unshadowed;
  }

  return {
    hasServers: connections.length > 0,
    async offered() {
      if (discovering && clients.has(metaToolName)) return { error: `tool name ${metaToolName} is the host's own` };
      await list(discovering ? connections.filter((one) => one.status() === "active") : connections);
      if (!discovering && collisions().length > 0) return { error: collisions().join("; ") };
      const offered = offeredRoutes().map((route) => modelTool(route, names.wireName(route.fullName)));
      const own = clientTools.map((tool) => ({ ...tool, name: names.wireName(tool.name) }));
      return { tools: [...(discovering ? [metaTool] : []), ...offered, ...own], problems: news() };
    },
    target(given) {
      const name = names.meant(given);
      if (discovering && name === metaToolName) return { kind: "meta", name };
      if (clients.has(name)) return { kind: "client", name };
      const route = table.find(name);
      const connection = connections.find(({ link }) => link.name === route?.server);
      if (route === undefined || connection === undefined) return { kind: "unknown", name };
      if (discovering && !memory.active.has(route.fullName)) return { kind: "hidden", name };
      return { kind: "server", name: route.fullName, route, connection };
    },
    async discover(given) {
      const pattern = patternOf(given, settings);
      if (pattern === undefined) return { error: noPattern };
      await list(connections);
      const servers = connections.map((connection) => {
        const error = failures.get(connection);
        return { name: connection.link.name, ...(error === undefined ? {} : { error }) };
      });
      const found = discover({ pattern, routes: table.routes, active: memory.active, cap, servers, settings });
      for (const name of found.added) memory.active.add(name);
      return { text: found.text };
    },
    async connectAll() {
      const all = await Promise.all(connections.map(listOf));
      for (const [at, listing] of all.entries()) {
        const connection = connections[at];
        if (connection !== undefined) ahead.set(connection, listing);
      }
    },
    unchanged: ({ fullName, tool }) => (memory.pinned.get(fullName) ?? tool.digest) === tool.digest,
  };
}

const nothing: Listing = { tools: [] };

function toolsOf(listing: Listing | undefined): Extract<Listing, { tools: unknown }>["tools"] {
  return listing === undefined || "error" in listing ? [] : listing.tools;
}
