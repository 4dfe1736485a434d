import type { Clock } from "../../base/time/clock.ts";
import type { RunEvent } from "../../run/run-event.ts";
import type { Io } from "../io.ts";
import { createProgress } from "./progress.ts";

/** Milliseconds between two looks at a run: a live line moves as a clock does, a log must not fill. */
const pause = { live: 250, heartbeat: 10_000 } as const;

/** What follows a run and tells on standard error where it is. */
export type ShownProgress = {
  readonly follow: (events: AsyncIterable<RunEvent>, names: readonly string[]) => AsyncIterable<RunEvent>;
  /** Standard error without the live line in it. */
  readonly stderr: (text: string) => void;
};

/**
 * Shows where a run is while it goes on: on a terminal as one line that is written anew and is gone in the end, in the log of a CI job
 * as a line every ten seconds.
 */
export function showProgress(io: Io, clock: Clock): ShownProgress {
  const kind = io.progress;
  let shown = false;
  const clear = (): void => {
    if (shown) io.stderr("\r\u001B[2K");
    shown = false;
  };
  const show = (line: string): void => {
    if (kind === "heartbeat") return io.stderr(`mcpcheck: ${line}\n`);
    io.stderr(`\r\u001B[2K${line.slice(0, (io.columns ?? 80) - 1)}`);
    shown = true;
  };
  return {
    stderr(text) {
      clear();
      io.stderr(text);
    },
    async *follow(events, names) {
      if (kind === undefined) return yield* events;
      const began = clock.now();
      const progress = createProgress(names);
      let cancel = (): void => undefined;
      const tick = (): void => {
        cancel = clock.setTimeout(pause[kind], () => {
          show(progress.line(clock.now() - began));
          tick();
        });
      };
      tick();
      try {
        for await (const event of events) {
          progress.note(event);
          if (event.type === "run.finished") {
            cancel();
            clear();
          }
          yield event;
        }
      } finally {
        cancel();
        clear();
      }
    },
  };
}
