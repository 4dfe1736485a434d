import { asObject, isObject, valueAt } from "../../jsonrpc/json.ts";
import { clientCalls, type ClientCall, sameId } from "../../trace/facts/client-facts.ts";
import { type InputRound, inputRounds } from "../../trace/facts/input-rounds.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overall } from "../outcome.ts";
import { canonical, shortJson } from "../rules/text-forms.ts";

const spec = { "2026-07-28": "basic/patterns/mrtr#client-requirements-basic-workflow" } as const;

/** Members a retry adds. */
const own = ["inputResponses", "requestState", "_meta"];

/** What of the params stays the same from round to round, as text. */
function lasting({ request }: ClientCall): string {
  const params = asObject(request.frame.params);
  return canonical(Object.fromEntries(Object.entries(params).filter(([name]) => !own.includes(name))));
}

const unasked = "the client retried no request that was answered by a demand for input";

/** A check over every retry. */
function ofRetries(id: string, title: string, advice: string, defect: (round: InputRound) => string | undefined): Check {
  return {
    id,
    title,
    subject: "client",
    level: "MUST",
    spec,
    advice,
    verify: (trace) =>
      overall(
        inputRounds(trace).map((round): Exhibit => ({ ref: round.retry.request, wrong: defect(round) })),
        unasked,
      ),
  };
}

/** The state goes back as it came, and only where one came. */
export const inputStateEchoed: Check = ofRetries(
  "input.client-state-echoed",
  "A retry has the requestState the server gave, exactly, and none where it gave none",
  "Copy requestState into the retry byte for byte; leave it out when the result had none.",
  ({ demand, retry }) => {
    const [given, sent] = [valueAt(demand, "requestState"), valueAt(retry.request.frame.params, "requestState")];
    if (sameId(given, sent)) return undefined;
    if (given === undefined) return `it has the state ${shortJson(sent)}, where none was given`;
    return sent === undefined ? "it is without the state that was given" : `its state is ${shortJson(sent)}, not what was given`;
  },
);

/** A retry is a request of its own. */
export const inputNewId: Check = ofRetries(
  "input.client-new-id",
  "A retry has another id than the request it repeats",
  "Take a new id for the retry: it is a request of its own.",
  ({ asked, retry }) =>
    sameId(asked.request.frame.id, retry.request.frame.id)
      ? `it has the id ${shortJson(retry.request.frame.id)} again`
      : undefined,
);

/** What was asked for is there. */
export const inputResponsesGiven: Check = ofRetries(
  "input.client-responses",
  "A retry has an answer for every input the server asked for, under its key",
  "Construct an answer for each entry of inputRequests; a refusal of the user is one as well.",
  ({ demand, retry }) => {
    const responses = asObject(valueAt(retry.request.frame.params, "inputResponses"));
    const missing = Object.keys(asObject(valueAt(demand, "inputRequests"))).filter((key) => !isObject(responses[key]));
    return missing.length === 0 ? undefined : `there is no answer for ${missing.join(", ")}`;
  },
);

/** The rest is as it was. */
export const inputSameParams: Check = {
  ...ofRetries(
    "input.client-same-params",
    "A retry repeats the params of the request it retries",
    "Send the original params again, and add inputResponses and requestState only.",
    ({ asked, retry }) => (lasting(asked) === lasting(retry) ? undefined : "its params differ from those of the request"),
  ),
};

/** Answers and state go into the retry alone. */
export const inputOnlyRetry: Check = {
  id: "input.client-only-retry",
  title: "Answers and request state are sent with the retry of their request and with no other",
  subject: "client",
  level: "MUST NOT",
  spec,
  advice: "Forget inputResponses and requestState once the request they belong to was retried.",
  verify(trace) {
    const rounds = inputRounds(trace);
    const retries = new Set(rounds.map(({ retry }) => retry.request.seq));
    return overall(
      clientCalls(trace).flatMap(({ request }): Exhibit[] => {
        const has = ["inputResponses", "requestState"].filter((name) => valueAt(request.frame.params, name) !== undefined);
        // By the extension for tasks this request brings what a task asked for.
        if (rounds.length === 0 || request.frame.method === "tasks/update") return [];
        const astray = has.length > 0 && !retries.has(request.seq);
        return [
          {
            ref: request,
            wrong: astray ? `${request.frame.method} has ${has.join(" and ")}, though it retries nothing` : undefined,
          },
        ];
      }),
      unasked,
    );
  },
};
