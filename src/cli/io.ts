/** What a command may touch of the outside world, handed down so that commands can be tested with values. */
export type Io = {
  /** Machine output. */
  readonly stdout: (text: string) => void;
  /** Everything meant for a person. */
  readonly stderr: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether stdout is a terminal: decides on colour and on the default reporter. */
  readonly isTerminal: boolean;
  /** How a run tells where it is while it goes on: a live line on a terminal, a line now and then in CI, not at all elsewhere. */
  readonly progress?: "live" | "heartbeat" | undefined;
  /** Columns of the terminal, as far as there is one. */
  readonly columns?: number | undefined;
  /** Aborted by SIGINT or SIGTERM; `reason` is the signal's name. Commands end their children and finish their reports. */
  readonly interrupted: AbortSignal;
  /** All of standard input, as bytes come. */
  readonly stdin: () => AsyncIterable<Uint8Array>;
};
