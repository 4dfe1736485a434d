import { dirname, resolve } from "node:path";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { type FleetServer, nameOf } from "../../fleet/fleet-server.ts";
import { type Fleet, readFleet } from "../../fleet/read-fleet.ts";
import { shardOf } from "../../fleet/result-key.ts";
import { readNamed } from "../read-named.ts";

/** Which part of a fleet is meant. */
export type Shard = { readonly index: number; readonly count: number };

/** Reads the input of a fleet, and of it the servers of one shard. @throws McpcheckError `usage` for a file without any server */
export function readInput(cwd: string, file: string, command: string, shard: Shard | undefined): Fleet {
  const { servers, unreachable, faults } = readFleet(readNamed(cwd, file, command), file);
  if (servers.length + unreachable.length + faults.length === 0)
    throw new McpcheckError(
      "usage",
      `${command}: ${file} names no server: one JSON object a line, such as {"id":"mine","command":["node","server.js"]}`,
    );
  const isMine = (one: { readonly id: string; readonly version?: string | undefined }): boolean =>
    shard === undefined || shardOf(nameOf(one), shard.count) === shard.index;
  const folder = dirname(resolve(cwd, file));
  return {
    servers: servers.filter(isMine).map((server) => placed(server, folder)),
    unreachable: unreachable.filter(isMine),
    faults,
  };
}

/** A server with the paths of its line as they are meant: from where the list lies. */
function placed({ hints, cwd, ...server }: FleetServer, folder: string): FleetServer {
  return {
    ...server,
    ...(hints === undefined ? {} : { hints: resolve(folder, hints) }),
    ...(cwd === undefined ? {} : { cwd: resolve(folder, cwd) }),
  };
}
