import { isAlive, send } from "./process-group.ts";
import { type System, thisSystem } from "./system.ts";

/** How long new processes are looked at, in ms, where others keep starting some that end at once. */
const longestMs = 300;

/** How long, in ms, where some of them are those that are hunted: on a busy machine it takes more looks to be in time. */
const longestOfOursMs = 5000;

/** How long no process may have come and gone, in ms, before nobody is taken to be on the run. */
const calmMs = 20;

/** So many of the newest processes are looked at when several have come at once. */
const mostAtOnce = 16;

/** What a look at a process shows: it may have gone before it could be told whose it was. */
type Look = "ours" | "of others" | "gone";

/**
 * Kills the processes of a kind, on Linux; how many there were. All are stopped before the first is killed, so that none makes up
 * for another. A chain of processes, each of which starts the next and ends, may be gone from wherever it was listed: while
 * processes come and go, the newest are looked at again and again. Who hunts on a busy machine must not wait in line with what is hunted.
 */
export function huntDown(isOurs: (pid: number) => boolean, system: System = thisSystem): number {
  const look = (pid: number): Look =>
    isOurs(pid) ? (isAlive(pid, system) ? "ours" : "of others") : system.told(pid, "stat") === "" ? "gone" : "of others";
  const { newest, close } = system.watch();
  const calmDown = system.hurry();
  try {
    const last = newest();
    const first = sweep(look, system);
    if (first.ours === 0 && first.gone === 0 && newest() === last) return 0;
    return first.ours + chase(look, { newest, last }, system) + sweep(look, system).ours;
  } finally {
    calmDown();
    close();
  }
}

/** Stops and kills what is there, the newest first, for it has had the least time to go on. */
function sweep(look: (pid: number) => Look, system: System): { readonly ours: number; readonly gone: number } {
  const ours: number[] = [];
  let gone = 0;
  for (const pid of system.ids().toSorted((a, b) => b - a)) {
    const seen = look(pid);
    if (seen === "gone" || (seen === "ours" && !send(pid, "SIGSTOP", system))) gone += 1;
    else if (seen === "ours") ours.push(pid);
  }
  for (const pid of ours) send(pid, "SIGKILL", system);
  return { ours: ours.length, gone };
}

/**
 * Looks at the newest processes, those after `last`, until for some time none has come that was ours or was gone at once; and for as long as
 * some are ours, for a chain that is let go fills the machine with what it leaves.
 */
function chase(
  look: (pid: number) => Look,
  start: { readonly newest: () => number; readonly last: number },
  system: System,
): number {
  const began = system.now();
  let last = start.last;
  let until = began + longestMs;
  let calmSince = began;
  let found = 0;
  for (let now = began; now < until && now < calmSince + calmMs; now = system.now()) {
    const pid = start.newest();
    if (pid === last) system.sleep(1);
    for (const one of newcomers(last, pid)) {
      const seen = look(one);
      if (seen === "ours") {
        until = Math.min(now + longestMs, began + longestOfOursMs);
        if (send(one, "SIGKILL", system)) found += 1;
      }
      if (seen !== "of others") calmSince = now;
    }
    last = pid;
  }
  return found;
}

/** The ids given out after `last`, up to the newest, as far as it is worth looking; at some point they begin anew. */
function newcomers(last: number, newest: number): number[] {
  const count = newest > last ? Math.min(newest - last, mostAtOnce) : newest === last ? 0 : 1;
  return Array.from({ length: count }, (_one, index) => newest - count + 1 + index);
}
