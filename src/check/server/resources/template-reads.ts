import { invalidParams, resourceNotFound } from "../../../jsonrpc/error-codes.ts";
import { valueAt } from "../../../jsonrpc/json.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import { type CompletedTemplate, completedTemplate } from "../../../trace/facts/template-uri.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import { answered, calls, lastOf } from "../../../trace/call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, notApplicable, overall } from "../../outcome.ts";
import { isPlain } from "../../rules/plain-call.ts";

export const resourcesTemplateResolves: Check = {
  id: "resources.template-resolves",
  title: "A resource template gives a resource with a value the server offers for its variable",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/resources#resource-templates" },
  capability: "resources",
  advice: "Answer resources/read for what the template and its completions lead to, or do not list the template.",
  tolerance:
    "Only templates with one plain variable, values that need no encoding, and answers that say there is no such resource (-32002, -32602) count: another error may have any reason. A value that only repeats what was asked with is none the server knows.",
  verify(trace) {
    if (listed(trace, "resourceTemplates").length === 0) return notApplicable("the server lists no resource templates");
    const offered = completed(trace);
    if (offered.length === 0) return notApplicable("the server offers no value for the one variable of a resource template");
    const reads = offered.flatMap((one) => readsOf(trace, one));
    if (reads.length === 0) return inconclusive("no URI of a template and an offered value was read");
    const telling = reads.filter(({ tells }) => tells);
    return telling.length === 0
      ? notApplicable("reading failed, but for another reason, or with a value that the server only repeated")
      : overall(telling, "");
  },
};

type Offer = CompletedTemplate & { readonly seq: number };

/** What the completions of a trace lead to. */
function completed(trace: Trace): Offer[] {
  return answered(calls(trace, "completion/complete")).flatMap(({ request, answer }) => {
    const found = completedTemplate(request.frame.params, answer.frame.result);
    return found === undefined ? [] : [{ ...found, seq: answer.seq }];
  });
}

/** The answered reads of an offered URI after it was offered, and whether they say that it is there or is not. */
function readsOf(trace: Trace, { uriTemplate, uri, echoed, seq }: Offer): (Exhibit & { readonly tells: boolean })[] {
  return calls(trace, "resources/read")
    .filter((call) => call.answer !== undefined && isPlain(trace, call))
    .filter(({ request }) => request.seq > seq && valueAt(request.frame.params, "uri") === uri)
    .map((call) => {
      const code = errorCodeOf(call);
      return {
        ref: lastOf(call),
        tells: code === undefined || (!echoed && (code === resourceNotFound || code === invalidParams)),
        wrong:
          code === undefined
            ? undefined
            : `${JSON.stringify(uriTemplate)} with an offered value is ${JSON.stringify(uri)}, and reading it fails with ${JSON.stringify(code)}`,
      };
    });
}
