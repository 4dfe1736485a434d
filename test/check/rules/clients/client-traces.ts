import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, type Line, note, opened, received, sent } from "../../../support/traces/small-trace.ts";

/** A client on a connection of its scenario, and what its driver was told to do. */
export const driven = (steps: readonly Json[], connection = 1, scenario = "main"): Line[] => [
  opened({ connection, session: scenario }),
  { kind: "told", connection, scenario, steps },
];

/** What the driver said of a step. */
export const reported = (step: number, value: JsonObject, connection = 1): Line => ({
  kind: "report",
  connection,
  step,
  value: { step, ...value },
});

/** The client asks. */
export const asks = (id: Json, method: string, params?: Json, connection = 1): Line =>
  received(ask(id, method, params), { connection });

/** It gets its answer. */
export const gets = (id: Json, result: Json, connection = 1): Line => sent(done(id, result), { connection });

/** The client calls the tool `work` as a task, and is answered by one: two lines. */
export const taskCall = (state: JsonObject = {}): Line[] => [
  asks("call", "tools/call", { name: "work", task: {} }),
  gets("call", { task: { taskId: "t", status: "working", ...state } }),
];

/** The client asks how its task is: two lines. */
export const poll = (id: number, status = "working", more: JsonObject = {}): Line[] => [
  asks(id, "tasks/get", { taskId: "t" }),
  gets(id, { taskId: "t", status, ...more }),
];

/** The step of the driver that calls the tool, first of all. */
export const calling = (more: JsonObject = {}): Json => ({ do: "call-tool", name: "work", ...more });

/** The caller was told that its call failed. */
export const fell = reported(0, { ok: false, error: { message: "gone" } });

/** The client tells something. */
export const tells = (method: string, params: Json, connection = 1): Line => received(note(method, params), { connection });
