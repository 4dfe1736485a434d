import { invalidParams } from "../../../jsonrpc/error-codes.ts";
import { isArray, isObject, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { type AskedOfClient, askedOfClient } from "../../../trace/facts/asked-of-client.ts";
import { connections, eventsOf } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { shortJson } from "../../rules/text-forms.ts";

const blocksOf = (message: Json | undefined): readonly Json[] => {
  const content = valueAt(message, "content");
  return isArray(content) ? content : content === undefined ? [] : [content];
};

const ofType = (message: Json | undefined, type: string): readonly Json[] =>
  blocksOf(message).filter((block) => valueAt(block, "type") === type);

/** Whether a message mixes tool results with something else. */
const isMixed = (message: Json): boolean => {
  const results = ofType(message, "tool_result").length;
  return results > 0 && results < blocksOf(message).length;
};

/** Whether a tool use of a message has no result in the message after it. */
const isUnanswered = (message: Json, next: Json | undefined): boolean =>
  ofType(message, "tool_use").some(
    (use) => !ofType(next, "tool_result").some((result) => valueAt(result, "toolUseId") === valueAt(use, "id")),
  );

/** What is wrong with the tool messages of a sampling request; undefined where nothing is. */
function toolDefect(params: JsonObject): "mixed" | "unanswered" | undefined {
  const messages = params["messages"];
  if (!isArray(messages)) return undefined;
  if (messages.some(isMixed)) return "mixed";
  return messages.some((message, index) => isUnanswered(message, messages[index + 1])) ? "unanswered" : undefined;
}

const hasUses = ({ params }: AskedOfClient): boolean =>
  isArray(params["messages"]) && params["messages"].some((message) => ofType(message, "tool_use").length > 0);

/** A check that a request with a defect in its tool messages is refused by the code for it. */
function refused(id: string, defect: "mixed" | "unanswered", title: string, advice: string): Check {
  return {
    id,
    title,
    subject: "client",
    level: "SHOULD",
    spec: { "2025-11-25": "client/sampling#error-handling", "2026-07-28": "removed" },
    advice,
    tolerance: "Only of clients that declared sampling.tools and answered a request whose tool messages are sound.",
    verify(trace) {
      const all = askedOfClient(trace, "sampling/createMessage").filter(({ declared }) =>
        isObject(valueAt(declared, "sampling", "tools")),
      );
      return overallIfAny(
        all.flatMap(({ connection, params, reply }): Exhibit[] => {
          const control = all.some(
            (one) =>
              one.connection === connection &&
              hasUses(one) &&
              toolDefect(one.params) === undefined &&
              one.reply?.kind === "result",
          );
          if (toolDefect(params) !== defect || reply === undefined || !control) return [];
          if (reply.kind !== "error") return [{ ref: reply, wrong: "it was answered with a result" }];
          return [
            { ref: reply, wrong: reply.code === invalidParams ? undefined : `the code is ${shortJson(reply.code)}, not -32602` },
          ];
        }),
        "no client that samples with tools was sent such messages",
      );
    },
  };
}

/** A tool use without its result is refused. */
export const unansweredRefused: Check = refused(
  "sampling.client-missing-results",
  "unanswered",
  "A sampling request in which a tool use has no result is refused by -32602",
  "Look for the result of every tool use before you hand messages to the model.",
);

/** Results mixed with something else are refused. */
export const mixedRefused: Check = refused(
  "sampling.client-mixed-results",
  "mixed",
  "A sampling request that mixes tool results with other content is refused by -32602",
  "Refuse a user message that has both tool results and other content.",
);

/** The code for a request the user does not want. */
const rejected = -1;

/** A user who does not want it is told of by the code for it. */
export const rejectionCode: Check = {
  id: "sampling.client-rejected-code",
  title: "A sampling request the user rejects is answered by the error -1",
  subject: "client",
  level: "SHOULD",
  spec: { "2024-11-05": "client/sampling#error-handling", "2026-07-28": "removed" },
  advice: 'Answer {"code": -1, "message": "User rejected sampling request"} when the user says no.',
  tolerance: "Only of clients whose driver was told to reject, and that answered with an error.",
  verify: (trace) =>
    overallIfAny(
      askedOfClient(trace, "sampling/createMessage").flatMap(({ connection, reply }): Exhibit[] => {
        const scenario = connections(trace).find((one) => one.connection === connection)?.session;
        const told = eventsOf(trace, "told").find((one) => one.scenario === scenario);
        const isRejected = told?.steps.some((step) => valueAt(step, "answer") === "sampling" && valueAt(step, "refuse") === true);
        if (isRejected !== true || reply?.kind !== "error") return [];
        return [{ ref: reply, wrong: reply.code === rejected ? undefined : `the code is ${shortJson(reply.code)}` }];
      }),
      "no client told its user's no",
    ),
};
