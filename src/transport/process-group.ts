import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/**
 * Sends a signal to a process group. That the group is gone already is no error. Windows has no groups: there SIGKILL
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

/** The living processes of a group, without zombies, which a container's first process may never collect. */
export function livingInGroup(group: number): number {
  if (process.platform === "win32" || !groupExists(group)) return 0;
  return process.platform === "linux" ? countInProc(group) : countWithPs(group);
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
function countInProc(group: number): number {
  let living = 0;
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/u.test(entry)) continue;
    const stat = readStat(entry);
    // The second field is the name in parentheses, which may itself hold spaces and parentheses.
    const [state = "", , memberOf = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ", 3);
    if (Number(memberOf) === group && state !== "Z" && state !== "X") living += 1;
  }
  return living;
}

function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}

function countWithPs(group: number): number {
  try {
    const table = execFileSync("ps", ["-A", "-o", "pgid=,stat="], { encoding: "utf8" });
    return table.split("\n").filter((row) => {
      const [memberOf, state = ""] = row.trim().split(/\s+/u);
      return Number(memberOf) === group && !state.startsWith("Z");
    }).length;
  } catch {
    return 0;
  }
}
