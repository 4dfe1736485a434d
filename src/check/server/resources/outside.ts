import { valueAt, isArray, type Json } from "../../../jsonrpc/json.ts";
import { lastOf, type Call } from "../../../trace/call.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import { callsTagged } from "../../../trace/step.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overall } from "../../outcome.ts";

/** The first line of /etc/passwd wherever there is one: the account of the superuser. */
const passwords = /^root:[^:\n]*:0:0:/m;

export const resourcesOutsideRefused: Check = {
  id: "resources.outside-refused",
  title: "A URI that climbs out of what is listed gives nothing from outside",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "server/resources#security-considerations" },
  capability: "resources",
  advice: "Decode the URI, resolve the path, links included, and serve it only if it still lies below a directory you offer.",
  tolerance:
    "Every error will do, and so does any content but that of /etc/passwd. Nothing is judged where a template offers the whole file system.",
  verify(trace) {
    if (listed(trace, "resourceTemplates").some(({ item }) => offersEverything(item["uriTemplate"])))
      return notApplicable("a template offers the whole file system");
    const reads = callsTagged(trace, "outside-resource").filter((call) => call.answer !== undefined);
    if (reads.length === 0 && listed(trace, "resources").length === 0 && listed(trace, "resourceTemplates").length === 0)
      return notApplicable("neither resources nor templates are listed");
    return overall(
      reads.map((call): Exhibit => ({
        ref: lastOf(call),
        wrong: passwords.test(textOf(call))
          ? `${JSON.stringify(valueAt(call.request.frame.params, "uri"))} was answered with /etc/passwd`
          : undefined,
      })),
      "no URI that climbs out of what is listed was read",
    );
  },
};

const offersEverything = (template: Json | undefined): boolean => typeof template === "string" && /^file:\/*\{/i.test(template);

/** What a read gave, as text; contents in Base64 decoded. */
function textOf(call: Call): string {
  const contents = call.answer?.frame.kind === "result" ? valueAt(call.answer.frame.result, "contents") : undefined;
  if (!isArray(contents)) return "";
  return contents.map((one) => `${textual(valueAt(one, "text"))}\n${decoded(textual(valueAt(one, "blob")))}`).join("\n");
}

const textual = (value: Json | undefined): string => (typeof value === "string" ? value : "");

function decoded(base64: string): string {
  return /^[\w+/]+=*$/.test(base64) && base64.length % 4 === 0 ? atob(base64) : "";
}
