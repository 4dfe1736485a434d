import { isId } from "../../../jsonrpc/frame.ts";
import { asObject, isObject } from "../../../jsonrpc/json.ts";
import { messagesOf } from "../../../trace/message.ts";
import { endedByItself, fencedStep } from "../../../trace/facts/fence.ts";
import { errors, results, serverRequests, spoken } from "../../../trace/facts/spoken.ts";
import { stepsTagged } from "../../../trace/step.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny, type Ref, unreachable } from "../../outcome.ts";
import { places } from "../../places.ts";
import { resumedExchanges } from "../../../trace/facts/http-facts.ts";

const noMessage = "the server sent no message";

export const versionMember: Check = {
  id: "jsonrpc.version-member",
  title: 'Every message has the member "jsonrpc" with the value "2.0"',
  subject: "server",
  level: "MUST",
  spec: places.messages,
  advice: 'Put "jsonrpc": "2.0" into every message.',
  verify(trace) {
    const looked = spoken(trace).flatMap((message): Exhibit[] => {
      const { frame } = message;
      if (!("value" in frame) || frame.kind === "batch" || frame.kind === "not-jsonrpc") return [];
      const said = frame.value["jsonrpc"];
      if (said === "2.0") return [{ ref: message }];
      return [{ ref: message, wrong: said === undefined ? '"jsonrpc" is missing' : `"jsonrpc" is ${JSON.stringify(said)}` }];
    });
    return overall(looked, noMessage);
  },
};

export const resultOrError: Check = {
  id: "jsonrpc.result-or-error",
  title: "A response has either a result or an error, never both and never neither",
  subject: "server",
  level: "MUST NOT",
  spec: places.responses,
  advice: "Leave out the member that does not apply; do not send it as null. Where there is nothing to say, the result is {}.",
  verify(trace) {
    return overall(
      spoken(trace).flatMap((message): Exhibit[] => {
        const { frame } = message;
        if (frame.kind === "not-jsonrpc")
          return frame.answers === undefined ? [] : [{ ref: message, wrong: "a response with neither result nor error" }];
        if (frame.kind !== "result" && frame.kind !== "error") return [];
        const both = "result" in frame.value && "error" in frame.value;
        return [{ ref: message, wrong: both ? "a response with both result and error" : undefined }];
      }),
      "the server answered nothing",
    );
  },
};

/** Without a code that is one, nothing that is said of the code, or of what the error is for, stands for itself. */
const errorsWithoutCode = (trace: Trace): Ref[] =>
  errors(trace).filter(({ frame }) => !Number.isInteger(asObject(frame.value["error"])["code"]));

export const errorObject: Check = {
  id: "jsonrpc.error-object",
  title: "An error has an integer code and a message",
  subject: "server",
  level: "MUST",
  spec: places.errors,
  advice: 'Answer failures with {"code": <integer>, "message": <string>}, and put details into "data".',
  explains: [{ checks: ["*"], within: "exchange", at: errorsWithoutCode }],
  verify(trace) {
    return overall(
      errors(trace).map((message): Exhibit => {
        const error = message.frame.value["error"];
        if (!isObject(error)) return { ref: message, wrong: `error is ${JSON.stringify(error)}, expected an object` };
        if (!Number.isInteger(error["code"]))
          return { ref: message, wrong: `error.code is ${JSON.stringify(error["code"])}, expected an integer` };
        if (typeof error["message"] !== "string")
          return { ref: message, wrong: `error.message is ${JSON.stringify(error["message"])}, expected a string` };
        return { ref: message };
      }),
      "the server answered with no error",
    );
  },
};

export const resultObject: Check = {
  id: "jsonrpc.result-object",
  title: "A result is a JSON object",
  subject: "server",
  level: "MUST",
  spec: places.results,
  advice: "Answer with an object, also when there is nothing to say: {}.",
  explains: [{ checks: ["*"], within: "exchange" }],
  verify(trace) {
    return overall(
      results(trace).map((message): Exhibit => ({
        ref: message,
        wrong: isObject(message.frame.result)
          ? undefined
          : `result is ${JSON.stringify(message.frame.result).slice(0, 80)}, expected an object`,
      })),
      "the server answered with no result",
    );
  },
};

export const paramsObject: Check = {
  id: "jsonrpc.params-object",
  title: "The params of requests and notifications the server sends are objects",
  subject: "server",
  level: "MUST",
  spec: places.notifications,
  advice: "MCP knows named parameters only; leave params out when there are none.",
  explains: [{ checks: ["schema.*"], within: "message" }],
  verify(trace) {
    return overallIfAny(
      spoken(trace).flatMap((message): Exhibit[] => {
        const { frame } = message;
        if (frame.kind !== "request" && frame.kind !== "notification") return [];
        const fine = frame.params === undefined || isObject(frame.params);
        return [
          { ref: message, wrong: fine ? undefined : `params of ${frame.method} is ${JSON.stringify(frame.params).slice(0, 80)}` },
        ];
      }),
      "the server sent no request and no notification",
    );
  },
};

