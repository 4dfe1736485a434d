import { isObject, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { callsIn, toldSteps } from "../../../trace/told-steps.ts";
import { eventsOf } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";
import { canonical, shortJson } from "../../rules/text-forms.ts";

type Given = {
  readonly id: string;
  readonly title: string;
  readonly spec: Check["spec"];
  readonly advice: string;
  readonly verbs: readonly string[];
  readonly method: string;
  /** What of a step, and of the params of a request, has to be the same. */
  readonly part: (of: JsonObject) => Json | undefined;
};

/** A check that what the caller gave is what the server gets: no request of a scenario has anything else. */
function asGiven({ id, title, spec, advice, verbs, method, part }: Given): Check {
  return {
    id,
    title,
    subject: "client",
    level: "PRACTICE",
    spec,
    advice,
    tolerance: "Only in scenarios that tell a driver what to ask for; several steps may have the same.",
    verify: (trace) =>
      overall(
        eventsOf(trace, "told").flatMap(({ scenario }) => {
          const told = verbs.flatMap((verb) => toldSteps(trace, verb)).filter((step) => step.scenario === scenario);
          if (told.length === 0) return [];
          const given = new Set(told.map((step) => canonical(part(step.told))));
          return callsIn(trace, scenario, method).map(({ request }): Exhibit => {
            const sent = isObject(request.frame.params) ? part(request.frame.params) : undefined;
            // What is of another kind altogether is the matter of the check of shapes.
            const known = given.has(canonical(sent)) || (typeof sent !== "string" && !isObject(sent));
            return { ref: request, wrong: known ? undefined : `${method} was sent ${shortJson(sent)}, which nobody gave` };
          });
        }),
        `the client sent no ${method} it was told to send`,
      ),
  };
}

/** The name of a tool. */
export const nameAsGiven: Check = asGiven({
  id: "tools.client-name-as-given",
  title: "The name of a tool reaches the server as it was given",
  spec: { "2024-11-05": "server/tools#calling-tools" },
  advice:
    "Send the name the server listed, whatever letters it has: never change its case, cut it or put a prefix in front of it.",
  verbs: ["call-tool"],
  method: "tools/call",
  part: (of) => of["name"],
});

/** The address of a resource. */
export const uriAsGiven: Check = asGiven({
  id: "resources.client-uri-as-given",
  title: "The URI of a resource reaches the server as it was given",
  spec: { "2024-11-05": "server/resources#reading-resources" },
  advice: "Send the URI as the server listed it: do not escape, unescape or normalize it.",
  verbs: ["read-resource"],
  method: "resources/read",
  part: (of) => of["uri"],
});

/** The resource whose changes are wanted. */
export const subscriptionAsGiven: Check = asGiven({
  id: "resources.client-subscribe-as-given",
  title: "The URI of a subscription reaches the server as it was given",
  spec: { "2024-11-05": "server/resources#subscriptions", "2026-07-28": "removed" },
  advice: "Send resources/subscribe with the URI as the server listed it.",
  verbs: ["subscribe"],
  method: "resources/subscribe",
  part: (of) => of["uri"],
});

/** What fills a prompt. */
export const promptAsGiven: Check = asGiven({
  id: "prompts.client-as-given",
  title: "The name and the arguments of a prompt reach the server as they were given",
  spec: { "2024-11-05": "server/prompts#getting-a-prompt" },
  advice: "Send the arguments of a prompt as the texts they are, empty ones included.",
  verbs: ["get-prompt"],
  method: "prompts/get",
  part: (of) => ({ name: of["name"], arguments: of["arguments"] ?? {} }),
});

/** What is to be completed. */
export const completionAsGiven: Check = asGiven({
  id: "completion.client-as-given",
  title: "What is to be completed reaches the server as it was given",
  spec: { "2024-11-05": "server/utilities/completion#requesting-completions" },
  advice: "Send reference, name and value of the argument as they are, white space and all.",
  verbs: ["complete"],
  method: "completion/complete",
  part: (of) => ({
    type: valueAt(of, "ref", "type"),
    of: valueAt(of, "ref", "name") ?? valueAt(of, "ref", "uri"),
    argument: of["argument"],
  }),
});

/** The least level of log messages. */
export const levelAsGiven: Check = asGiven({
  id: "logging.client-level-as-given",
  title: "The level of log messages reaches the server as it was given",
  spec: { "2024-11-05": "server/utilities/logging#setting-log-level", "2026-07-28": "removed" },
  advice: "Send logging/setLevel with the level that was chosen.",
  verbs: ["set-log-level"],
  method: "logging/setLevel",
  part: (of) => of["level"],
});
