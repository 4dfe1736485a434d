import type { Clock } from "../../src/base/time/clock.ts";
import type { World } from "../../src/mock/world/world.ts";
import type { MockTransport } from "../../src/mock/world/world.ts";

/** What a client sees of a mock, as text that grows; marks in brackets stand for what is not text. */
export type Transcript = { readonly add: (text: string) => void; readonly text: () => string };

/** An empty transcript. */
export function createTranscript(): Transcript {
  const parts: string[] = [];
  return { add: (text) => void parts.push(text), text: () => parts.join("") };
}

/** A world in which waiting takes no time and nothing touches the process; what would have happened is noted as a mark. */
export function hurriedWorld(transport: MockTransport, note: (mark: string) => void, exit: () => void): World {
  let now = 0;
  let serial = 0;
  const timers = new Set<{ readonly at: number; readonly fn: () => void }>();
  let scheduled = false;
  const fire = () => {
    scheduled = false;
    const [next] = [...timers].toSorted((a, b) => a.at - b.at);
    if (next === undefined) return;
    timers.delete(next);
    now = Math.max(now, next.at);
    next.fn();
    schedule();
  };
  const schedule = () => {
    if (scheduled || timers.size === 0) return;
    scheduled = true;
    setImmediate(() => setImmediate(fire));
  };
  const clock: Clock = {
    now: () => now,
    setTimeout(ms, fn) {
      note(`[pause ${Math.round(ms)}]`);
      const timer = { at: now + ms, fn };
      timers.add(timer);
      schedule();
      return () => void timers.delete(timer);
    },
  };
  return {
    clock,
    date: () => 1_700_000_000_000 + now,
    random: () => `random-${++serial}`,
    transport,
    process: {
      exit: (code) => {
        note(`[exit ${code}]`);
        exit();
      },
      stderr: (text) => note(`[stderr ${text.length}] ${text.slice(0, 200)}\n`),
      spawnGrandchild: () => note("[spawn]"),
      self: () => ({ argv: ["one", "two words", "--three"], env: { HOME: "/home/mock", PLANTED: "yes" }, cwd: "/here" }),
    },
  };
}
