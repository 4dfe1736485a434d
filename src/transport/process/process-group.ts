import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/**
 * Sends a signal to a process group. That the group is gone already is not an error. Windows has no groups: there SIGKILL
 * ends the tree of the process and any other signal the process.
 */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform !== "win32") process.kill(-group, signal);
    else if (signal === "SIGKILL") execFileSync("taskkill", ["/pid", String(group), "/T", "/F"], { stdio: "ignore" });
    else process.kill(group, signal);
  } catch {
    // ESRCH: nobody is left to signal. EPERM: who is left has changed its user and is out of reach.
  }
}

/** A living process and its name, as the system shortens it. */
export type Member = { readonly pid: number; readonly name: string };

/** The living processes of a group, without zombies, which a container's first process may never collect. */
export function membersOf(group: number): readonly Member[] {
  if (process.platform === "win32" || !groupExists(group)) return [];
  return process.platform === "linux" ? membersInProc(group) : membersByPs(group);
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

function groupExists(group: number): boolean {
  try {
    process.kill(-group, 0);
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

function membersByPs(group: number): Member[] {
  try {
    const table = execFileSync("ps", ["-A", "-o", "pgid=,stat=,pid=,comm="], { encoding: "utf8" });
    return table.split("\n").flatMap((row): Member[] => {
      const [memberOf, state = "", pid, ...name] = row.trim().split(/\s+/u);
      return Number(memberOf) === group && !state.startsWith("Z") ? [{ pid: Number(pid), name: name.join(" ") }] : [];
    });
  } catch {
    return [];
  }
}
