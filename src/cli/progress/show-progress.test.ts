import { expect, test } from "vitest";
import type { Clock } from "../../base/time/clock.ts";
import type { RunEvent } from "../../run/run-event.ts";
import type { Io } from "../io.ts";
import { showProgress } from "./show-progress.ts";

/** A clock that stands until it is moved. */
function standing(): Clock & { readonly pass: (ms: number) => void; readonly waiting: () => number } {
  let [now, timers] = [0, [] as { readonly at: number; readonly fn: () => void }[]];
  return {
    now: () => now,
    setTimeout(ms, fn) {
      const timer = { at: now + ms, fn };
      timers = [...timers, timer];
      return () => void (timers = timers.filter((one) => one !== timer));
    },
    pass(ms) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { fn } of due) fn();
    },
    waiting: () => timers.length,
  };
}

const finished = { type: "run.finished" } as RunEvent;

async function followed(progress: Io["progress"]): Promise<{ readonly written: string; readonly waiting: number }> {
  const clock = standing();
  let written = "";
  const io = { progress, columns: 30, stderr: (text: string) => (written += text) } as unknown as Io;
  const shown = showProgress(io, clock);
  async function* events(): AsyncGenerator<RunEvent> {
    clock.pass(10_000);
    shown.stderr("a word\n");
    yield await Promise.resolve(finished);
  }
  const seen: RunEvent[] = [];
  for await (const event of shown.follow(events(), ["node server.js"])) seen.push(event);
  expect(seen).toEqual([finished]);
  return { written, waiting: clock.waiting() };
}

test("on a terminal the line is cut to its width, and gone before anything else is written", async () => {
  expect(await followed("live")).toEqual({
    written: "\r\u001B[2K10 s · node server.js · waiti\r\u001B[2Ka word\n",
    waiting: 0,
  });
});

test("in a log there is a whole line every ten seconds", async () => {
  expect(await followed("heartbeat")).toEqual({
    written: "mcpcheck: 10 s · node server.js · waiting for its first answer\na word\n",
    waiting: 0,
  });
});

test("elsewhere nothing is written", async () => {
  expect(await followed(undefined)).toEqual({ written: "a word\n", waiting: 0 });
});
