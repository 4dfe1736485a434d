import { missingRequiredClientCapability } from "../../../jsonrpc/error-codes.ts";
import { asObject, valueAt, isObject, type Json } from "../../../jsonrpc/json.ts";
import { answered, type AnsweredCall, type Call, calls, lastOf } from "../../../trace/call.ts";
import { clientCapabilitiesKey, serverWishes } from "../../../trace/facts/server-message.ts";
import { asksForInput, inputDemands } from "../../../trace/facts/input-demand.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overall, overallIfAny } from "../../outcome.ts";
import { textOrJson } from "../../rules/text-forms.ts";

const page = "basic/patterns/mrtr";

const supported = new Set(["tools/call", "prompts/get", "resources/read"]);

const kinds = new Set<Json | undefined>(["elicitation/create", "sampling/createMessage", "roots/list"]);

const noInputAsked = "the server asked for no input";

export const inputSupportedRequests: Check = {
  id: "input.supported-requests",
  title: "Input is asked for only by tools/call, prompts/get and resources/read",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": `${page}#supported-requests` },
  advice: "Answer every other request without asking back.",
  verify(trace) {
    return overall(
      answered(calls(trace)).map((call) => ({
        ref: call.answer,
        wrong:
          asksForInput(call) && !supported.has(call.request.frame.method)
            ? `${call.request.frame.method} was answered with input_required`
            : undefined,
      })),
      "nothing was answered with a result",
    );
  },
};

export const inputNotEmpty: Check = {
  id: "input.not-empty",
  title: "A demand for input has inputRequests or requestState",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": `${page}#server-requirements-basic-workflow` },
  advice: "Say what is wanted, or give the state to come back with.",
  verify(trace) {
    return overallIfAny(
      inputDemands(trace).map((call) => {
        const { inputRequests, requestState } = asObject(call.answer.frame.result);
        return {
          ref: call.answer,
          wrong: inputRequests === undefined && requestState === undefined ? "neither inputRequests nor requestState" : undefined,
        };
      }),
      noInputAsked,
    );
  },
};

export const inputRequestKinds: Check = {
  id: "input.request-kinds",
  title: "An input request is an elicitation, a sampling or a roots request",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": `${page}#server-requirements-basic-workflow` },
  advice: "Use elicitation/create, sampling/createMessage or roots/list.",
  explains: [{ checks: ["schema.tools-call"], within: "message" }],
  verify(trace) {
    const wishes = serverWishes(trace).filter((wish) => wish.key !== undefined);
    return overallIfAny(
      wishes.map((wish) => ({
        ref: wish,
        wrong: kinds.has(wish.method)
          ? undefined
          : `inputRequests.${wish.key} has the method ${JSON.stringify(wish.method) ?? "missing"}`,
      })),
      noInputAsked,
    );
  },
};

/** The capability a wish needs, as its path. */
const needs: Readonly<Record<string, string>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

export const inputDeclaredCapability: Check = {
  id: "input.declared-capability",
  title: "Input is asked for only in ways the client declared",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": `${page}#server-requirements-basic-workflow` },
  advice: "Look at the clientCapabilities of the request at hand, and answer with error -32021 when one is missing.",
  verify(trace) {
    const wishes = serverWishes(trace).filter(
      (wish) => wish.key !== undefined && typeof wish.method === "string" && wish.method in needs,
    );
    return overallIfAny(
      wishes.map((wish) => {
        const need = needs[textOrJson(wish.method)] ?? "";
        return {
          ref: wish,
          wrong: isObject(wish.capabilities[need])
            ? undefined
            : `${textOrJson(wish.method)} was asked of a client that did not declare ${need}`,
        };
      }),
      noInputAsked,
    );
  },
};

export const inputMissingCapability: Check = {
  id: "input.missing-capability",
  title: "What needs an undeclared client capability is answered with error -32021, naming it",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "basic#meta" },
  advice: "Answer with error -32021 and data.requiredCapabilities, so that the client can retry with them.",
  tolerance:
    "A server may do without the input: a result that does not claim to have failed is accepted, and nothing is concluded from it.",
  verify(trace) {
    const asking = inputDemands(trace).filter((call) => isObject(valueAt(call.answer.frame.result, "inputRequests")));
    const without = calls(trace).filter((call) => asking.some((other) => isTwin(other, call)));
    if (without.length > 0 && without.every(didWithout)) return notApplicable("the server does without the input");
    return overall(
      calls(trace)
        .filter((call) => call.answer !== undefined && supported.has(call.request.frame.method))
        .flatMap((call): Exhibit[] => {
          if (!asking.some((other) => isTwin(other, call)) || didWithout(call)) return [];
          return [{ ref: lastOf(call), wrong: missingDefect(call, errorCodeOf(call)) }];
        }),
      "no request that asks for input was made without the capability",
    );
  },
};

/** The same request once more, from a client that did not declare what the first one was asked for. */
const isTwin = (asked: AnsweredCall, call: Call): boolean =>
  call.answer !== undefined && asked.request.seq !== call.request.seq && sameRequest(asked, call) && lacksWhat(asked, call);

/** A result that does not claim to have failed; asking all the same is the matter of another check. */
const didWithout = (call: Call): boolean =>
  call.answer?.frame.kind === "result" && valueAt(call.answer.frame.result, "isError") !== true;

function missingDefect(call: Call, code: Json | undefined): string | undefined {
  if (code !== missingRequiredClientCapability)
    return code === undefined ? "an isError result, expected error -32021" : `error ${JSON.stringify(code)}, expected -32021`;
  const named = valueAt(call.answer?.frame.value, "error", "data", "requiredCapabilities");
  return isObject(named) && Object.keys(named).length > 0 ? undefined : "data.requiredCapabilities names no capability";
}

/** The same method, name and arguments, whatever the envelope. */
function sameRequest(one: Call, other: Call): boolean {
  const what = (call: Call): string => {
    const { name, uri, arguments: given } = asObject(call.request.frame.params);
    return JSON.stringify([call.request.frame.method, name, uri, given ?? {}]);
  };
  return valueAt(other.request.frame.params, "inputResponses") === undefined && what(one) === what(other);
}

function lacksWhat(asked: AnsweredCall, call: Call): boolean {
  const declared = asObject(valueAt(call.request.frame.params, "_meta", clientCapabilitiesKey));
  return Object.values(asObject(valueAt(asked.answer.frame.result, "inputRequests"))).some((wish) => {
    const need = needs[textOrJson(valueAt(wish, "method"))];
    return need !== undefined && !isObject(declared[need]);
  });
}
