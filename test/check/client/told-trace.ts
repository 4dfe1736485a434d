import type { Check } from "../../../src/check/check.ts";
import type { Outcome } from "../../../src/check/outcome.ts";
import type { Json, JsonObject } from "../../../src/jsonrpc/json.ts";
import type { EventOf } from "../../../src/trace/wire-event.ts";
import { type Line, opened, smallTrace } from "../../support/traces/small-trace.ts";

/** The connection of the driver in a play; the client talks to its server on connection 1. */
const driver = 9;

/** A driver is told what to do. */
export const told = (scenario: string, steps: readonly Json[], connection = driver): Line => ({
  kind: "told",
  connection,
  scenario,
  steps,
});

/** A step, as a driver is told it. */
export const todo = (verb: string, more: JsonObject = {}): JsonObject => ({ do: verb, ...more });

/** The driver says what came of a step. */
export const said = (step: number, value: JsonObject, connection = driver): Line => ({ kind: "report", connection, step, value });

/** The driver says that a step was done. */
export const well = (step: number, result?: Json, connection = driver): Line =>
  said(step, { ok: true, ...(result === undefined ? {} : { result }) }, connection);

/** The driver says that a step failed. */
export const badly = (step: number, message = "no", connection = driver): Line =>
  said(step, { ok: false, error: { message } }, connection);

/** A scenario is played: the server's connection, the driver's, and what it is told are lines 1 to 3; the rest begins with 4. */
export const played = (scenario: string, steps: readonly Json[], ...lines: readonly Line[]): readonly Line[] => [
  opened({ session: scenario }),
  opened({ connection: driver, session: scenario, target: "the driver" }),
  told(scenario, steps),
  ...lines,
];

/** A conversation whose connection is line 1; the rest begins with 2. */
export const talk = (...lines: readonly Line[]): readonly Line[] => [opened(), ...lines];

/** A second connection, of another session or of the same one. */
export const second = (session = "other"): Line => opened({ connection: 2, session });

/** What is said or done on the second connection. */
export const there = { connection: 2 } as const;

/** A client turned to somebody who lets clients in. */
export const auth = (endpoint: string, more: Partial<EventOf<"auth">> = {}): Line => ({
  kind: "auth",
  connection: 1,
  party: "server",
  endpoint,
  method: "POST",
  url: "http://127.0.0.1/",
  headers: {},
  fields: {},
  found: {},
  ...more,
});

/** It was refused. */
export const refusal = { status: 401, headers: {}, body: null } as const;

/** The outcomes, with the lines that show them. */
export const kept = (first: number, ...more: readonly number[]): Outcome => ({ kind: "satisfied", evidence: [first, ...more] });
export const broken = (message: string, first: number, ...more: readonly number[]): Outcome => ({
  kind: "violated",
  message,
  evidence: [first, ...more],
});
export const unseen = (reason: string): Outcome => ({ kind: "inconclusive", reason });
export const none = (reason: string): Outcome => ({ kind: "not-applicable", reason });

/** What is seen, by which check, and what comes of it. */
export type Row = readonly [string, Check, readonly Line[], Outcome];

/** What a check makes of the trace of a client. */
export const seen = (check: Check, lines: readonly Line[]): Outcome => check.verify(smallTrace("client", lines));
