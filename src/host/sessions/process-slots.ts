import type { ServerLink } from "./server-link.ts";

/** Processes of servers, counted. */
export type ProcessSlots = {
  /** The link, so that a process it starts takes a place until it has ended, and is refused where there is none. */
  readonly counted: (link: ServerLink) => ServerLink;
  /** Whether a process of this link is running. */
  readonly isRunning: (link: ServerLink) => boolean;
  /** Whether every place is taken. */
  readonly isFull: () => boolean;
};

/**
 * Places for at most so many processes at a time (`null`: any number). `endIdle` ends the processes that nobody has used for longest and is
 * fulfilled when they are gone; undefined where all are in use.
 */
export function createProcessSlots(most: number | null, endIdle: () => Promise<void> | undefined): ProcessSlots {
  const running = new Map<ServerLink, number>();
  let taken = 0;

  const isFull = (): boolean => most !== null && taken >= most;

  /** Takes a place for a link; what it gives frees it, once. */
  function take(link: ServerLink): () => void {
    const count = (by: number): void => {
      taken += by;
      const left = (running.get(link) ?? 0) + by;
      if (left > 0) running.set(link, left);
      else running.delete(link);
    };
    let held = true;
    count(1);
    return () => {
      if (held) count(-1);
      held = false;
    };
  }

  function counted(link: ServerLink): ServerLink {
    if (link.transport !== "stdio") return link;
    const own: ServerLink = {
      ...link,
      async open(...how) {
        while (isFull()) {
          const ended = endIdle();
          if (ended === undefined) return { refused: `the host runs ${most} server processes, which is as many as it may` };
          await ended;
        }
        const free = take(own);
        try {
          const opened = await link.open(...how);
          if ("refused" in opened) free();
          else void opened.transport.ended.then(free);
          return opened;
        } catch (cause) {
          free();
          throw cause;
        }
      },
    };
    return own;
  }

  return { counted, isRunning: (link) => (running.get(link) ?? 0) > 0, isFull };
}
