import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";

/**
 * A number that a process carries and hands on to whatever it starts, whatever becomes of its environment, session or parent: its
 * hard limit on file locks. Linux has ignored that limit since 2.4 but hands it on like every limit, and only root can raise it
 * again (https://man7.org/linux/man-pages/man2/getrlimit.2.html, RLIMIT_LOCKS).
 */
export type Lineage = bigint;

/** Less than the largest number a limit can have, and more than anybody would set. */
const highest = 2n ** 62n;

/** How far apart numbers are, at most: so far that nobody who takes one at the same time is likely to take the same, or one below. */
const widestStep = 2 ** 46;

/**
 * Starts something that can be told by its lineage from then on. The lineage is undefined where there can be none: it takes Linux
 * and its program prlimit. This process takes a new number before the start and another one after it, so that what it starts otherwise
 * is not of it.
 */
export function withLineage<T>(start: () => T): { readonly started: T; readonly lineage: Lineage | undefined } {
  const number = take(randomInt(2, widestStep));
  const started = start();
  const isLeft = number !== undefined && take(1) !== undefined;
  return { started, lineage: isLeft ? number : undefined };
}

/** Whether a living process is of this lineage. */
export function isOf(pid: number, lineage: Lineage): boolean {
  return numberOf(pid) === lineage;
}

/** Lowers the number of this process by a step. */
function take(step: number): bigint | undefined {
  if (process.platform !== "linux") return undefined;
  const now = numberOf("self");
  if (now === undefined) return undefined;
  const next = (now === "unlimited" ? highest : now) - BigInt(step);
  const { status } = spawnSync("prlimit", ["--pid", String(process.pid), `--locks=${next}`], { stdio: "ignore", timeout: 5000 });
  return status === 0 ? next : undefined;
}

/** The hard limit on file locks of a process; undefined for one that is gone. */
function numberOf(pid: number | "self"): bigint | "unlimited" | undefined {
  const hard = /^Max file locks +\S+ +(\S+)/mu.exec(limitsOf(pid))?.[1];
  return hard === undefined || hard === "unlimited" ? hard : BigInt(hard);
}

function limitsOf(pid: number | "self"): string {
  try {
    return readFileSync(`/proc/${pid}/limits`, "latin1");
  } catch {
    return "";
  }
}
