import type { Clock } from "../../base/time/clock.ts";

/** The transport a mock server is served on. */
export type MockTransport = "stdio" | "http" | "sse";

/** What a process was started with. */
export type Self = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
};

/** What a mock server needs from outside, so that its behaviour is a function of script, input, time and these values. */
export type World = {
  readonly clock: Clock;
  /** Wall-clock time in milliseconds since 1970, for time stamps. */
  readonly date: () => number;
  /** A fresh unguessable string of visible ASCII: session ids, keys. */
  readonly random: () => string;
  readonly transport: MockTransport;
  /** What touches the process; only scripts with faults ask for it, but for `stderr`. */
  readonly process: {
    readonly exit: (code: number | "SIGKILL") => void;
    readonly stderr: (text: string) => void;
    readonly spawnGrandchild: () => void;
    /** Takes so many bytes of memory for good; absent where the process is not the server's own. */
    readonly keep?: (bytes: number) => void;
    /** What the process was started with, for tools that tell it. */
    readonly self: () => Self;
  };
};
