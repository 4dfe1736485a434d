import { invalidParams } from "../../../jsonrpc/error-codes.ts";
import { type Json, valueAt } from "../../../jsonrpc/json.ts";
import { answered, type Call, calls, lastOf } from "../../../trace/call.ts";
import { logLevelKey } from "../../../trace/facts/server-message.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import { overTellingCalls } from "../../rules/fails-anyway.ts";
import { isLogLevel, levelOf, logLevels, logMessages, wantedLevels } from "../../rules/logs-seen.ts";
import { errorDefect } from "../../rules/error-defect.ts";

export const loggingInvalidLevel: Check = {
  id: "logging.invalid-level",
  title: "Setting a level that does not exist is answered with error -32602",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/utilities/logging#error-handling", "2026-07-28": "removed" },
  capability: "logging",
  advice: "Validate the level, and answer with error -32602 when it is none of the eight.",
  verify(trace) {
    const valid = (call: Call): boolean => isLogLevel(valueAt(call.request.frame.params, "level"));
    return overTellingCalls(
      trace,
      {
        special: calls(trace, "logging/setLevel").filter((call) => call.answer !== undefined && !valid(call)),
        isControl: valid,
        none: "no invalid level was set",
      },
      (call) => ({ ref: lastOf(call), wrong: errorDefect(call, invalidParams) }),
    );
  },
};

export const loggingInvalidRequestLevel: Check = {
  id: "logging.invalid-request-level",
  title: "A request with a log level that does not exist is answered with error -32602",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": "server/utilities/logging#error-handling" },
  capability: "logging",
  advice: "Validate io.modelcontextprotocol/logLevel, and answer with error -32602 when it is none of the eight.",
  verify(trace) {
    const levelIn = (call: Call): Json | undefined => valueAt(call.request.frame.params, "_meta", logLevelKey);
    const odd = (call: Call): boolean => levelIn(call) !== undefined && !isLogLevel(levelIn(call));
    return overTellingCalls(
      trace,
      {
        special: calls(trace).filter((call) => call.answer !== undefined && odd(call)),
        isControl: (call) => !odd(call),
        none: "no request carried an invalid level",
      },
      (call) => ({ ref: lastOf(call), wrong: errorDefect(call, invalidParams) }),
    );
  },
};

export const loggingLevelGate: Check = {
  id: "logging.level-gate",
  title: "No log message lies below the level that was set",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/utilities/logging#setting-log-level", "2026-07-28": "removed" },
  capability: "logging",
  advice: "Compare every message with the level the client set before sending it.",
  verify(trace) {
    const set = answered(calls(trace, "logging/setLevel"));
    return overall(
      logMessages(trace).flatMap((log): Exhibit[] => {
        const before = set.findLast((call) => call.request.connection === log.connection && call.answer.seq < log.seq);
        const wanted = valueAt(before?.request.frame.params, "level");
        const unsettled = calls(trace, "logging/setLevel").some(
          (call) =>
            call.request.connection === log.connection &&
            call.request.seq < log.seq &&
            (call.answer === undefined || call.answer.seq > log.seq),
        );
        const level = levelOf(log);
        if (!isLogLevel(wanted) || !isLogLevel(level) || unsettled) return [];
        return [
          {
            ref: log,
            wrong:
              logLevels.indexOf(level) < logLevels.indexOf(wanted)
                ? `a message of level ${level} after ${wanted} was set`
                : undefined,
            // Two streams have no common order: what comes on another one may have been sent before.
            ...(log.exchange === undefined ? {} : { timing: true }),
          },
        ];
      }),
      "no log message came after a level was set",
    );
  },
};

export const loggingRequestLevel: Check = {
  id: "logging.request-level",
  title: "No log message lies below the level its request asked for",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": "server/utilities/logging#per-request-log-level" },
  advice: "Compare every message with the level of the request it belongs to.",
  verify(trace) {
    return overallIfAny(
      logMessages(trace).flatMap((log): Exhibit[] => {
        const wanted = wantedLevels(trace, log)
          .filter(isLogLevel)
          .map((level) => logLevels.indexOf(level));
        const level = levelOf(log);
        if (wanted.length === 0 || !isLogLevel(level)) return [];
        return [
          {
            ref: log,
            wrong:
              logLevels.indexOf(level) < Math.min(...wanted)
                ? `a message of level ${level}, asked for was ${logLevels[Math.min(...wanted)]}`
                : undefined,
          },
        ];
      }),
      "no log message was asked for and sent: a server need not log",
    );
  },
};
