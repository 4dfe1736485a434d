import type { System } from "../../src/transport/process/system.ts";

/** A process of a machine that does not exist. */
export type FakeProcess = {
  readonly pid: number;
  /** The group it is in; its own where none is named. */
  readonly group?: number;
  readonly name?: string;
  /** As in `/proc/<pid>/stat`: S sleeps, T is stopped, Z has ended and nobody has collected it. */
  readonly state?: string;
  readonly environ?: string;
  readonly limits?: string;
  readonly status?: string;
};

/** A machine on which nobody is really signalled, and what was asked of it. */
export type FakeSystem = System & {
  /** What was asked, in order: `kill SIGTERM -70`, `ps …`, `hurry`, `calm`, `watch`, `closed`. */
  readonly asked: string[];
  /** Which processes were looked at, in order. */
  readonly looked: number[];
  readonly start: (process: FakeProcess) => void;
  readonly end: (pid: number) => void;
  readonly time: () => number;
};

type Given = {
  readonly platform?: NodeJS.Platform;
  readonly processes?: readonly FakeProcess[];
  /** What a program writes. */
  readonly output?: string;
  /** The process that was started last; otherwise the one with the highest number there has been. */
  readonly newest?: number;
  /** What happens each time somebody looks which process is the newest, which takes half a millisecond. */
  readonly meanwhile?: (machine: FakeSystem) => void;
  /** What happens before a signal is heard. */
  readonly before?: (machine: FakeSystem, pid: number, signal: NodeJS.Signals | 0) => void;
};

/** An error as the system gives it. */
export const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** A machine with some processes, Linux where nothing else is said. */
export function fakeSystem(given: Given = {}): FakeSystem {
  const { platform = "linux", processes = [], output = "", meanwhile = () => undefined, before = () => undefined } = given;
  const all = new Map(processes.map((one) => [one.pid, one]));
  let newest = given.newest ?? Math.max(0, ...all.keys());
  let time = 0;
  const asked: string[] = [];
  const looked: number[] = [];
  const machine: FakeSystem = {
    platform,
    asked,
    looked,
    time: () => time,
    start(process) {
      all.set(process.pid, process);
      newest = process.pid;
    },
    end: (pid) => void all.delete(pid),
    kill(pid, signal) {
      before(machine, pid, signal);
      asked.push(`kill ${signal} ${pid}`);
      const process = pid < 0 ? [...all.values()].find((one) => (one.group ?? one.pid) === -pid) : all.get(pid);
      if (process === undefined) throw failure("ESRCH");
      if (pid > 0 && signal === "SIGKILL") all.delete(pid);
      if (pid > 0 && signal === "SIGSTOP") all.set(pid, { ...process, state: "T" });
    },
    run(program, args) {
      asked.push([program, ...args].join(" "));
      return output;
    },
    ids: () => [...all.keys()],
    told(pid, file) {
      if (file === "stat" && pid !== "self") looked.push(pid);
      const process = pid === "self" ? undefined : all.get(pid);
      if (process === undefined) return "";
      const { name = "node", state = "S", group = pid } = process;
      return file === "stat" ? `${pid} (${name}) ${state} 1 ${group} 0 0 -1` : (process[file] ?? "");
    },
    watch() {
      asked.push("watch");
      return {
        newest() {
          time += 0.5;
          meanwhile(machine);
          return newest;
        },
        close: () => void asked.push("closed"),
      };
    },
    hurry() {
      asked.push("hurry");
      return () => void asked.push("calm");
    },
    now: () => time,
    sleep: (ms) => void (time += ms),
  };
  return machine;
}
