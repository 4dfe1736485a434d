import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { isProgram, programIn, programOf, type Start } from "./program-of.ts";
import { type System, thisSystem } from "./system.ts";

/**
 * A number that a process carries and hands on to whatever it starts, whatever becomes of its environment, session or parent: its
 * hard limit on file locks. Linux has ignored that limit since 2.4 but hands it on like every limit, and only root can raise it
 * again (https://man7.org/linux/man-pages/man2/getrlimit.2.html, RLIMIT_LOCKS).
 */
export type Lineage = bigint;

/** Less than the largest number a limit can have, and more than anybody would set. */
const highest = 2n ** 62n;

/** How far numbers are below that of this process, at most: so far that hardly two take the same. */
const widestStep = 2 ** 46;

/**
 * How something is to be started so that it can be told by its lineage from then on: by the program prlimit, which takes a number and
 * becomes what it is to start. Nobody waits for anything, and this process and what it starts otherwise are not of that lineage.
 * As it is, and without a lineage, where there can be none: outside of Linux, without prlimit, and where what is to be started cannot
 * be, so that the system says why.
 */
export function withLineage(
  start: Start,
  system: System = thisSystem,
): Pick<Start, "command" | "args"> & { readonly lineage: Lineage | undefined } {
  const { command, args } = start;
  const prlimit = system.platform === "linux" ? handsOn() : undefined;
  const now = prlimit === undefined ? undefined : numberOf("self", system);
  if (prlimit === undefined || now === undefined || !isProgram(programOf(start))) return { command, args, lineage: undefined };
  const lineage = below(now);
  return { command: prlimit, args: [`--locks=${lineage}`, "--", command, ...args], lineage };
}

/** Whether a living process is of this lineage. */
export function isOf(pid: number, lineage: Lineage, system: System = thisSystem): boolean {
  return numberOf(pid, system) === lineage;
}

const below = (now: bigint | "unlimited"): bigint => (now === "unlimited" ? highest : now) - BigInt(randomInt(2, widestStep));

/** The path of a prlimit that was seen to work, `null` where there is none. */
const seen = new Map<string, string | null>();

/**
 * The program that gives numbers. It is tried once: there are systems that have it and let nobody change this limit, and who is
 * started by it there would never begin.
 */
function handsOn(): string | undefined {
  const path = process.env["PATH"] ?? "";
  if (!seen.has(path)) seen.set(path, triedPrlimit(path) ?? null);
  return seen.get(path) ?? undefined;
}

function triedPrlimit(path: string): string | undefined {
  const [prlimit, now] = [programIn(path, "prlimit"), numberOf("self", thisSystem)];
  if (prlimit === undefined || now === undefined) return undefined;
  const args = [`--locks=${below(now)}`, "--", prlimit, "--version"];
  return spawnSync(prlimit, args, { stdio: "ignore", timeout: 5000 }).status === 0 ? prlimit : undefined;
}

/** The hard limit on file locks of a process; undefined for one that is gone. */
function numberOf(pid: number | "self", { told }: System): bigint | "unlimited" | undefined {
  const hard = /^Max file locks +\S+ +(\S+)/mu.exec(told(pid, "limits"))?.[1];
  return hard === undefined || hard === "unlimited" ? hard : BigInt(hard);
}
