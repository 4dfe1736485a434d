import { listMocks as scripts } from "../../mock/load-script.ts";
import type { Listing } from "./listing.ts";

/** The mock servers that `serve mock` plays. */
export function listMocks(): Listing {
  return { items: scripts().map(({ id, title, description }) => ({ id, title, description })), columns: ["title"] };
}
