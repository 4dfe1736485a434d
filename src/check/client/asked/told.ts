import { isObject, type Json, type JsonObject, valueAt } from "../../../jsonrpc/json.ts";
import { type AskedOfClient, askedOfClient } from "../../../trace/facts/asked-of-client.ts";
import { stepReports } from "../../../trace/facts/client-facts.ts";
import { connections, eventsOf, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { sameJson } from "../../rules/json-values.ts";
import { shortJson } from "../../rules/text-forms.ts";

/**
 * The standing answer a driver was told for what a server asks. Only drivers that report that they connected are known to follow what
 * they are told; what changes under way is not looked at.
 */
function toldFor(trace: Trace, { connection }: AskedOfClient, what: string): JsonObject | undefined {
  const scenario = connections(trace).find((one) => one.connection === connection)?.session;
  const told = eventsOf(trace, "told").find((one) => one.scenario === scenario);
  const follows = stepReports(trace).some(
    ({ told: step, report }) =>
      report.connection === told?.connection && valueAt(step, "do") === "connect" && report.value["ok"] === true,
  );
  const changes = told?.steps.some((step) => valueAt(step, "do") === `set-${what}`) === true;
  return follows && !changes
    ? told?.steps.find((step): step is JsonObject => isObject(step) && step["answer"] === what)
    : undefined;
}

type Kind = {
  readonly id: string;
  readonly method: string;
  readonly what: string;
  readonly title: string;
  readonly advice: string;
  readonly spec: Check["spec"];
  /** What is wrong with a result, given what was told; undefined where nothing is. */
  readonly defect: (told: JsonObject, result: JsonObject, asked: AskedOfClient) => string | undefined;
};

/** A check that a standing answer reaches the server. */
function answeredAsTold({ id, method, what, title, advice, spec, defect }: Kind): Check {
  return {
    id,
    title,
    subject: "client",
    level: "PRACTICE",
    spec,
    advice,
    tolerance: "Only of drivers that report their steps: others need not know the answers they are told.",
    verify: (trace) =>
      overallIfAny(
        askedOfClient(trace, method).flatMap((asked): Exhibit[] => {
          const told = toldFor(trace, asked, what);
          if (told === undefined || asked.reply?.kind !== "result") return [];
          return [{ ref: asked.reply, wrong: defect(told, asked.reply.result, asked) }];
        }),
        `no driver that reports its steps answered ${method}`,
      ),
  };
}

/** What the user chose is what the server hears. */
export const formAsTold: Check = answeredAsTold({
  id: "elicitation.client-as-chosen",
  method: "elicitation/create",
  what: "elicitation",
  title: "What the user chose and entered reaches the server",
  advice: "Hand on the action and the content of the user, and no content when the form was not accepted.",
  spec: { "2025-06-18": "client/elicitation#response-actions" },
  defect(told, result, { params }) {
    if (params["mode"] === "url") return undefined;
    const [chosen, sent] = [told["action"], result["action"]];
    if (chosen !== sent) return `the user's choice was ${shortJson(chosen)}, the server heard ${shortJson(sent)}`;
    if (chosen !== "accept")
      return isObject(result["content"]) && Object.keys(result["content"]).length > 0
        ? `the answer is ${shortJson(sent)} and has content all the same`
        : undefined;
    const same = sameJson(told["content"], result["content"]);
    return same ? undefined : `the user entered ${shortJson(told["content"])}, the server got ${shortJson(result["content"])}`;
  },
});

/** What the model said is what the server hears. */
export const sampleAsTold: Check = answeredAsTold({
  id: "sampling.client-as-written",
  method: "sampling/createMessage",
  what: "sampling",
  title: "What the model wrote reaches the server",
  advice: "Hand the text of the model on as it is.",
  spec: { "2024-11-05": "client/sampling#creating-messages" },
  defect(told, result) {
    // A driver that does not know of a user's no answers as it always does.
    if (told["refuse"] === true) return undefined;
    const { content } = result;
    const text = valueAt(Array.isArray(content) ? (content as readonly Json[])[0] : content, "text");
    return text === told["text"] ? undefined : `the model wrote ${shortJson(told["text"])}, the server got ${shortJson(text)}`;
  },
});

/** The roots that were chosen are those the server is given. */
export const rootsAsTold: Check = answeredAsTold({
  id: "roots.client-as-chosen",
  method: "roots/list",
  what: "roots",
  title: "The server is given the roots that were chosen, and no others",
  advice: "Answer roots/list with the roots of the user, all of them and nothing else.",
  spec: { "2024-11-05": "client/roots#listing-roots" },
  defect(told, result) {
    const uris = (list: Json | undefined): readonly Json[] =>
      Array.isArray(list) ? (list as readonly Json[]).map((root) => valueAt(root, "uri") ?? null) : [];
    const [chosen, sent] = [uris(told["roots"]), uris(result["roots"])];
    return sameJson(chosen, sent) ? undefined : `the roots are ${shortJson(chosen)}, the server got ${shortJson(sent)}`;
  },
});
