/** A server that misbehaves over stdio as `peers/stdio.mjs` plays it, and what judge and host are to make of it. */
export type StdioPeer = {
  /** The name of the deviation. */
  readonly name: string;
  /** How much of it, where it has a size. */
  readonly amount?: number;
  /** It writes as much as it can. */
  readonly floods?: true;
  /** It leaves requests without an answer, which a run can only tell from slowness by waiting. */
  readonly silent?: true;
  /** Exit codes of `run server`: 3 where it could not be judged to the end, 1 where a check accuses or a promise is not kept, 0 where nothing may be accused. */
  readonly exit: number;
  /** Why it could not be judged, where that is so. */
  readonly error?: RegExp;
  /** What the model is told of a call, or a person of the server. */
  readonly host: RegExp;
};

const cut = {
  floods: true,
  exit: 3,
  error: /wrote more than a whole run may bring|time for the whole subject/,
} as const;
const lost = /lost|did not answer within/;

/** Every way of going wrong. */
export const stdioPeers: readonly StdioPeer[] = [
  { name: "stdout flood from the start", ...cut, host: /seen|no answer|did not answer|failed to initialize/ },
  { name: "stdout flood after the handshake", ...cut, host: /tools\/list: no answer/ },
  { name: "one very long line", amount: 6, exit: 1, host: /seen/ },
  { name: "a line without end", floods: true, silent: true, exit: 1, host: /tools\/list: no answer/ },
  { name: "binary garbage", exit: 3, error: /not JSON-RPC|exited/, host: /failed to initialize/ },
  { name: "half a character", exit: 1, host: /seen/ },
  { name: "split characters", exit: 0, host: /seen/ },
  { name: "JSON nested very deep", amount: 100_000, exit: 1, host: /tool 'h:look' not found/ },
  { name: "arguments nested very deep", amount: 100_000, exit: 0, host: /…/ },
  { name: "very many tools", amount: 30_000, floods: true, exit: 0, host: /tool 'h:look' not found/ },
  { name: "cursors without end", exit: 0, host: /tool 'h:look' not found/ },
  { name: "cursors in a circle", exit: 0, host: /seen/ },
  { name: "every answer twice", exit: 1, host: /seen/ },
  { name: "two requests with one id", exit: 1, host: /seen/ },
  { name: "answers to nothing", amount: 20, floods: true, exit: 0, host: /seen/ },
  { name: "a storm of requests, no answer read", ...cut, host: /tools\/list: (no answer|the connection ended)/ },
  { name: "a request with a huge id", amount: 2_000_000, exit: 1, host: /seen/ },
  { name: "requests without end before the answer", silent: true, exit: 1, host: lost },
  { name: "progress without end", silent: true, exit: 1, host: lost },
  { name: "one byte at a time, never done", silent: true, exit: 1, host: /tools\/list: no answer/ },
  { name: "stops in the middle of a message", silent: true, exit: 1, host: /tools\/list: no answer/ },
  { name: "ends in the middle of a message", exit: 1, host: /tools\/list: the connection ended/ },
  { name: "ends itself with a signal", exit: 1, host: /tools\/list: the connection ended/ },
  { name: "closes its output and lives on", silent: true, exit: 1, host: /tools\/list: no answer/ },
  { name: "never reads", silent: true, exit: 3, error: /no answer within/, host: /failed to initialize/ },
  { name: "ignores the end of its input and SIGTERM", exit: 0, host: /seen/ },
  { name: "leaves a child that holds its pipes", exit: 0, host: /seen/ },
  { name: "leaves a child in a session of its own", exit: 0, host: /seen/ },
  { name: "ends at once, its child holds the pipes", exit: 3, error: /ended/, host: /failed to initialize/ },
  { name: "writes to stderr without end", exit: 0, host: /seen/ },
  { name: "terminal codes on stderr", exit: 3, error: /exited with code 7/, host: /failed to initialize/ },
];
