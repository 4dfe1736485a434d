import { readFileSync } from "node:fs";
import { membersOf, processIds, signalGroup } from "./process-group.ts";

/** The variable that marks every process which came of one start, as far as it hands its environment on. */
export const markVariable = "MCPCHECK_PROCESS";

/** How a child was started, as far as it decides what belongs to it. */
export type FamilyTraits = {
  /** The value of the mark in its environment; without one, what leaves the group is out of reach. */
  readonly mark: string | undefined;
  /** The name of a wrapper around the child (a sandbox), which is not judged itself and must outlive a SIGTERM. */
  readonly wrapper: string | undefined;
};

/** The processes that came of one start. */
export type ProcessFamily = {
  /** Signals the group; a wrapper only hears of SIGKILL, for it would end without telling its child. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** How many of the group are alive, without a wrapper. */
  readonly living: () => number;
  /** Kills what left the group but carries the mark; how many there were. Linux only: nowhere else can it be told. */
  readonly killEscaped: () => number;
};

/** The family of the process that leads a group. */
export function processFamily(leader: number, { mark, wrapper }: FamilyTraits): ProcessFamily {
  const own = (): readonly { readonly pid: number }[] => membersOf(leader).filter(({ name }) => name !== wrapper);
  return {
    signal(signal) {
      if (wrapper === undefined || signal === "SIGKILL") return signalGroup(leader, signal);
      for (const { pid } of own()) send(pid, signal);
    },
    living: () => own().length,
    killEscaped() {
      const escaped = mark === undefined ? [] : marked(mark);
      for (const pid of escaped) send(pid, "SIGKILL");
      return escaped.length;
    },
  };
}

/** The living processes whose environment had the mark when they were started (https://man7.org/linux/man-pages/man5/proc_pid_environ.5.html). */
function marked(mark: string): number[] {
  if (process.platform !== "linux") return [];
  const wanted = `${markVariable}=${mark}`;
  return processIds().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(wanted);
    } catch {
      return false; // it has ended, or is another user's
    }
  });
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
