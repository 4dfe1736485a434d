import * as z from "zod";
import { parseJsonFile } from "../base/files/parse-json-file.ts";
import { McpcheckError } from "../base/mcpcheck-error.ts";
import { type FleetServer, fleetServer, nameOf } from "./fleet-server.ts";
import { registryDocument, serverOfRegistry } from "./registry-document.ts";

/** A line that cannot be taken: `message` begins with file and line and ends with what to do about it. */
export type FleetFault = { readonly line: number; readonly message: string };

/** A server that its document says how to find, and that cannot be run here. */
export type Unreachable = { readonly id: string; readonly version: string; readonly why: string };

/** The input of a fleet, line by line, in the order of its lines. */
export type Fleet = {
  readonly servers: readonly FleetServer[];
  readonly unreachable: readonly Unreachable[];
  readonly faults: readonly FleetFault[];
};

/** What one line comes to. */
type Line = { readonly server: FleetServer } | { readonly unreachable: Unreachable };

/**
 * Reads a fleet: one JSON object a line, each in mcpcheck's own form or a `server.json` document of the MCP registry, alone or as the
 * registry lists it, under `server`. Empty lines are passed over; a line that cannot be taken is a fault, and the others go on.
 */
export function readFleet(text: string, file: string): Fleet {
  const servers: FleetServer[] = [];
  const unreachable: Unreachable[] = [];
  const faults: FleetFault[] = [];
  const seen = new Map<string, number>();
  for (const [index, content] of text.split("\n").entries()) {
    if (content.trim() === "") continue;
    const line = index + 1;
    try {
      const read = readLine(content, `${file}:${line}`);
      const name = nameOf("server" in read ? read.server : read.unreachable);
      const before = seen.get(name);
      if (before !== undefined)
        throw new McpcheckError(
          "usage",
          `${file}:${line}: ${name} stands in line ${before} already: give it another id or version`,
        );
      seen.set(name, line);
      if ("server" in read) servers.push(read.server);
      else unreachable.push(read.unreachable);
    } catch (error) {
      if (!(error instanceof McpcheckError)) throw error;
      faults.push({ line, message: error.message });
    }
  }
  return { servers, unreachable, faults };
}

const anyObject = z.record(z.string(), z.unknown(), { error: "expected a JSON object a line" });

function readLine(content: string, place: string): Line {
  const value = parseJsonFile(content, place, anyObject);
  const listed = "server" in value ? value["server"] : value;
  const isDocument = typeof listed === "object" && listed !== null && ("packages" in listed || "remotes" in listed);
  if (!isDocument) return { server: parseJsonFile(content, place, fleetServer) };
  const document = parseJsonFile(JSON.stringify(listed), place, registryDocument);
  const server = serverOfRegistry(document);
  const { name: id, version } = document;
  return "why" in server ? { unreachable: { id, version, why: server.why } } : { server };
}
