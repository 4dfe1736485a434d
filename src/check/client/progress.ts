import { valueAt } from "../../jsonrpc/json.ts";
import { clientCalls } from "../../trace/facts/client-facts.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overallIfAny } from "../outcome.ts";
import { shortJson } from "../rules/text-forms.ts";

const place = {
  "2024-11-05": "basic/utilities/progress#progress-flow",
  "2026-07-28": "basic/patterns/progress#progress-flow",
} as const;

/** A token is a text or a whole number. */
export const clientTokenType: Check = {
  id: "progress.client-token-type",
  title: "Progress tokens of the client are strings or integers",
  subject: "client",
  level: "MUST",
  spec: place,
  advice: "Take the id of the request, or another string or integer.",
  verify: (trace) =>
    overallIfAny(
      clientCalls(trace).flatMap(({ request }): Exhibit[] => {
        const token = valueAt(request.frame.params, "_meta", "progressToken");
        if (token === undefined) return [];
        const sound = typeof token === "string" || Number.isInteger(token);
        return [{ ref: request, wrong: sound ? undefined : `${request.frame.method} has the token ${shortJson(token)}` }];
      }),
      "the client asked for no progress",
    ),
};

/** No two running requests share one. */
export const clientTokenUnique: Check = {
  id: "progress.client-token-unique",
  title: "No two requests of the client that run at the same time have the same progress token",
  subject: "client",
  level: "MUST",
  spec: place,
  advice: "Take a token of its own for every request; the id of the request will do.",
  verify(trace) {
    const tokened = clientCalls(trace).filter(
      ({ request }) => valueAt(request.frame.params, "_meta", "progressToken") !== undefined,
    );
    return overallIfAny(
      tokened.map(({ request }): Exhibit => {
        const token = valueAt(request.frame.params, "_meta", "progressToken");
        const other = tokened.find(
          (one) =>
            one.request.seq < request.seq &&
            one.request.connection === request.connection &&
            (one.answer?.seq ?? Infinity) > request.seq &&
            valueAt(one.request.frame.params, "_meta", "progressToken") === token,
        );
        return { ref: request, wrong: other && `two running requests have the token ${shortJson(token)}` };
      }),
      "the client asked for no progress",
    );
  },
};
