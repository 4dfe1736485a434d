import type { Check } from "../../../src/check/check.ts";
import type { Evidence, Outcome } from "../../../src/check/outcome.ts";
import type { Subject } from "../../../src/trace/trace.ts";
import { type Line, smallTrace } from "../../support/traces/small-trace.ts";

/** A situation in words, the check that looks at it, what happened line by line, and what has to be said of it. */
export type Row = readonly [situation: string, check: Check, lines: readonly Line[], outcome: Outcome];

/** What a check says of a small trace of a server. */
export const said = (check: Check, lines: readonly Line[], transport: Subject["transport"] = "stdio"): Outcome =>
  check.verify(smallTrace("server", lines, transport));

/** It was kept, as these events show. */
export const fine = (...evidence: Evidence): Outcome => ({ kind: "satisfied", evidence });

/** It was broken at these events. */
export const wrong = (message: string, ...evidence: Evidence): Outcome => ({ kind: "violated", evidence, message });

/** It was broken at these events, as far as one can tell from how long something took or how a process ended. */
export const late = (message: string, ...evidence: Evidence): Outcome => ({ kind: "violated", evidence, message, timing: true });

/** Nothing was seen that would show it. */
export const open = (reason: string): Outcome => ({ kind: "inconclusive", reason });

/** It could not have been seen, whatever had been sent. */
export const shut = (reason: string): Outcome => ({ kind: "inconclusive", reason, unreachable: true });

/** It says nothing about this server. */
export const none = (reason: string): Outcome => ({ kind: "not-applicable", reason });

/** The harness waited for the answer to a request in vain. */
export const silence = (id: number | string, connection = 1): Line => ({
  kind: "silence",
  connection,
  awaiting: JSON.stringify(id),
  ms: 5000,
});

/** The input of the server is closed. */
export const eof = (connection = 1): Line => ({ kind: "stdin-closed", connection });

/** The server is sent a signal. */
export const signal = (name: string, connection = 1): Line => ({ kind: "signal", connection, signal: name });

/** The process ended with a code, or by a signal. */
export const exit = (how: number | string, connection = 1): Line => ({
  kind: "exit",
  connection,
  code: typeof how === "number" ? how : null,
  signal: typeof how === "number" ? null : how,
});
