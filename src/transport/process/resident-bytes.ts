import { type System, thisSystem } from "./system.ts";

/**
 * How many bytes of memory processes hold that are no part of a file: what a program and its libraries take, and what of a file is mapped,
 * comes and goes as the system likes (https://man7.org/linux/man-pages/man5/proc_pid_status.5.html, RssAnon). Undefined where it
 * cannot be read: of other systems than Linux, and of processes that are gone.
 */
export function residentBytes(pids: readonly number[], system: System = thisSystem): number | undefined {
  const held = pids.flatMap((pid) => heldBy(pid, system) ?? []);
  return held.length === 0 ? undefined : held.reduce((sum, bytes) => sum + bytes, 0);
}

function heldBy(pid: number, { told }: System): number | undefined {
  const kilobytes = /^RssAnon:\s+(\d+) kB$/mu.exec(told(pid, "status"))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
