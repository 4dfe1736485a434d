import type { Responded } from "../../trace/facts/http-facts.ts";
import type { Exhibit } from "../outcome.ts";

/** An answer over HTTP that must have one status and no other. */
export function expectStatus({ response }: Responded, status: number): Exhibit {
  return { ref: response, wrong: response.status === status ? undefined : `status ${response.status}, expected ${status}` };
}
