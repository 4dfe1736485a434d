import { allCalls } from "../../../trace/call.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { callsTagged } from "../../../trace/step.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overdue, overall } from "../../outcome.ts";
import { places } from "../../places.ts";

/**
 * A handler that throws before it looks at anything leaves its client waiting. Only what is passed over while later requests are
 * answered is one: where the process ends, that is the finding.
 */
export const mistypedParamsAnswered: Check = {
  id: "jsonrpc.mistyped-params-answered",
  title: "A request whose params have the wrong types is answered",
  subject: "server",
  level: "SHOULD",
  spec: places.responses,
  advice: "Answer -32602, also where reading the params throws: a client waits for every request it sent.",
  tolerance:
    "Every answer is accepted, and over HTTP every status that refuses. A server that stays silent is warned, not failed: no client should send this.",
  verify(trace) {
    return overall(
      callsTagged(trace, "mistyped-params").flatMap(({ request, answer }): Exhibit[] => {
        if (answer !== undefined) return [{ ref: answer }];
        const exchange = httpExchanges(trace).find((one) => one.exchange === request.exchange);
        if ((exchange?.response?.status ?? 0) >= 400) return [{ ref: exchange?.response?.seq ?? request.seq }];
        const alive = allCalls(trace).some(
          (later) =>
            later.request.connection === request.connection && later.request.seq > request.seq && later.answer !== undefined,
        );
        return alive
          ? [
              overdue(
                request,
                `no answer to ${request.frame.method} with params of wrong types, while later requests were answered`,
              ),
            ]
          : [];
      }),
      "nothing of the kind was sent, or the server answered nothing after it",
    );
  },
};
