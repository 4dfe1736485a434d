import { type System, thisSystem } from "./system.ts";

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

/** Signals a process; whether it was there. */
export function send(pid: number, signal: NodeJS.Signals, { kill }: System = thisSystem): boolean {
  try {
    kill(pid, signal);
    return true;
  } catch {
    return false; // it has ended meanwhile
  }
}

/** A living process and its name, as the system shortens it. */
export type Member = { readonly pid: number; readonly name: string };

/** The living processes of a group, without zombies, which a container's first process may never collect. */
export function membersOf(group: number, system: System = thisSystem): readonly Member[] {
  if (system.platform === "win32" || !groupExists(group, system)) return [];
  return system.platform === "linux" ? membersInProc(group, system) : membersByPs(group, system);
}

/** Whether a process is there and is not a zombie, on Linux. */
export function isAlive(pid: number, system: System = thisSystem): boolean {
  const stat = system.told(pid, "stat");
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
function membersInProc(group: number, { ids, told }: System): Member[] {
  return ids().flatMap((pid): Member[] => {
    const stat = told(pid, "stat");
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
