import type { MockServer } from "../../mock/core.ts";
import type { Journal } from "./journal.ts";
import type { MockHandle } from "./mock-handle.ts";

/** The part of a handle that is the same for all transports. */
export function handleOf(
  journal: Journal,
  engine: Pick<MockServer, "announce">,
  stderr: () => string,
): Omit<MockHandle, "close" | typeof Symbol.asyncDispose> {
  return {
    messages: journal.entries,
    received: journal.received,
    notify: (method, params) => journal.push({ method, ...(params === undefined ? {} : { params }) }),
    change: ({ lists, resources }) =>
      engine.announce({
        ...(lists === undefined ? {} : { lists: [...lists] }),
        ...(resources === undefined ? {} : { resources: [...resources] }),
      }),
    stderr,
  };
}
