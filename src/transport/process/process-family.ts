import { huntDown } from "./hunt.ts";
import { isOf, type Lineage } from "./lineage.ts";
import { residentBytes } from "./resident-bytes.ts";
import { membersOf, send, signalGroup } from "./process-group.ts";
import { type System, thisSystem } from "./system.ts";

/** The variable that marks every process which came of one start, as far as it hands its environment on. */
export const markVariable = "MCPCHECK_PROCESS";

/** How a child was started, as far as it decides what belongs to it. */
export type FamilyTraits = {
  /** The value of the mark in its environment; without one, what leaves the group is let go. */
  readonly mark: string | undefined;
  /** What those are known by that leave it, where the system has such a thing; otherwise by the mark. */
  readonly lineage: Lineage | undefined;
  /** The name of a wrapper around the child (a sandbox), which is not judged itself and must outlive a SIGTERM. */
  readonly wrapper: string | undefined;
};

/** The processes that came of one start. */
export type ProcessFamily = {
  /** Signals the group; a wrapper only hears of SIGKILL, for it would end without telling its child. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** How many of the group are alive, without a wrapper. */
  readonly living: () => number;
  /** How many bytes of memory of their own those of the group hold, without a wrapper; undefined where nobody can tell. Linux only. */
  readonly resident: () => number | undefined;
  /** Kills what left the group but is known; how many there were. Linux only: nowhere else can it be told. */
  readonly killEscaped: () => number;
};

/** The family of the process that leads a group. */
export function processFamily(
  leader: number,
  { mark, lineage, wrapper }: FamilyTraits,
  system: System = thisSystem,
): ProcessFamily {
  const own = (): readonly { readonly pid: number }[] => membersOf(leader, system).filter(({ name }) => name !== wrapper);
  const isOurs = (pid: number): boolean =>
    lineage !== undefined ? isOf(pid, lineage, system) : mark !== undefined && carries(pid, mark, system);
  return {
    signal(signal) {
      if (wrapper === undefined || signal === "SIGKILL") return signalGroup(leader, signal, system);
      for (const { pid } of own()) send(pid, signal, system);
    },
    living: () => own().length,
    resident: () =>
      residentBytes(
        own().map(({ pid }) => pid),
        system,
      ),
    killEscaped: () => (mark === undefined || system.platform !== "linux" ? 0 : huntDown(isOurs, system)),
  };
}

/** Whether the environment of a living process had the mark when it was started (https://man7.org/linux/man-pages/man5/proc_pid_environ.5.html). */
function carries(pid: number, mark: string, { told }: System): boolean {
  return told(pid, "environ").split("\0").includes(`${markVariable}=${mark}`);
}
