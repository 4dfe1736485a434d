import type { Json } from "../../src/jsonrpc/json.ts";
import { besides, meant, type PlayedTurn } from "./model-traces.ts";

/** The call that most scripts have, as an answer has it. */
export const time = { name: "get_time", arguments: { zone: "CET" } };
/** The second call of a script that has two. */
export const stop = { name: "stop", arguments: {} };

/** A turn in which the model calls a tool. */
export const call: PlayedTurn = { means: { calls: [meant("get_time", { zone: "CET" })] } };
/** A turn in which it calls two. */
export const two: PlayedTurn = { group: "parallel", means: { calls: [meant("get_time", { zone: "CET" }), meant("stop", {})] } };
/** A turn in which it talks. */
export const text: PlayedTurn = { group: "text", means: { content: "It is noon." } };

/** What a check says of a trace in which nothing is of its kind. */
export const none = besides("the run has no such scenario");

/** A turn whose call has one argument `x`, written so, and the value that comes back. */
export const argument = (written: string, value: Json, over: PlayedTurn = {}): PlayedTurn => ({
  means: { calls: [{ name: "set", arguments: `{"x":${written}}` }] },
  said: { calls: [{ name: "set", arguments: { x: value } }] },
  ...over,
});

/** What is said of the first call's arguments. */
export const argumentsAre = (got: string, wanted: string): string =>
  `scenario-1, whole: call 0 has the arguments ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`;
