import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { isAlive, processIds } from "./process-group.ts";

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
 * processes come and go, the newest are looked at again and again.
 */
export function huntDown(isOurs: (pid: number) => boolean): number {
  const look = (pid: number): Look =>
    isOurs(pid) ? (isAlive(pid) ? "ours" : "of others") : existsSync(`/proc/${pid}`) ? "of others" : "gone";
  const file = openSync("/proc/loadavg", "r");
  const priority = getPriority();
  const newest = (): number => newestProcess(file);
  try {
    prioritize(constants.priority.PRIORITY_HIGHEST);
    const last = newest();
    const first = sweep(look);
    if (first.ours === 0 && first.gone === 0 && newest() === last) return 0;
    return first.ours + chase(look, newest, last) + sweep(look).ours;
  } finally {
    prioritize(priority);
    closeSync(file);
  }
}

/** Who hunts on a busy machine must not wait in line with what is hunted; that may be nobody's right but root's. */
function prioritize(priority: number): void {
  try {
    setPriority(priority);
  } catch {
    // Then it is as likely, only later, that all are caught.
  }
}

/** Stops and kills what is there, the newest first, for it has had the least time to go on. */
function sweep(look: (pid: number) => Look): { readonly ours: number; readonly gone: number } {
  const ours: number[] = [];
  let gone = 0;
  for (const pid of processIds().toSorted((a, b) => b - a)) {
    const seen = look(pid);
    if (seen === "gone" || (seen === "ours" && !send(pid, "SIGSTOP"))) gone += 1;
    else if (seen === "ours") ours.push(pid);
  }
  for (const pid of ours) send(pid, "SIGKILL");
  return { ours: ours.length, gone };
}

/**
 * Looks at the newest processes, those after `last`, until for some time none has come that was ours or was gone at once; and for as long as
 * some are ours, for a chain that is let go fills the machine with what it leaves.
 */
function chase(look: (pid: number) => Look, newest: () => number, last: number): number {
  const began = performance.now();
  let until = began + longestMs;
  let calmSince = began;
  let found = 0;
  for (let now = began; now < until && now < calmSince + calmMs; now = performance.now()) {
    const pid = newest();
    if (pid === last) sleep(1);
    for (const one of newcomers(last, pid)) {
      const seen = look(one);
      if (seen === "ours") {
        until = Math.min(now + longestMs, began + longestOfOursMs);
        if (send(one, "SIGKILL")) found += 1;
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

/** Waits without giving way to anything else: what is hunted does not wait. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Signals a process; whether it was there. */
export function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false; // it has ended meanwhile
  }
}

/** The process that was started last, of the open file that tells it (https://man7.org/linux/man-pages/man5/proc_loadavg.5.html). */
function newestProcess(file: number): number {
  const bytes = Buffer.alloc(64);
  return Number(
    bytes
      .toString("latin1", 0, readSync(file, bytes, 0, 64, 0))
      .trim()
      .split(" ")
      .at(-1),
  );
}
