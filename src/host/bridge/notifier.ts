import { retryDelay } from "../../agent/retry-plan.ts";
import type { Clock } from "../../base/time/clock.ts";
import type { Post, Poster } from "./post-bytes.ts";
import { stopForMany } from "../../base/time/stop-for-many.ts";

/** Tells others of tasks, and goes on trying where they do not take it. */
export type Notifier = {
  /** Sends a post after all that were queued in the same line; what is in different lines does not wait for each other. */
  readonly send: (line: string, post: Post) => void;
  /** Resolves when nothing is on its way. */
  readonly idle: () => Promise<void>;
  /** Gives up what is on its way. */
  readonly close: () => void;
};

/** What a notifier is made of: `triesAgain` (default true) whether it repeats what was not taken, `isTaken` says which answers mean that it arrived, `giveUp` is told of what never did. */
export type NotifierSetup = {
  readonly post: Poster;
  readonly clock: Clock;
  readonly triesAgain?: boolean;
  readonly isTaken: (status: number) => boolean;
  readonly giveUp: (url: string, why: string) => void;
};

/** A notifier with nothing to say yet. */
export function createNotifier({ post, clock, triesAgain = true, isTaken, giveUp }: NotifierSetup): Notifier {
  const lines = new Map<string, Promise<void>>();
  const closed = stopForMany();

  async function deliver(one: Post): Promise<void> {
    for (let retry = 1; !closed.signal.aborted; retry += 1) {
      const posted = await post(one, closed.signal);
      if ("status" in posted && isTaken(posted.status)) return;
      const delay = triesAgain ? retryDelay(retry) : undefined;
      if (delay === undefined)
        return giveUp(one.url, "error" in posted ? posted.error : `it answered with status ${posted.status}`);
      await pause(delay);
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = clock.setTimeout(ms, done);
      function done(): void {
        stop();
        closed.signal.removeEventListener("abort", done);
        resolve();
      }
      closed.signal.addEventListener("abort", done);
    });
  }

  return {
    send(line, one) {
      const last = (lines.get(line) ?? Promise.resolve()).then(() => deliver(one));
      lines.set(line, last);
      void last.then(() => {
        if (lines.get(line) === last) lines.delete(line);
      });
    },
    async idle() {
      while (lines.size > 0) await Promise.all(lines.values());
    },
    close: () => closed.abort(),
  };
}
