import { systemClock } from "../../base/time/clock.ts";
import type { MockTransport, World } from "../../mock/world/world.ts";

/** What a script may do to its process, where it has none of its own. */
export type OwnProcess = World["process"];

/**
 * The world of a mock server that lives in somebody else's process: a rule that ends the process ends the server, and nothing is known
 * of arguments and environment.
 */
export function innerWorld(transport: MockTransport, own: Partial<OwnProcess>): World {
  return {
    clock: systemClock,
    date: () => Date.now(),
    random: () => crypto.randomUUID(),
    transport,
    process: {
      exit: () => undefined,
      stderr: () => undefined,
      spawnGrandchild: () => undefined,
      self: () => ({ argv: [], env: {}, cwd: "" }),
      ...own,
    },
  };
}
