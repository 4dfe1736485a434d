import { asObject, valueAt } from "../../../jsonrpc/json.ts";
import { endedByItself } from "../../../trace/facts/fence.ts";
import { requestsFrom } from "../../../trace/facts/server-message.ts";
import { type Call, lastOf } from "../../../trace/call.ts";
import { callsTagged } from "../../../trace/step.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";

/** Calls of a step with a tag for which the server asked for a form with members: those it asked for on their exchange, or while none else was open. */
function askedDuring(trace: Trace, tag: string): Call[] {
  const tagged = callsTagged(trace, tag);
  const asking = requestsFrom(trace, "elicitation/create")
    .filter(({ frame }) => Object.keys(asObject(valueAt(frame.params, "requestedSchema", "properties"))).length > 0)
    .flatMap((message) => {
      const open = tagged.filter(
        ({ request, answer }) =>
          message.connection === request.connection && message.seq > request.seq && message.seq < (answer?.seq ?? Infinity),
      );
      const own = open.filter(({ request }) => message.exchange !== undefined && request.exchange === message.exchange);
      const behind = own.length > 0 ? own : open;
      return behind.length === 1 ? behind : [];
    });
  return [...new Set(asking)];
}

/** The tool and what it said, to compare; undefined where the call failed or was not answered. */
function saidBy({ request, answer }: Call): string | undefined {
  if (answer?.frame.kind !== "result" || valueAt(answer.frame.result, "isError") === true) return undefined;
  const { content, structuredContent } = asObject(answer.frame.result);
  return JSON.stringify([valueAt(request.frame.params, "name"), content, structuredContent]);
}

export const elicitationContentValidated: Check = {
  id: "elicitation.content-validated",
  title: "An answer to an elicitation that does not fit its schema is not taken",
  subject: "server",
  level: "SHOULD",
  spec: {
    "2025-06-18": "client/elicitation#security-considerations",
    "2025-11-25": "client/elicitation#form-mode-security",
    "2026-07-28": "removed",
  },
  advice:
    "Validate the content of an accepted elicitation against its requestedSchema, and let the tool fail where it does not fit.",
  tolerance:
    "What a tool says to a declined question as well is no sign that it took what does not fit: then nothing can be said.",
  verify(trace) {
    const declined = new Set(askedDuring(trace, "declined-answer").flatMap((call) => saidBy(call) ?? []));
    const odd = askedDuring(trace, "malformed-answer");
    return overall(
      odd.flatMap((call): Exhibit[] => {
        if (call.answer === undefined) return [];
        const said = saidBy(call);
        if (said !== undefined && declined.has(said)) return [];
        return [
          { ref: lastOf(call), wrong: said === undefined ? undefined : "content of other types than the form has was taken" },
        ];
      }),
      odd.length === 0
        ? "no elicitation was answered with what does not fit"
        : "the tool that asks says the same to a declined question, or nothing",
    );
  },
};

export const elicitationDeclineSurvived: Check = {
  id: "elicitation.decline-survived",
  title: "A call whose elicitation is declined comes to an end",
  subject: "server",
  level: "PRACTICE",
  spec: {
    "2025-06-18": "client/elicitation#response-actions",
    "2026-07-28": "removed",
  },
  advice: "Handle every action: answer the call, whatever the user chose.",
  verify(trace) {
    return overall(
      askedDuring(trace, "declined-answer").flatMap((call): Exhibit[] => {
        if (call.answer !== undefined) return [{ ref: call.answer }];
        const exit = endedByItself(trace, call.request.connection);
        if (exit !== undefined) return [{ ref: exit, wrong: "the process ended after a declined elicitation" }];
        return call.silence === undefined
          ? []
          : [{ ref: call.silence, wrong: `no answer within ${call.silence.ms} ms to a call whose elicitation was declined` }];
      }),
      "no elicitation was declined",
    );
  },
};
