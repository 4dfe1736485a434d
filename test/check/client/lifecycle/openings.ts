import type { Check } from "../../../../src/check/check.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, type Line, note, received, sent, smallTrace } from "../../../support/traces/small-trace.ts";
import { talk } from "../told-trace.ts";

/** What a check says of a conversation over a pipe: its events are numbered from 2 on. */
export const seen = (check: Check, lines: readonly Line[]): Outcome => check.verify(smallTrace("client", talk(...lines)));

/** What a client says of itself when it opens a conversation. */
export const whole = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } };
/** The client opens a conversation. */
export const initialize = (params: JsonObject = whole, more: object = {}): Line => received(ask(0, "initialize", params), more);
/** The server answers with a version, and what else is said. */
export const agrees = (version: Json = "2025-11-25", more: JsonObject = {}): Line =>
  sent(done(0, { protocolVersion: version, ...more }));
/** The client goes on. */
export const initialized = received(note("notifications/initialized"));
/** The client sends a request, with its method for an id. */
export const asks = (method: string, more: object = {}, params?: JsonObject): Line => received(ask(method, method, params), more);
