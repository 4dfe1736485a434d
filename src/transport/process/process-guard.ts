/**
 * Knows every process group that is running, so that none outlives mcpcheck. The program that handles SIGINT and `exit`
 * makes one and hands it to every transport.
 */
export type ProcessGuard = {
  /** Registers how to kill a group at once; hands back what to call when the group is gone. */
  readonly add: (kill: () => void) => () => void;
  /** Kills every registered group with SIGKILL. Synchronous, so that it works in an `exit` handler; never throws. */
  readonly killAll: () => void;
  /** How many groups are registered. */
  readonly size: () => number;
};

/** A guard that knows no process yet. */
export function createProcessGuard(): ProcessGuard {
  const kills = new Set<{ readonly kill: () => void }>();
  return {
    add(kill) {
      const entry = { kill };
      kills.add(entry);
      return () => void kills.delete(entry);
    },
    killAll() {
      for (const { kill } of kills) kill();
    },
    size: () => kills.size,
  };
}
