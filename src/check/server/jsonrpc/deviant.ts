import { invalidRequest, methodNotFound, parseError } from "../../../jsonrpc/error-codes.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { errorCodeOf } from "../../../trace/facts/http-facts.ts";
import { endedByItself, type Fenced, fenced } from "../../../trace/facts/fence.ts";
import { answered, calls, refused } from "../../../trace/call.ts";
import { notificationAnsweredBy } from "../../../trace/facts/notification-answers.ts";
import { answers } from "../../../trace/facts/spoken.ts";
import { callsTagged } from "../../../trace/step.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { eventsOf, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, type Outcome, overdue, overall } from "../../outcome.ts";
import { places } from "../../places.ts";

const silentSdks =
  "JSON-RPC 2.0 asks for an error response; MCP only refers to JSON-RPC, and most SDKs drop such input in silence. A server that stays silent is warned, not failed. An error with id null or without an id is accepted.";

/** Whether every deviant step with this tag was answered with an error of one of these codes. */
function answeredWith(trace: Trace, tag: string, codes: readonly number[]): Outcome {
  return overall(
    fenced(trace, tag).flatMap((one): Exhibit[] => {
      const error = one.received.find((message) => message.frame.kind === "error");
      if (error?.frame.kind === "error") {
        const { code } = error.frame.error;
        const fine = codes.some((wanted) => wanted === code);
        return [
          {
            ref: error,
            wrong: fine ? undefined : `answered with error code ${JSON.stringify(code)}, expected ${codes.join(" or ")}`,
          },
        ];
      }
      if (one.fence?.answer !== undefined) return [{ ref: one.step, wrong: "no answer; the request after it was answered" }];
      const exit = endedByItself(trace, one.step.connection);
      if (exit !== undefined) return [{ ref: exit, wrong: "no answer; the process ended" }];
      const silence = one.fence?.silence;
      return silence === undefined ? [] : [{ ref: silence, wrong: "no answer, and none to the request after it" }];
    }),
    "nothing of the kind was sent, or the server ended before it could answer",
  );
}

export const parseErrorAnswered: Check = {
  id: "jsonrpc.parse-error-answered",
  title: "Broken JSON is answered with a parse error",
  subject: "server",
  level: "SHOULD",
  spec: places.messages,
  transports: ["stdio"],
  advice: "Answer -32700 with id null, so that the peer learns that its message was lost.",
  tolerance: silentSdks,
  verify: (trace) => answeredWith(trace, "malformed-json", [parseError]),
};

export const invalidRequestAnswered: Check = {
  id: "jsonrpc.invalid-request-answered",
  title: "JSON that is not a JSON-RPC message is answered with an invalid-request error",
  subject: "server",
  level: "SHOULD",
  spec: places.messages,
  transports: ["stdio"],
  advice: "Answer -32600; with the id of the message when it has one.",
  tolerance: silentSdks,
  verify: (trace) => answeredWith(trace, "not-a-message", [invalidRequest]),
};

/** The tags of the steps that send what no peer should send. */
const deviantTags = ["malformed-json", "not-a-message", "null-id", "batch", "unknown-notification", "stray-response"];

export const survivesMalformed: Check = {
  id: "jsonrpc.survives-malformed",
  title: "The server still answers after it was sent something malformed",
  subject: "server",
  level: "PRACTICE",
  spec: places.messages,
  advice: "Catch what reading and dispatching a message throws, one message at a time.",
  explains: [
    { checks: ["process.stays-alive", "jsonrpc.parse-error-answered", "jsonrpc.invalid-request-answered"], within: "connection" },
  ],
  verify(trace) {
    const looked = deviantTags.flatMap((tag) => fenced(trace, tag).flatMap((one) => survived(trace, tag, one)));
    return overall(looked, "nothing malformed was sent");
  },
};

function survived(trace: Trace, tag: string, { step, fence }: Fenced): Exhibit[] {
  if (fence?.answer !== undefined) return [{ ref: fence.answer }];
  const exit = endedByItself(trace, step.connection);
  if (exit !== undefined) return [{ ref: exit, wrong: `the process ended after a step of kind ${tag}` }];
  return fence?.silence === undefined ? [] : [{ ref: fence.silence, wrong: `no more answers after a step of kind ${tag}` }];
}

