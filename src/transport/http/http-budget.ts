import { formatBytes } from "../bounded-bytes.ts";
import { defaultConnectionFrames, type TransportLimits } from "../client-transport.ts";

/** What one HTTP connection may still cost. Each call hands back why it is too much, or undefined. */
export type HttpBudget = {
  readonly spendBytes: (bytes: number) => string | undefined;
  readonly spendEvent: () => string | undefined;
};

/** A budget for all exchanges of a connection together. */
export function createHttpBudget(limits: TransportLimits): HttpBudget {
  const maxEvents = limits.connectionFrames ?? defaultConnectionFrames;
  let bytes = 0;
  let events = 0;
  return {
    spendBytes(more) {
      bytes += more;
      return bytes > limits.connectionBytes ? `more than ${formatBytes(limits.connectionBytes)} were received` : undefined;
    },
    spendEvent() {
      events += 1;
      return events > maxEvents ? `more than ${maxEvents} stream events were received` : undefined;
    },
  };
}
