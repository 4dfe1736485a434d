import { execFileSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

/**
 * What is asked of the system to find processes and to end them. Whoever does either takes one: tests put a fake in its place, of other
 * systems than their own, and of machines on which nobody is ended.
 */
export type System = {
  readonly platform: NodeJS.Platform;
  /** Signals a process, or a group by its negative number. @throws where it is gone (ESRCH) or somebody else's (EPERM) */
  readonly kill: (pid: number, signal: NodeJS.Signals | 0) => void;
  /** Runs a program and gives its output. @throws where it is not there, or fails */
  readonly run: (program: string, args: readonly string[]) => string;
  /** The ids of all processes. Linux only. */
  readonly ids: () => readonly number[];
  /**
   * What a file in `/proc` tells of a process (https://man7.org/linux/man-pages/man5/proc.5.html); empty where it is gone or nobody may
   * read it. Linux only.
   */
  readonly told: (pid: number | "self", file: "environ" | "limits" | "stat" | "status") => string;
  /** Begins to look which process was started last. Linux only. */
  readonly watch: () => Watch;
  /** Goes before all other processes as far as that is allowed, until what it gives back is called. */
  readonly hurry: () => () => void;
  /** A time in ms that only ever goes on. */
  readonly now: () => number;
  /** Waits so many ms without giving way to anything else. */
  readonly sleep: (ms: number) => void;
};

/** Tells which process was started last, until it is closed. */
export type Watch = { readonly newest: () => number; readonly close: () => void };

/** The system this process runs on. */
export const thisSystem: System = {
  platform: process.platform,
  kill: (pid, signal) => void process.kill(pid, signal),
  run: (program, args) =>
    execFileSync(program, [...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], windowsHide: true }),
  ids: () =>
    readdirSync("/proc")
      .filter((entry) => /^\d+$/u.test(entry))
      .map(Number),
  told(pid, file) {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8");
    } catch {
      return "";
    }
  },
  watch() {
    // One file for all looks: a hunt has no time to open it anew (https://man7.org/linux/man-pages/man5/proc_loadavg.5.html).
    const file = openSync("/proc/loadavg", "r");
    const bytes = Buffer.alloc(64);
    const newest = (): number =>
      Number(
        bytes
          .toString("latin1", 0, readSync(file, bytes, 0, 64, 0))
          .trim()
          .split(" ")
          .at(-1),
      );
    return { newest, close: () => closeSync(file) };
  },
  hurry() {
    const before = getPriority();
    prioritize(constants.priority.PRIORITY_HIGHEST);
    return () => prioritize(before);
  },
  now: () => performance.now(),
  sleep: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

/** That may be nobody's right but root's: then things only take longer. */
function prioritize(priority: number): void {
  try {
    setPriority(priority);
  } catch {
    // As it was.
  }
}
