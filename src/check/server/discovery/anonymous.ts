import { callsTagged } from "../../../trace/step.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overdue } from "../../outcome.ts";
import { places } from "../../places.ts";
import { overTellingCalls } from "../../rules/fails-anyway.ts";
import { shortJson } from "../../rules/text-forms.ts";

export const clientInfoOptional: Check = {
  id: "discovery.client-info-optional",
  title: "A request whose _meta does not name the client is served",
  subject: "server",
  level: "PRACTICE",
  spec: places.envelope,
  advice: "Take io.modelcontextprotocol/clientInfo for what it is, optional: a client may be configured not to say who it is.",
  verify(trace) {
    return overTellingCalls(
      trace,
      { special: callsTagged(trace, "without-client-info"), none: "no request without clientInfo was sent" },
      ({ request, answer, silence }): Exhibit[] => {
        if (answer?.frame.kind === "result") return [{ ref: answer }];
        if (answer !== undefined)
          return [{ ref: answer, wrong: `a request without clientInfo was refused: ${shortJson(answer.frame.error.message)}` }];
        const wrong = "a request without clientInfo was not answered";
        return silence === undefined ? [] : [overdue(request, wrong)];
      },
    );
  },
};
