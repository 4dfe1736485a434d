/** The header in which agents that ask each other count how far a request has come. */
export const hopHeader = "x-agent-hops";

/** So many agents may pass a request on, one to the next. */
export const mostHops = 5;

/** How many agents a request has passed, by its header; what is no number counts as none. */
export function hopsOf(header: string | undefined): number {
  return header !== undefined && /^\d{1,4}$/.test(header.trim()) ? Number(header) : 0;
}
