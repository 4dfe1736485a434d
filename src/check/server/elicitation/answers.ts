import { asObject, valueAt } from "../../../jsonrpc/json.ts";
import { endedByItself } from "../../../trace/facts/fence.ts";
import { requestsFrom } from "../../../trace/facts/server-message.ts";
import { type Call, lastOf } from "../../../trace/message.ts";
import { callsTagged } from "../../../trace/step.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";

/** Calls of a step with a tag during which the server asked for a form with members. */
function askedDuring(trace: Trace, tag: string): Call[] {
  const asked = requestsFrom(trace, "elicitation/create").filter(
    ({ frame }) => Object.keys(asObject(valueAt(frame.params, "requestedSchema", "properties"))).length > 0,
  );
  return callsTagged(trace, tag).filter(({ request, answer }) =>
    asked.some(
      (message) =>
        message.connection === request.connection && message.seq > request.seq && message.seq < (answer?.seq ?? Infinity),
    ),
  );
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
  verify(trace) {
    return overall(
      askedDuring(trace, "malformed-answer").flatMap((call): Exhibit[] => {
        if (call.answer === undefined) return [];
        const result = call.answer.frame.kind === "result" ? call.answer.frame.result : undefined;
        const done = result !== undefined && valueAt(result, "isError") !== true;
        return [{ ref: lastOf(call), wrong: done ? "content of other types than the form has was taken" : undefined }];
      }),
      "no elicitation was answered with what does not fit",
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
