import * as z from "zod";
import { matchingRoutes } from "../tools/discovery.ts";
import { createRoutingTable, type RoutingTable } from "../tools/routing-table.ts";
import { type Asker, requestedServers } from "./chat-request.ts";
import { badRequest, type Read, readBy } from "./fields.ts";
import type { Host } from "./host.ts";

/** A server that gave no tools, and why. */
type ServerError = { readonly server: string; readonly error: string };

const body = z.looseObject({
  pattern: z.string().nullish(),
  limit: z.int().positive().nullish(),
  tools_path: z.union([z.string(), z.boolean()]).nullish(),
  session_id: z.string().nullish(),
  mcp_servers: z.unknown().optional(),
});

/** POST /api/tools/search: tools by a pattern, without a chat. What was started for it is gone afterwards. */
export async function searchTools(host: Host, value: Readonly<Record<string, unknown>>, asker: Asker): Promise<Read<object>> {
  const read = readBy(body, value);
  if ("refusal" in read) return read;
  const { pattern, limit } = read.value;
  const wanted = pattern === null || pattern === undefined || pattern === "" ? "*" : pattern;
  const listed = await listFor(host, read.value, asker);
  if ("refusal" in listed) return listed;
  const { table, errors } = listed.value;
  const { profile } = host.setup;
  const matching = matchingRoutes(wanted, table.routes, profile.tools);
  const tools = matching.slice(0, limit ?? profile.limits.searchLimit).map(shown);
  const counts =
    profile.surface.searchTotal === "returned" ? { total: tools.length } : { total: matching.length, returned: tools.length };
  return { value: { tools, pattern: wanted, ...counts, ...(errors.length === 0 ? {} : { errors }) } };
}

/** POST /api/tools: every tool of the servers given, with what went wrong per server. */
export async function listAllTools(host: Host, value: Readonly<Record<string, unknown>>, asker: Asker): Promise<Read<object>> {
  const read = readBy(body, value);
  if ("refusal" in read) return read;
  const listed = await listFor(host, read.value, asker);
  if ("refusal" in listed) return listed;
  const { table, errors } = listed.value;
  return { value: { tools: table.routes.map(shown), errors } };
}

/** GET /api/tools: the definitions there are; nothing is started. */
export function listDefinitions({ setup }: Host): object {
  return {
    servers: setup.configuration.servers.map(({ name, description, reach, autoEnable, requiresPath, capabilities }) => ({
      name,
      description: description ?? "",
      transport: reach.transport,
      auto_enable: autoEnable,
      requires_path: requiresPath,
      capabilities,
    })),
  };
}

async function listFor(
  host: Host,
  request: z.infer<typeof body>,
  asker: Asker,
): Promise<Read<{ readonly table: RoutingTable; readonly errors: readonly ServerError[] }>> {
  // Listing tools starts the servers that have them, whichever these are.
  const servers = requestedServers(host, { ...request, jit_connect_eager: true }, asker);
  if ("refusal" in servers) return servers;
  if (host.isBusyFor({ servers: servers.value }))
    return { refusal: { status: 503, message: "the host runs as many server processes as it may; try again later" } };
  const path = request.tools_path ?? undefined;
  let held;
  try {
    const automatic = servers.value.length === 0;
    held = host.lease({ servers: servers.value, toolsPath: path, sessionId: request.session_id ?? undefined, automatic });
  } catch (cause) {
    return badRequest(cause instanceof Error ? cause.message : String(cause));
  }
  try {
    const listings = await Promise.all(held.connections.map((connection) => connection.tools()));
    const errors: ServerError[] = held.left.map((text) => ({ server: text.split(": ")[0] ?? "", error: text }));
    const found = held.connections.map(({ link }, at) => {
      const listing = listings[at];
      if (listing === undefined || "error" in listing) errors.push({ server: link.name, error: listing?.error ?? "not asked" });
      return { server: link.name, tools: listing === undefined || "error" in listing ? [] : listing.tools };
    });
    return { value: { table: createRoutingTable(found, host.setup.profile.tools), errors } };
  } finally {
    await held.release();
  }
}

function shown({ server, fullName, tool }: RoutingTable["routes"][number]): object {
  return { server, name: fullName, description: tool.description, parameters: tool.inputSchema };
}
