import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** What is asked of the system here; tests of other systems than their own put a fake in its place. */
export type System = {
  readonly platform: NodeJS.Platform;
  readonly kill: (pid: number, signal: NodeJS.Signals | 0) => void;
  /** Runs a program and gives its output. @throws where it is not there, or fails */
  readonly run: (program: string, args: readonly string[]) => string;
};

const thisSystem: System = {
  platform: process.platform,
  kill: (pid, signal) => void process.kill(pid, signal),
  run: (program, args) =>
    execFileSync(program, [...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], windowsHide: true }),
};

/**
 * Sends a signal to a process group. That the group is gone already is not an error. Windows has neither groups nor signals: there
 * every signal ends a process at once (https://nodejs.org/api/process.html#signal-events), and what it has started goes on and cannot
 * be found from it any more. So the first one ends the whole tree
 * (https://learn.microsoft.com/windows-server/administration/windows-commands/taskkill).
 */
export function signalGroup(group: number, signal: NodeJS.Signals, { platform, kill, run }: System = thisSystem): void {
  try {
    if (platform === "win32") run("taskkill", ["/pid", String(group), "/T", "/F"]);
    else kill(-group, signal);
  } catch {
    // ESRCH: nobody is left to signal. EPERM: who is left has changed its user and is out of reach.
  }
}

/** A living process and its name, as the system shortens it. */
export type Member = { readonly pid: number; readonly name: string };

/** The living processes of a group, without zombies, which a container's first process may never collect. */
export function membersOf(group: number, system: System = thisSystem): readonly Member[] {
  if (system.platform === "win32" || !groupExists(group, system)) return [];
  return system.platform === "linux" ? membersInProc(group) : membersByPs(group, system);
}

/** The ids of all processes, on Linux. */
export function processIds(): number[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/u.test(entry))
    .map(Number);
}

/** Whether a process is there and is not a zombie, on Linux. */
export function isAlive(pid: number): boolean {
  const stat = readStat(pid);
  return stat !== "" && isRunning(afterName(stat)[0]);
}

function groupExists(group: number, { kill }: System): boolean {
  try {
    kill(-group, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Reads state and group of every process (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
function membersInProc(group: number): Member[] {
  return processIds().flatMap((pid): Member[] => {
    const stat = readStat(pid);
    const [state, , memberOf] = afterName(stat);
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    return Number(memberOf) === group && isRunning(state) ? [{ pid, name }] : [];
  });
}

/** State, parent and group. The field before them is the name in parentheses, which may itself hold spaces and parentheses. */
function afterName(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ", 3);
}

function isRunning(state: string | undefined): boolean {
  return state !== "Z" && state !== "X";
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}

/** Asks ps, as macOS and other systems without /proc have it: `comm` is the whole path there, which may hold spaces, and comes last. */
function membersByPs(group: number, { run }: System): Member[] {
  try {
    const table = run("ps", ["-A", "-o", "pgid=,stat=,pid=,comm="]);
    return table.split("\n").flatMap((row): Member[] => {
      const [memberOf, state = "", pid, ...name] = row.trim().split(/\s+/u);
      return Number(memberOf) === group && !state.startsWith("Z") ? [{ pid: Number(pid), name: name.join(" ") }] : [];
    });
  } catch {
    return [];
  }
}
