import type { JsonObject } from "../jsonrpc/json.ts";
import type { Revision } from "../spec/revision.ts";

/** How mcpcheck introduces itself to a server. */
export type ClientIdentity = { readonly name: string; readonly version: string };

/** The capabilities of a client that can do everything the revision knows. */
export function fullCapabilities(revision: Revision): JsonObject {
  const base: JsonObject = { roots: revision >= "2026-07-28" ? {} : { listChanged: true }, sampling: {} };
  if (revision < "2025-06-18") return base;
  if (revision < "2025-11-25") return { ...base, elicitation: {} };
  return { ...base, sampling: { tools: {} }, elicitation: { form: {}, url: {} } };
}
