import { asObject, valueAt, type JsonObject } from "../../../jsonrpc/json.ts";
import { endedByItself } from "../../../trace/facts/fence.ts";
import { type AnsweredCall, type Call, calls, lastOf } from "../../../trace/call.ts";
import { inputDemands } from "../../../trace/facts/input-demand.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { failsAnyway } from "../../rules/fails-anyway.ts";
import { textOrJson } from "../../rules/text-forms.ts";

const page = "basic/patterns/mrtr";

/** Retries of a request that asked for input, with the demand they answer. */
function retries(trace: Trace): { call: Call; demand: AnsweredCall; params: JsonObject }[] {
  return allRetries(trace).filter(({ call }) => call.answer !== undefined);
}

/** The retries, those that were never answered included. */
function allRetries(trace: Trace): { call: Call; demand: AnsweredCall; params: JsonObject }[] {
  return calls(trace).flatMap((call) => {
    const params = asObject(call.request.frame.params);
    if (params["inputResponses"] === undefined && params["requestState"] === undefined) return [];
    // That is no retry: the state of one request was sent with another.
    if (stepOf(trace, call.request)?.tag === "moved-state") return [];
    const demand = inputDemands(trace).findLast(
      (other) =>
        other.request.connection === call.request.connection &&
        other.answer.seq < call.request.seq &&
        valueAt(other.request.frame.params, "name") === params["name"],
    );
    return demand === undefined ? [] : [{ call, demand, params }];
  });
}

/** Whether a call gives input that nobody declined: if that fails in the same words, the reason is another one. */
function isFullRetry({ request }: Call): boolean {
  const given = Object.values(asObject(valueAt(request.frame.params, "inputResponses")));
  return given.length > 0 && given.every((one) => !["decline", "cancel"].includes(textOrJson(valueAt(one, "action"))));
}

export const inputTamperedState: Check = {
  id: "input.tampered-state",
  title: "A requestState that was changed is not accepted",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": `${page}#server-requirements-basic-workflow` },
  advice: "Sign or encrypt the state, verify it, and answer with error -32602 when that fails.",
  tolerance:
    "Integrity may be left unprotected where tampering causes nothing worse than failure; the wire does not show it, so this warns.",
  verify(trace) {
    return overall(
      retries(trace)
        .filter(
          ({ demand, params }) =>
            typeof params["requestState"] === "string" &&
            typeof valueAt(demand.answer.frame.result, "requestState") === "string" &&
            valueAt(demand.answer.frame.result, "requestState") !== params["requestState"],
        )
        .map(({ call }) => {
          const result = call.answer?.frame.kind === "result" ? call.answer.frame.result : undefined;
          const accepted =
            result !== undefined && valueAt(result, "isError") !== true && valueAt(result, "resultType") !== "input_required";
          return { ref: lastOf(call), wrong: accepted ? "the changed requestState was accepted" : undefined };
        }),
      "no requestState was changed",
    );
  },
};

export const inputAsksAgain: Check = {
  id: "input.asks-again",
  title: "A retry without the input that was asked for is asked again",
  subject: "server",
  level: "SHOULD",
  spec: { "2026-07-28": `${page}#error-handling` },
  advice: "Answer with input_required once more instead of an error.",
  verify(trace) {
    return overall(
      retries(trace)
        .filter(({ demand, params }) =>
          Object.keys(asObject(valueAt(demand.answer.frame.result, "inputRequests"))).some(
            (key) => asObject(params["inputResponses"])[key] === undefined,
          ),
        )
        .filter(({ demand, params }) => params["requestState"] === valueAt(demand.answer.frame.result, "requestState"))
        .filter(({ call }) => !failsAnyway(trace, call, isFullRetry))
        .map(({ call }) => ({
          ref: lastOf(call),
          wrong:
            call.answer?.frame.kind === "error"
              ? `error ${JSON.stringify(errorCodeOf(call))}, expected input_required`
              : undefined,
        })),
      "no retry went without its input",
    );
  },
};

/** Whether the tool of a retry answered one to which nobody declined, and the server a request that was sent later beside it. */
function isAnsweredOtherwise(trace: Trace, { request }: Call): boolean {
  const all = calls(trace).filter((one) => one.answer !== undefined);
  const name = valueAt(request.frame.params, "name");
  return (
    all.some((one) => isFullRetry(one) && valueAt(one.request.frame.params, "name") === name) &&
    all.some((one) => one.request.connection === request.connection && one.request.seq > request.seq)
  );
}

export const inputSurvivesDecline: Check = {
  id: "input.survives-decline",
  title: "A declined or cancelled elicitation is dealt with",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "client/elicitation#error-handling" },
  advice: "Answer the retry, whatever the action of the user: with a result, an isError result or an error other than -32603.",
  tolerance:
    "Silence counts only of a tool that did answer when the user accepted, and of a server that went on to answer other requests.",
  explains: [{ checks: ["process.stays-alive"], within: "connection" }],
  verify(trace) {
    const declined = allRetries(trace).filter(({ params }) =>
      Object.values(asObject(params["inputResponses"])).some(
        (response) => valueAt(response, "action") === "decline" || valueAt(response, "action") === "cancel",
      ),
    );
    return overall(
      declined.flatMap(({ call }): Exhibit[] => {
        if (failsAnyway(trace, call, isFullRetry)) return [];
        if (call.answer !== undefined) {
          const wrong = errorCodeOf(call) === -32603 ? "the declined elicitation led to error -32603" : undefined;
          return [{ ref: call.answer, wrong }];
        }
        const exit = endedByItself(trace, call.request.connection);
        if (exit !== undefined) return [{ ref: exit, wrong: "the process ended after a declined elicitation" }];
        const ignored = call.silence !== undefined && isAnsweredOtherwise(trace, call);
        return ignored ? [{ ref: call.silence, wrong: "the retry with a declined elicitation was not answered" }] : [];
      }),
      "no elicitation was declined",
    );
  },
};
