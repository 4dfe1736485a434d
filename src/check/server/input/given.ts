import { asObject, valueAt, type JsonObject } from "../../../jsonrpc/json.ts";
import { endedByItself } from "../../../trace/facts/fence.ts";
import { asksForInput, inputDemands } from "../../../trace/facts/input-demand.ts";
import { type AnsweredCall, type Call, calls, lastOf } from "../../../trace/call.ts";
import { callsTagged } from "../../../trace/step.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";

const page = "basic/patterns/mrtr";

const paramsOf = (call: Call): JsonObject => asObject(call.request.frame.params);
const isRetry = (call: Call): boolean => paramsOf(call)["inputResponses"] !== undefined;
const tagOf = (trace: Trace, call: Call): string | undefined => stepOf(trace, call.request)?.tag;

/** The demand a retry answers: the latest one before it, on its connection, for a request of the same name. */
function demandBefore(trace: Trace, call: Call, sameName = true): AnsweredCall | undefined {
  return inputDemands(trace).findLast(
    (demand) =>
      demand.request.connection === call.request.connection &&
      demand.answer.seq < call.request.seq &&
      (!sameName || paramsOf(demand)["name"] === paramsOf(call)["name"]),
  );
}

/** Retries of a step with a tag that were answered, each with the demand it answers. */
function answeredRetries(trace: Trace, tag: string | undefined): { call: Call; demand: AnsweredCall }[] {
  return calls(trace).flatMap((call) => {
    if (!isRetry(call) || call.answer === undefined || tagOf(trace, call) !== tag) return [];
    const demand = demandBefore(trace, call);
    return demand === undefined ? [] : [{ call, demand }];
  });
}

/** Whether a call was done: with a result that neither fails nor asks for more. */
function wasDone(call: Call): boolean {
  const result = call.answer?.frame.kind === "result" ? call.answer.frame.result : undefined;
  return result !== undefined && valueAt(result, "isError") !== true && valueAt(result, "resultType") !== "input_required";
}

export const inputExtraIgnored: Check = {
  id: "input.extra-ignored",
  title: "What a retry brings beyond the input that was asked for is ignored",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": `${page}#error-handling` },
  advice: "Look up in inputResponses what was asked for, and leave the other members alone.",
  tolerance: "Judged only of requests whose retry with nothing but the input was done.",
  verify(trace) {
    const done = new Set(
      answeredRetries(trace, undefined)
        .filter(({ call }) => wasDone(call))
        .map(({ call }) => paramsOf(call)["name"]),
    );
    return overall(
      answeredRetries(trace, "unexpected-input")
        .filter(({ call }) => done.has(paramsOf(call)["name"]))
        .map(({ call }) => ({
          ref: lastOf(call),
          wrong:
            call.answer?.frame.kind === "error"
              ? `error ${JSON.stringify(errorCodeOf(call))} because of a member nobody asked for`
              : undefined,
        })),
      "no retry brought more than was asked for",
    );
  },
};

export const inputMalformedRefused: Check = {
  id: "input.malformed-refused",
  title: "Input that does not fit the schema it was asked for with is not taken",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": "client/elicitation#form-mode-security" },
  advice: "Validate the content of an accepted elicitation against its requestedSchema; then refuse, or ask again.",
  verify(trace) {
    return overall(
      answeredRetries(trace, "malformed-input").map(({ call }) => ({
        ref: lastOf(call),
        wrong: wasDone(call) ? "content of other types than the form has was taken" : undefined,
      })),
      "no input was malformed",
    );
  },
};

export const inputStateBound: Check = {
  id: "input.state-bound",
  title: "The requestState of one request is not accepted with another",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": `${page}#server-requirements-basic-workflow` },
  advice: "Put the method and a digest of the parameters into the protected state, and refuse it elsewhere.",
  tolerance: "A state that decides nothing needs no such protection; the wire does not show it, so this warns.",
  verify(trace) {
    return overall(
      calls(trace)
        .filter((call) => isRetry(call) && call.answer !== undefined && tagOf(trace, call) === "moved-state")
        .filter((call) => {
          const demand = demandBefore(trace, call, false);
          return demand !== undefined && paramsOf(demand)["name"] !== paramsOf(call)["name"];
        })
        .map((call) => ({
          ref: lastOf(call),
          wrong: wasDone(call) ? `the state was accepted with ${JSON.stringify(paramsOf(call)["name"])}` : undefined,
        })),
      "no requestState was sent with another request",
    );
  },
};

export const inputStateOwner: Check = {
  id: "input.state-owner",
  title: "The requestState of one user is not accepted from another",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": `${page}#server-requirements-basic-workflow` },
  transports: ["http"],
  advice: "Put who is authorized into the protected state, and refuse it to everybody else.",
  tolerance: "A state that decides nothing needs no such protection; the wire does not show it, so this warns.",
  verify(trace) {
    const tried = callsTagged(trace, "state-of-another");
    return overallIfAny(
      tried
        .filter((call) => paramsOf(call)["requestState"] !== undefined && call.answer !== undefined)
        .map((call) => ({
          ref: lastOf(call),
          wrong: wasDone(call) ? "the state of another user was accepted" : undefined,
        })),
      "no requestState was sent by another user",
    );
  },
};

export const inputLeftOpen: Check = {
  id: "input.left-open",
  title: "A server goes on when the input it asked for never comes",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": `${page}#server-requirements-basic-workflow` },
  advice: "Keep nothing waiting after input_required: that answer ends the request, and no retry may ever come.",
  verify(trace) {
    return overall(
      calls(trace).flatMap((call): Exhibit[] => {
        if (tagOf(trace, call) !== "left-open" || call.answer?.frame.kind !== "result") return [];
        if (!asksForInput(call as AnsweredCall)) return [];
        const next = calls(trace).find(
          ({ request }) => request.connection === call.request.connection && request.seq > lastOf(call).seq,
        );
        if (next?.answer !== undefined) return [{ ref: next.answer }];
        const end = endedByItself(trace, call.request.connection) ?? next?.silence;
        if (next === undefined && end !== undefined) return [{ ref: end, wrong: "the process ended after it" }];
        return end === undefined ? [] : [{ ref: end, wrong: "the request after it was not answered" }];
      }),
      "no demand for input was left open",
    );
  },
};
