import { asObject } from "../../jsonrpc/json.ts";
import { envelopeKeys } from "../../session/envelope.ts";
import type { Subject } from "../../trace/trace.ts";
import type { TimedEvent } from "./scenario-record.ts";
import { framesFromClient } from "./wire-facts.ts";

/** What the client calls itself: in `initialize`, or in the envelope of a stateless request. */
export function identityIn(events: readonly TimedEvent[]): Partial<Subject> {
  for (const frame of framesFromClient(events)) {
    if (frame.kind !== "request") continue;
    const params = asObject(frame.params);
    const { name, version } = asObject(params["clientInfo"] ?? asObject(params["_meta"])[envelopeKeys.clientInfo]);
    if (typeof name === "string") return { name, ...(typeof version === "string" ? { version } : {}) };
  }
  return {};
}
