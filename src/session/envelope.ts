import { asObject, type JsonObject } from "../jsonrpc/json.ts";
import { eraOf, type Revision } from "../spec/revision.ts";
import type { ClientIdentity } from "./client-identity.ts";

const prefix = "io.modelcontextprotocol/";

/** The names of the `_meta` members of 2026-07-28 (basic/index#meta). */
export const envelopeKeys = {
  protocolVersion: `${prefix}protocolVersion`,
  clientInfo: `${prefix}clientInfo`,
  clientCapabilities: `${prefix}clientCapabilities`,
  logLevel: `${prefix}logLevel`,
  subscriptionId: `${prefix}subscriptionId`,
  serverInfo: `${prefix}serverInfo`,
} as const;

/**
 * The params of a request as its revision wants them: stateless revisions carry version, identity and capabilities in
 * `_meta`, the others only what `meta` adds. `meta: null` leaves `_meta` out altogether, for requests that shall be wrong;
 * a member that is null in `meta` is left out.
 */
export function withEnvelope(
  params: JsonObject | undefined,
  revision: Revision,
  who: { readonly identity: ClientIdentity; readonly capabilities: JsonObject },
  meta: JsonObject | null = {},
): JsonObject | undefined {
  if (meta === null) return params;
  const envelope: JsonObject =
    eraOf(revision) === "stateful"
      ? {}
      : {
          [envelopeKeys.protocolVersion]: revision,
          [envelopeKeys.clientInfo]: { ...who.identity },
          [envelopeKeys.clientCapabilities]: who.capabilities,
        };
  const merged = Object.entries({ ...envelope, ...asObject(params?.["_meta"]), ...meta }).filter(([, value]) => value !== null);
  return merged.length === 0 ? params : { ...params, _meta: Object.fromEntries(merged) };
}
