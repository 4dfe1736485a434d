import { sha256 } from "../base/sha256.ts";
import type { FleetServer } from "./fleet-server.ts";
import type { Unreachable } from "./read-fleet.ts";

/** By what servers are judged: the version of mcpcheck and the digest of its suites. */
export type JudgedWith = { readonly mcpcheck: string; readonly suites: string };

/**
 * What a result is kept by. Two runs of one server, as it is defined, with the same mcpcheck and the same suites have one result: a
 * second delivery costs nothing, and a new version of either is judged anew.
 */
export function resultKey(server: FleetServer | Unreachable, { mcpcheck, suites }: JudgedWith): string {
  const parts = Object.entries(server).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sha256(new TextEncoder().encode(JSON.stringify([parts, mcpcheck, suites]))).slice(0, 32);
}

/** Which of `count` shards a server belongs to, from 1: the same whatever else is in the fleet, and however it is ordered. */
export function shardOf(name: string, count: number): number {
  return (Number.parseInt(sha256(new TextEncoder().encode(name)).slice(0, 8), 16) % count) + 1;
}