export const notificationWithoutId: Check = {
  id: "jsonrpc.notification-without-id",
  title: "A notification has no id",
  subject: "server",
  level: "MUST NOT",
  spec: places.notifications,
  advice: "Leave the member id out of notifications; id: null is an id too.",
  explains: [{ checks: ["stdio.no-server-requests", "http.no-server-requests"], within: "message" }],
  verify(trace) {
    return overallIfAny(
      spoken(trace).flatMap((message): Exhibit[] => {
        const { frame } = message;
        if (frame.kind === "notification") return [{ ref: message }];
        if (frame.kind !== "request" || !frame.method.startsWith("notifications/")) return [];
        return [{ ref: message, wrong: `${frame.method} with id ${JSON.stringify(frame.id)}` }];
      }),
      "the server sent no notification",
    );
  },
};

export const serverRequestId: Check = {
  id: "jsonrpc.server-request-id",
  title: "A request of the server has a string or integer as its id, never null",
  subject: "server",
  level: "MUST",
  spec: { ...places.requests, "2026-07-28": "removed" },
  advice: "Number your requests, or use strings.",
  verify(trace) {
    return overallIfAny(
      serverRequests(trace)
        .filter(({ frame }) => !frame.method.startsWith("notifications/"))
        .map((message): Exhibit => ({
          ref: message,
          wrong: isId(message.frame.id) ? undefined : `the id of ${message.frame.method} is ${JSON.stringify(message.frame.id)}`,
        })),
      "the server sent no request",
    );
  },
};

export const serverRequestIdUnique: Check = {
  id: "jsonrpc.server-request-id-unique",
  title: "The server uses each request id only once within a session",
  subject: "server",
  level: "MUST NOT",
  spec: { ...places.requests, "2026-07-28": "removed" },
  advice: "Count your request ids up over the whole session, also across HTTP streams.",
  verify(trace) {
    const seen = new Set<string>();
    const replays = resumedExchanges(trace);
    return overallIfAny(
      serverRequests(trace)
        .filter((message) => message.exchange === undefined || !replays.has(message.exchange))
        .filter((message) => message.frame.id !== null) // null is not an id: jsonrpc.server-request-id judges it
        .map((message): Exhibit => {
          const key = `${message.connection} ${JSON.stringify(message.frame.id)}`;
          const again = seen.has(key);
          seen.add(key);
          return { ref: message, wrong: again ? `the id ${JSON.stringify(message.frame.id)} was used before` : undefined };
        }),
      "the server sent no request",
    );
  },
};

/** The arrays a server sent, each with whether mcpcheck had sent one before on its connection or in its exchange. */
function sentBatches(trace: Trace): { readonly seq: number; readonly provoked: boolean }[] {
  const ours = messagesOf(trace, "sent", "batch");
  return spoken(trace)
    .filter(({ frame }) => frame.kind === "batch")
    .map(({ seq, connection, exchange }) => ({
      seq,
      provoked: ours.some(
        (sent) => sent.connection === connection && sent.seq < seq && (exchange === undefined || sent.exchange === exchange),
      ),
    }));
}

export const noBatches: Check = {
  id: "jsonrpc.no-batches",
  title: "The server sends single messages, no batches",
  subject: "server",
  level: "MUST NOT",
  spec: { "2025-06-18": "basic/index#messages" },
  advice: "Batches were removed from MCP with revision 2025-06-18: write each message by itself.",
  tolerance: "A batch that answers one mcpcheck sent on purpose is left to jsonrpc.batch-not-answered.",
  verify(trace) {
    const batches = new Map(sentBatches(trace).map((batch) => [batch.seq, batch]));
    return overall(
      spoken(trace)
        .filter((message) => !message.batched && message.frame.kind !== "not-json" && batches.get(message.seq)?.provoked !== true)
        .map((message): Exhibit => ({
          ref: message,
          wrong: message.frame.kind === "batch" ? "a JSON array of messages" : undefined,
        })),
      noMessage,
    );
  },
};

export const batchNotAnswered: Check = {
  id: "jsonrpc.batch-not-answered",
  title: "A batch, which the revision no longer has, is not answered with one",
  subject: "server",
  level: "PRACTICE",
  spec: { "2025-06-18": "basic/index#messages", "2026-07-28": "removed" },
  advice: "Refuse an array with error -32600: no client of this revision reads one.",
  tolerance: "No client may send a batch in this revision, so that nothing but the form of the answer is looked at.",
  verify(trace) {
    const answered = sentBatches(trace).filter(({ provoked }) => provoked);
    const fences = stepsTagged(trace, "batch").map((step) => fencedStep(trace, step));
    const looked: Exhibit[] = [
      ...answered.map(({ seq }) => ({ ref: seq, wrong: "a batch was answered with a JSON array" })),
      ...fences
        .filter(({ step, fence }) => fence?.answer !== undefined && !answered.some(({ seq }) => seq > step.seq))
        .map(({ step }) => ({ ref: step })),
    ];
    // That a batch ends or silences a server is jsonrpc.survives-malformed: it shows no form of an answer.
    const lost = fences.some(({ step, fence }) => (endedByItself(trace, step.connection) ?? fence?.silence) !== undefined);
    if (looked.length === 0 && lost) return unreachable("the server ended, or fell silent, when it was sent a batch");
    return overall(looked, "no batch was sent with a request after it");
  },
};
