/** Severities of log messages, least severe first (server/utilities/logging, RFC 5424). */
export const logLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

/** A severity of a log message. */
export type LogLevel = (typeof logLevels)[number];
