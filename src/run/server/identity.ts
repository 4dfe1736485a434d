import { asObject, type JsonObject } from "../../jsonrpc/json.ts";
import { envelopeKeys } from "../../session/envelope.ts";
import type { Subject } from "../../trace/trace.ts";

/** How much of a name or version is told, in UTF-16 units: it stands at the head of every report and trace. */
const longestName = 256;

/**
 * What the server calls itself: `serverInfo` of the handshake, or that of the `_meta` of a stateless answer. Of a long name only the
 * beginning, cut after `hide` has seen all of it: half a secret would not be known for one.
 */
export function identityOf(announced: readonly JsonObject[], hide: (text: string) => string): Partial<Subject> {
  const told = (text: string): string => {
    const whole = hide(text);
    return whole.length > longestName ? `${whole.slice(0, longestName).replace(/[\uD800-\uDBFF]$/, "")}…` : whole;
  };
  for (const one of announced) {
    const { name, version } = asObject(one["serverInfo"] ?? asObject(one["_meta"])[envelopeKeys.serverInfo]);
    if (typeof name === "string") return { name: told(name), ...(typeof version === "string" ? { version: told(version) } : {}) };
  }
  return {};
}
