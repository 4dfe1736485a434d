import { suggestion } from "../../../base/nearest.ts";
import type { HostProfile } from "../../profile/host-profile.ts";
import { readServers } from "./read-servers.ts";
import { createReader, isRecord } from "./reader.ts";
import type { Reading } from "./problem.ts";
import type { ServerDefinition } from "../server-definition.ts";
import { valueSource } from "./source.ts";

/**
 * `mcp_servers` of a request: a list (or map) of entries. An entry that is just a name, or has no more than a name, means the operator's
 * definition of that name. Two of one name are a problem. Absent or `null` means no server.
 */
export function readRequestServers(
  value: unknown,
  definitions: readonly ServerDefinition[],
  profile: Pick<HostProfile, "configuration" | "limits">,
): Reading<readonly ServerDefinition[]> {
  const source = valueSource({ mcp_servers: value }, "request");
  const reader = createReader(source, { profile, env: {}, origin: "request" });
  if (!Array.isArray(value)) return reader.finish(readServers(value, ["mcp_servers"], reader));
  const named = value.map((entry: unknown) => nameOnly(entry));
  const written = value.map((entry: unknown, index) => (named[index] === undefined ? entry : placeholder(named[index])));
  const found = readServers(written, ["mcp_servers"], reader);
  const names = definitions.map(({ name }) => name);
  named.forEach((name, index) => {
    if (name === undefined || names.includes(name)) return;
    reader.problem(["mcp_servers", index], `Server not found: "${name}"${suggestion(name, names)}`);
  });
  return reader.finish(
    found.flatMap((server) => (named.includes(server.name) ? definitions.filter(({ name }) => name === server.name) : [server])),
  );
}

function nameOnly(entry: unknown): string | undefined {
  if (typeof entry === "string") return entry;
  if (!isRecord(entry) || typeof entry["name"] !== "string") return undefined;
  return Object.keys(entry).every((member) => member === "name") ? entry["name"] : undefined;
}

/** Stands in for a definition while names are checked; it is never started. */
function placeholder(name: string): unknown {
  return { name, transport: "stdio", command: name };
}
