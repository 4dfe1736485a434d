import { methodNotFound } from "../../jsonrpc/error-codes.ts";
import { at, type Json } from "../../jsonrpc/json.ts";
import { calls, type FrameOf, type Message } from "../../trace/message.ts";
import { declares } from "../../trace/server-facts.ts";
import { logLevelKey, notificationsFrom, subscriptionIdKey } from "../../trace/server-message.ts";
import { errorCodeOf } from "../../trace/tool-call.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { inconclusive, notApplicable, overall } from "../outcome.ts";
import { activeDuring } from "../rules/in-flight.ts";

/** The levels of RFC 5424, least severe first. */
const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

const isLevel = (level: Json | undefined): level is string => typeof level === "string" && levels.includes(level);

type Log = Message<FrameOf<"notification">>;

const logs = (trace: Trace): readonly Log[] => notificationsFrom(trace, "notifications/message");

const levelOf = (log: Log): Json | undefined => at(log.frame.params, "level");

const none = "the server sent no log messages";

export const loggingDeclared: Check = {
  id: "logging.declared",
  title: "A server that sends log messages declares the logging capability",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/utilities/logging#capabilities" },
  advice: 'Add "logging": {} to the capabilities, or log to stderr.',
  verify(trace) {
    const declared = declares(trace, "logging");
    if (declared === undefined) return inconclusive("the server announced no capabilities");
    if (logs(trace).length === 0) return notApplicable(none);
    return overall(
      logs(trace).map((log) => ({
        ref: log,
        wrong: declared ? undefined : "notifications/message was sent, but logging is not declared",
      })),
      none,
    );
  },
};

export const loggingLevelValid: Check = {
  id: "logging.level-valid",
  title: "A log message has one of the eight levels of RFC 5424",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/utilities/logging#log-levels" },
  advice: 'Map your levels to debug, info, notice, warning, error, critical, alert, emergency ("warn" is "warning").',
  verify(trace) {
    if (logs(trace).length === 0) return notApplicable(none);
    return overall(
      logs(trace).map((log) => ({
        ref: log,
        wrong: isLevel(levelOf(log)) ? undefined : `level is ${JSON.stringify(levelOf(log)) ?? "missing"}`,
      })),
      none,
    );
  },
};

export const loggingSetLevelAnswered: Check = {
  id: "logging.set-level-answered",
  title: "Declaring logging goes with a logging/setLevel that works",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/utilities/logging#setting-log-level", "2026-07-28": "removed" },
  capability: "logging",
  advice: "Handle logging/setLevel, or do not declare logging.",
  verify(trace) {
    if (declares(trace, "logging") !== true) return inconclusive("the server announced no capabilities");
    return overall(
      calls(trace, "logging/setLevel")
        .filter((call) => call.answer !== undefined && isLevel(at(call.request.frame.params, "level")))
        .map((call) => ({
          ref: call.answer?.seq ?? 0,
          wrong: errorCodeOf(call) === undefined ? undefined : `answered with error ${JSON.stringify(errorCodeOf(call))}`,
        })),
      "no log level was set",
    );
  },
};

export const loggingUndeclaredMethod: Check = {
  id: "logging.undeclared-method",
  title: "Without the logging capability logging/setLevel is answered -32601",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/utilities/logging#capabilities", "2026-07-28": "removed" },
  advice: "Register the handler only with the capability: a client that sets a level waits for messages.",
  verify(trace) {
    const declared = declares(trace, "logging");
    if (declared === undefined) return inconclusive("the server announced no capabilities");
    if (declared) return notApplicable("the server declares logging");
    return overall(
      calls(trace, "logging/setLevel")
        .filter((call) => call.answer !== undefined)
        .map((call) => ({
          ref: call.answer?.seq ?? 0,
          wrong:
            errorCodeOf(call) === methodNotFound
              ? undefined
              : `answered with ${errorCodeOf(call) === undefined ? "a result" : `error ${JSON.stringify(errorCodeOf(call))}`}`,
        })),
      "no log level was set",
    );
  },
};

export const loggingOptIn: Check = {
  id: "logging.opt-in",
  title: "Log messages are sent only for requests that asked for them",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": "server/utilities/logging#per-request-log-level" },
  advice: "Send notifications/message only while a request is open whose _meta has io.modelcontextprotocol/logLevel.",
  verify(trace) {
    if (logs(trace).length === 0) return notApplicable(none);
    return overall(
      logs(trace).map((log) => ({
        ref: log,
        wrong: wantedLevels(trace, log).length > 0 ? undefined : "a log message, and no open request has a log level",
      })),
      none,
    );
  },
};

export const loggingRequestScoped: Check = {
  id: "logging.request-scoped",
  title: "Log messages are not delivered on a subscription",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": "server/utilities/logging#per-request-log-level" },
  advice: "Send log messages on the response stream of the request that asked for them, without a subscriptionId.",
  verify(trace) {
    if (logs(trace).length === 0) return notApplicable(none);
    const streams = new Set(calls(trace, "subscriptions/listen").map((call) => call.request.exchange));
    return overall(
      logs(trace).map((log) => ({
        ref: log,
        wrong:
          at(log.frame.params, "_meta", subscriptionIdKey) !== undefined ||
          (log.exchange !== undefined && streams.has(log.exchange))
            ? "a log message on a subscription"
            : undefined,
      })),
      none,
    );
  },
};

/** The log levels of the requests that were open when a message came: on HTTP only the one whose stream carried it. */
function wantedLevels(trace: Trace, log: Log): Json[] {
  return activeDuring(trace, log)
    .map((call) => at(call.request.frame.params, "_meta", logLevelKey))
    .filter((level) => level !== undefined);
}
