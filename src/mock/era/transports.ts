import { spokenIn } from "./capabilities.ts";
import type { MockScript } from "../script/script.ts";
import type { MockTransport } from "../world/world.ts";

/** The transports a script is made for, the usual one first. HTTP+SSE carries every server that speaks a stateful revision. */
export function transportsOf(script: MockScript): readonly MockTransport[] {
  return script.transports ?? (spokenIn(script, "stateful").length > 0 ? ["stdio", "http", "sse"] : ["stdio", "http"]);
}

/** Whether a script keeps every rule of the protocol and offers nothing that is meant to trouble a client. */
export function isClean(script: MockScript): boolean {
  return !(script.odd ?? ((script.rules ?? []).length > 0 || (script.omits ?? []).length > 0));
}