export const unknownMethod: Check = {
  id: "jsonrpc.unknown-method",
  title: "A request for an unknown method is answered with an error",
  subject: "server",
  level: "MUST",
  spec: places.messages,
  advice: "Answer -32601 for every method you do not have; never a result, never silence.",
  verify(trace) {
    return overall(
      callsTagged(trace, "unknown-method").flatMap((call): Exhibit[] => {
        const { answer, silence, request } = call;
        const exchange = httpExchanges(trace).find((one) => one.exchange === request.exchange);
        if (answer === undefined && exchange?.response !== undefined && exchange.response.status >= 400) {
          const told = errorCodeOf(trace, exchange) !== undefined;
          return [
            { ref: exchange.response, wrong: told ? undefined : `status ${exchange.response.status} without a JSON-RPC error` },
          ];
        }
        if (answer === undefined) {
          const alive = calls(trace).some(
            (later) =>
              later.request.connection === request.connection && later.request.seq > request.seq && later.answer !== undefined,
          );
          return silence === undefined || !alive
            ? []
            : [overdue(request, `no answer within ${silence.ms} ms, while later requests were answered`)];
        }
        return [
          {
            ref: answer,
            wrong: answer.frame.kind === "result" ? `a result for the method ${JSON.stringify(request.frame.method)}` : undefined,
          },
        ];
      }),
      "no unknown method was asked for",
    );
  },
};

export const unknownMethodCode: Check = {
  id: "jsonrpc.unknown-method-code",
  title: "The error for an unknown method has the code -32601",
  subject: "server",
  level: "SHOULD",
  spec: places.messages,
  advice: "Clients tell a missing feature from a failure by this code.",
  verify(trace) {
    return overall(
      refused(callsTagged(trace, "unknown-method")).map(({ answer }): Exhibit => ({
        ref: answer,
        wrong:
          answer.frame.error.code === methodNotFound
            ? undefined
            : `error code ${JSON.stringify(answer.frame.error.code)}, expected ${methodNotFound}`,
      })),
      "no unknown method was refused",
    );
  },
};

export const noAnswerToNotification: Check = {
  id: "jsonrpc.no-answer-to-notification",
  title: "A notification is not answered",
  subject: "server",
  level: "MUST NOT",
  spec: places.notifications,
  advice: "Send nothing back for a message without an id, not even an error, also when you do not know the method.",
  tolerance: "Over HTTP an error without an id is accepted in the body of a 4xx response: the transport allows it.",
  explains: [{ checks: ["cancellation.*-ignored"], within: "message" }],
  verify(trace) {
    const refusals = new Set(httpExchanges(trace).flatMap((one) => ((one.response?.status ?? 0) >= 400 ? [one.exchange] : [])));
    const accused = answers(trace).flatMap((answer): Exhibit[] => {
      if (answer.exchange !== undefined && refusals.has(answer.exchange)) return [];
      const late = notificationAnsweredBy(trace, answer);
      return late === undefined ? [] : [{ ref: answer, wrong: `a response after the notification ${late.frame.method}` }];
    });
    const quiet = eventsOf(trace, "step")
      .filter((step) => step.verb === "notify")
      .flatMap((step): Exhibit[] => {
        const later = answered(calls(trace)).find(
          (call) => call.request.connection === step.connection && call.request.seq > step.seq,
        );
        return later === undefined ? [] : [{ ref: step }, { ref: later.answer }];
      });
    return overall([...accused, ...quiet], "no notification was sent with a request after it");
  },
};

export const batchReceived: Check = {
  id: "jsonrpc.batch-received",
  title: "The requests of a batch are answered",
  subject: "server",
  level: "MUST",
  spec: { "2025-03-26": "basic/index#batching", "2025-06-18": "removed" },
  advice: "Revision 2025-03-26 demands that batches are understood; leave it out of the revisions you offer if you do not.",
  verify(trace) {
    return overall(
      calls(trace)
        .filter((call) => call.request.batched && stepOf(trace, call.request)?.tag === "batch")
        .flatMap((call): Exhibit[] => {
          if (call.answer !== undefined) return [{ ref: call.answer }];
          const alive = calls(trace).some(
            (later) =>
              later.request.connection === call.request.connection &&
              later.request.seq > call.request.seq &&
              later.answer !== undefined,
          );
          return alive
            ? [
                {
                  ref: call.request,
                  wrong: `no answer to ${JSON.stringify(call.request.frame.id)} of a batch, while later requests were answered`,
                },
              ]
            : [];
        }),
      "no batch was sent",
    );
  },
};
