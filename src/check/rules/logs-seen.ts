import { type Json, valueAt } from "../../jsonrpc/json.ts";
import type { FrameOf, Message } from "../../trace/message.ts";
import { logLevelKey, notificationsFrom } from "../../trace/facts/server-message.ts";
import type { Trace } from "../../trace/trace.ts";
import { activeDuring } from "./in-flight.ts";

/** The levels of RFC 5424, least severe first. */
export const logLevels: readonly string[] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** Narrows to a level of RFC 5424. */
export const isLogLevel = (level: Json | undefined): level is string => typeof level === "string" && logLevels.includes(level);

/** A `notifications/message` of the server. */
export type LogMessage = Message<FrameOf<"notification">>;

/** The log messages of a server, in order. */
export const logMessages = (trace: Trace): readonly LogMessage[] => notificationsFrom(trace, "notifications/message");

/** The level of a log message, whatever it is. */
export const levelOf = (log: LogMessage): Json | undefined => valueAt(log.frame.params, "level");

/** The log levels of the requests that were open when a message came: on HTTP only the one whose stream carried it. */
export function wantedLevels(trace: Trace, log: LogMessage): Json[] {
  return activeDuring(trace, log)
    .map((call) => valueAt(call.request.frame.params, "_meta", logLevelKey))
    .filter((level) => level !== undefined);
}
