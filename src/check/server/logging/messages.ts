import { methodNotFound } from "../../../jsonrpc/error-codes.ts";
import { valueAt } from "../../../jsonrpc/json.ts";
import { calls, lastOf } from "../../../trace/call.ts";
import { declares } from "../../../trace/facts/server-facts.ts";
import { logLevelKey, subscriptionIdKey } from "../../../trace/facts/server-message.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, notApplicable, overall, overallIfAny } from "../../outcome.ts";
import { activeDuring, cameAfter } from "../../rules/in-flight.ts";
import { isLogLevel, levelOf, type LogMessage, logMessages, wantedLevels } from "../../rules/logs-seen.ts";
import { errorDefect } from "../../rules/error-defect.ts";

const noLogMessage = "the server sent no log messages";

export const loggingDeclared: Check = {
  id: "logging.declared",
  title: "A server that sends log messages declares the logging capability",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/utilities/logging#capabilities" },
  advice: 'Add "logging": {} to the capabilities, or log to stderr.',
  explains: [{ checks: ["logging.undeclared-method"], within: "revision" }],
  verify(trace) {
    const declared = declares(trace, "logging");
    if (declared === undefined) return inconclusive("the server announced no capabilities");
    return overallIfAny(
      logMessages(trace).map((log) => ({
        ref: log,
        wrong: declared ? undefined : "notifications/message was sent, but logging is not declared",
      })),
      noLogMessage,
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
    return overallIfAny(
      logMessages(trace).map((log) => ({
        ref: log,
        wrong: isLogLevel(levelOf(log)) ? undefined : `level is ${JSON.stringify(levelOf(log)) ?? "missing"}`,
      })),
      noLogMessage,
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
        .filter((call) => call.answer !== undefined && isLogLevel(valueAt(call.request.frame.params, "level")))
        .map((call) => ({
          ref: lastOf(call),
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
          ref: lastOf(call),
          wrong: errorDefect(call, methodNotFound),
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
  tolerance:
    "What comes late, right after the answer to a request that had a log level, was asked for; where others are open by then, it says nothing.",
  verify(trace) {
    const logs = logMessages(trace);
    return overallIfAny(
      logs.flatMap((log): Exhibit[] => {
        if (wantedLevels(trace, log).length > 0) return [{ ref: log }];
        if (!followsItsRequest(trace, log)) return [{ ref: log, wrong: "a log message, and no open request has a log level" }];
        // Late for the one, or unasked for another that is open: nobody can tell.
        return activeDuring(trace, log).length > 0 ? [] : [{ ref: log }];
      }),
      logs.length === 0 ? noLogMessage : "whose the log messages are cannot be told",
    );
  },
};

/** Whether the request that was answered last, on the same channel, had a log level: then it may be late rather than unasked. */
function followsItsRequest(trace: Trace, log: LogMessage): boolean {
  const [last] = calls(trace)
    .filter((call) => call.request.connection === log.connection && cameAfter(log, call))
    .toSorted((one, other) => lastOf(other).seq - lastOf(one).seq);
  return valueAt(last?.request.frame.params, "_meta", logLevelKey) !== undefined;
}

export const loggingRequestScoped: Check = {
  id: "logging.request-scoped",
  title: "Log messages are not delivered on a subscription",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": "server/utilities/logging#per-request-log-level" },
  advice: "Send log messages on the response stream of the request that asked for them, without a subscriptionId.",
  explains: [{ checks: ["logging.opt-in"], within: "message" }],
  verify(trace) {
    const streams = new Set(calls(trace, "subscriptions/listen").map((call) => call.request.exchange));
    return overallIfAny(
      logMessages(trace).map((log) => ({
        ref: log,
        wrong:
          valueAt(log.frame.params, "_meta", subscriptionIdKey) !== undefined ||
          (log.exchange !== undefined && streams.has(log.exchange))
            ? "a log message on a subscription"
            : undefined,
      })),
      noLogMessage,
    );
  },
};
