import { eraOf } from "../../../spec/revision.ts";
import { headerFault } from "../../tools/header-parameters.ts";
import { tellNobody } from "../../log/host-event.ts";
import type { McpTool } from "../../tools/mcp-tool.ts";
import type { ConnectionSetup } from "../connection-setup.ts";
import { type Listing, listTools } from "./list-tools.ts";
import type { LiveSession, Refusal } from "../open-session.ts";
import { waitLimit } from "../wait-limit.ts";

/** The list of a server's tools, remembered while it is good. */
export type ToolList = {
  /** The tools. Concurrent callers share one request. */
  readonly tools: () => Promise<Listing>;
  /** What is remembered is no longer good, nor is what is on its way. */
  readonly forget: () => void;
};

/** A list nobody has asked for yet; `ready` gives the session to ask. */
export function createToolList(
  { link, profile, clock, warn, tell = tellNobody }: ConnectionSetup,
  ready: () => Promise<LiveSession | Refusal>,
): ToolList {
  const { sessions, times, limits, identity } = profile;
  let cached: { readonly listing: Listing; readonly until: number } | undefined;
  let listing: Promise<Listing> | undefined;
  let loading: object | undefined;
  const told = new Set<string>();

  /** A server that ended, or forgot its session, as it was asked is asked once more: a crash hides no tools. */
  async function load(again = false): Promise<Listing> {
    const began = clock.now();
    const found = await loaded(again);
    const ms = Math.round(clock.now() - began);
    if ("error" in found) tell({ kind: "list-failed", server: link.name, message: found.error, ms });
    else {
      const names = found.tools.map(({ name }) => name);
      tell({ kind: "tools-listed", server: link.name, tool_count: names.length, tool_names: names, ms });
    }
    return found;
  }

  async function loaded(again: boolean): Promise<Listing> {
    const server = await ready();
    if ("error" in server) return server;
    const { session, capabilities, listChanges } = server;
    if (identity.respectCapabilities && capabilities["tools"] === undefined) return { tools: [] };
    listChanges?.listen();
    const mark = {};
    loading = mark;
    const walk = { timeoutMs: waitLimit(times.listMs), maxPages: limits.maxPages, now: clock.now };
    const listed = await listTools(session, walk);
    if ("error" in listed) return !again && (server.over() || server.expired()) ? loaded(true) : listed;
    const stateless = eraOf(session.revision()) === "stateless";
    const mirrors = stateless && session.transport.kind === "http";
    const usable = { tools: mirrors ? listed.tools.filter(hasSoundHeaders) : listed.tools };
    const own = sessions.listCacheMs === null ? Infinity : clock.now() + sessions.listCacheMs;
    const until = stateless ? Math.min(own, listed.freshUntil) : own;
    if (loading === mark) cached = { listing: usable, until };
    return usable;
  }

  function hasSoundHeaders({ name, inputSchema }: McpTool): boolean {
    const fault = headerFault(inputSchema);
    if (fault !== undefined && !told.has(name)) warn(`${link.name}: the tool ${name} is left out: ${fault}`);
    if (fault !== undefined) told.add(name);
    return fault === undefined;
  }

  return {
    async tools() {
      if (cached !== undefined && clock.now() < cached.until) return cached.listing;
      listing ??= load().finally(() => (listing = undefined));
      return listing;
    },
    forget() {
      cached = undefined;
      loading = undefined;
    },
  };
}
