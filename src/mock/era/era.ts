import { type Json, asObject } from "../../jsonrpc/json.ts";
import { type Era, type Revision, eraOf, isRevision } from "../../spec/revision.ts";
import { spokenIn } from "./capabilities.ts";
import type { MockScript } from "../script/script.ts";

/** Envelope members of stateless requests (2026-07-28 basic/index, "_meta"). */
export const metaKeys = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  logLevel: "io.modelcontextprotocol/logLevel",
  subscription: "io.modelcontextprotocol/subscriptionId",
  serverInfo: "io.modelcontextprotocol/serverInfo",
} as const;

const statelessOnly = ["server/discover", "subscriptions/listen"];

/** What decides in which era a request is served. */
export type EraClues = {
  readonly method: string;
  readonly params: Json | undefined;
  /** The MCP-Protocol-Version header, where there is one. */
  readonly header?: string | undefined;
  /** What `initialize` settled for this conversation. */
  readonly negotiated: Revision | undefined;
  /** The era of a request that gives no clue at all. */
  readonly otherwise: Era;
};

/** The era a server serves a request in (2026-07-28 basic/versioning, "Backward Compatibility"). */
export function eraFor(script: MockScript, clues: EraClues): Era {
  if (spokenIn(script, "stateless").length === 0) return "stateful";
  if (spokenIn(script, "stateful").length === 0) return "stateless";
  const meta = asObject(asObject(clues.params)["_meta"]);
  if (Object.hasOwn(meta, metaKeys.version)) return "stateless";
  if (clues.method === "initialize") return "stateful";
  if (statelessOnly.includes(clues.method)) return "stateless";
  if (clues.negotiated !== undefined) return "stateful";
  if (clues.header !== undefined) return isRevision(clues.header) ? eraOf(clues.header) : "stateless";
  if (Object.hasOwn(meta, metaKeys.capabilities)) return "stateless";
  return clues.method === "ping" ? "stateful" : clues.otherwise;
}
