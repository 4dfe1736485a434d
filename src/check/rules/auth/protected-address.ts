import { isLoopbackName } from "../../../base/loopback.ts";
import type { Json } from "../../../jsonrpc/json.ts";

/** Whether a value is the address of something that may be asked about an authorization: by https, or of this machine by its name. */
export function isProtected(address: Json | undefined): boolean {
  if (typeof address !== "string" || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || isLoopbackName(hostname);
}
