import type { Json } from "../../../jsonrpc/json.ts";

/** The calls of a connection that wait for their answers. */
export type CallsInFlight = {
  /** Notes a call, and what is to be done when its answer is too long to be kept; gives what takes it off again. */
  readonly add: (id: Json, dropped: () => void) => () => void;
  /** An answer was too long: fails the call it is for, by the id in its beginning or because there is just one. */
  readonly dropTooLong: (beginning: string) => void;
};

/** No call waits yet. */
export function createCallsInFlight(): CallsInFlight {
  const waiting = new Map<string, () => void>();
  return {
    add(id, dropped) {
      const key = JSON.stringify(id);
      waiting.set(key, dropped);
      return () => waiting.delete(key);
    },
    dropTooLong(beginning) {
      const id = /"id"\s*:\s*(\d+)/.exec(beginning)?.[1];
      const [single, ...others] = waiting.values();
      (id === undefined && others.length === 0 ? single : waiting.get(id ?? ""))?.();
    },
  };
}
