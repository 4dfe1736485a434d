import { invalidParams } from "../../jsonrpc/error-codes.ts";
import { at, type Json } from "../../jsonrpc/json.ts";
import { answered, calls, type FrameOf, type Message } from "../../trace/message.ts";
import { logLevelKey, notificationsFrom } from "../../trace/server-message.ts";
import { errorCodeOf } from "../../trace/tool-call.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Looked, overall } from "../outcome.ts";
import { activeDuring } from "../rules/in-flight.ts";

/** The levels of RFC 5424, least severe first. */
const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

const isLevel = (level: Json | undefined): level is string => typeof level === "string" && levels.includes(level);

type Log = Message<FrameOf<"notification">>;

const logs = (trace: Trace): readonly Log[] => notificationsFrom(trace, "notifications/message");

const levelOf = (log: Log): Json | undefined => at(log.frame.params, "level");

export const loggingInvalidLevel: Check = {
  id: "logging.invalid-level",
  title: "Setting a level that does not exist is answered with error -32602",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/utilities/logging#error-handling", "2026-07-28": "removed" },
  capability: "logging",
  advice: "Validate the level, and answer with error -32602 when it is none of the eight.",
  verify(trace) {
    return overall(
      calls(trace, "logging/setLevel")
        .filter((call) => call.answer !== undefined && !isLevel(at(call.request.frame.params, "level")))
        .map((call) => ({ ref: call.answer?.seq ?? 0, wrong: codeDefect(errorCodeOf(call)) })),
      "no invalid level was set",
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
    return overall(
      calls(trace)
        .filter((call) => {
          const level = at(call.request.frame.params, "_meta", logLevelKey);
          return call.answer !== undefined && level !== undefined && !isLevel(level);
        })
        .map((call) => ({ ref: call.answer?.seq ?? 0, wrong: codeDefect(errorCodeOf(call)) })),
      "no request carried an invalid level",
    );
  },
};

function codeDefect(code: Json | undefined): string | undefined {
  if (code === invalidParams) return undefined;
  return code === undefined ? "answered with a result, expected error -32602" : `error ${JSON.stringify(code)}, expected -32602`;
}

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
      logs(trace).flatMap((log): Looked[] => {
        const before = set.findLast((call) => call.request.connection === log.connection && call.answer.seq < log.seq);
        const wanted = at(before?.request.frame.params, "level");
        const unsettled = calls(trace, "logging/setLevel").some(
          (call) =>
            call.request.connection === log.connection &&
            call.request.seq < log.seq &&
            (call.answer === undefined || call.answer.seq > log.seq),
        );
        const level = levelOf(log);
        if (!isLevel(wanted) || !isLevel(level) || unsettled) return [];
        return [
          {
            ref: log,
            wrong:
              levels.indexOf(level) < levels.indexOf(wanted) ? `a message of level ${level} after ${wanted} was set` : undefined,
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
    return overall(
      logs(trace).flatMap((log): Looked[] => {
        const wanted = wantedLevels(trace, log)
          .filter(isLevel)
          .map((level) => levels.indexOf(level));
        const level = levelOf(log);
        if (wanted.length === 0 || !isLevel(level)) return [];
        return [
          {
            ref: log,
            wrong:
              levels.indexOf(level) < Math.min(...wanted)
                ? `a message of level ${level}, asked for was ${levels[Math.min(...wanted)]}`
                : undefined,
          },
        ];
      }),
      "no log message was asked for and sent",
    );
  },
};

/** The log levels of the requests that were open when a message came: on HTTP only the one whose stream carried it. */
function wantedLevels(trace: Trace, log: Log): Json[] {
  return activeDuring(trace, log)
    .map((call) => at(call.request.frame.params, "_meta", logLevelKey))
    .filter((level) => level !== undefined);
}
