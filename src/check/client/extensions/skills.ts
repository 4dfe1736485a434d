import { isArray, type Json, valueAt } from "../../../jsonrpc/json.ts";
import { extensionIds } from "../../../spec/extensions.ts";
import { type ClientCall, clientCalls } from "../../../trace/facts/client-facts.ts";
import { callsIn } from "../../../trace/told-steps.ts";
import { eventsOf, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny } from "../../outcome.ts";
import { skillsPlace } from "../../rules/extensions/places.ts";
import { shortJson } from "../../rules/text-forms.ts";

const resultIn = ({ answer }: ClientCall): Json | undefined =>
  answer?.frame.kind === "result" ? answer.frame.result : undefined;

/** What the server of a request had said of its skills; undefined where the client had not asked what it can do. */
function skillsOf(trace: Trace, { request }: ClientCall): Json | undefined {
  const discovered = clientCalls(trace, "server/discover").findLast(
    (call) => call.request.connection === request.connection && (call.answer?.seq ?? Infinity) < request.seq,
  );
  const capabilities = discovered === undefined ? undefined : valueAt(resultIn(discovered), "capabilities");
  return capabilities === undefined ? undefined : (valueAt(capabilities, "extensions", extensionIds.skills) ?? null);
}

/** Directories are read where that is offered. */
export const directoriesOffered: Check = {
  id: "extensions.client-skills-directories",
  title: "Directories are read only of servers that declare directoryRead",
  subject: "client",
  level: "MUST NOT",
  spec: skillsPlace("capability-negotiation"),
  advice: "Look for directoryRead in what the server declares of its skills before you send resources/directory/read.",
  tolerance: "Only where the client had asked the server what it can do.",
  verify: (trace) =>
    overallIfAny(
      clientCalls(trace, "resources/directory/read").flatMap((call): Exhibit[] => {
        const skills = skillsOf(trace, call);
        if (skills === undefined) return [];
        const declared = valueAt(skills, "directoryRead") === true;
        return [{ ref: call.request, wrong: declared ? undefined : "the server does not declare directoryRead" }];
      }),
      "the client read no directory",
    ),
};

/** A skill is called by its file. */
export const skillAskedByFile: Check = {
  id: "extensions.client-skills-get",
  title: "A skill is asked for by the URI of its SKILL.md",
  subject: "client",
  level: "MUST",
  spec: skillsPlace("response-1"),
  advice: "Send skills/get with the URI of the SKILL.md as the list or a reference names it.",
  verify: (trace) =>
    overallIfAny(
      clientCalls(trace, "skills/get").map(({ request }): Exhibit => {
        const uri = valueAt(request.frame.params, "uri");
        const isFile = typeof uri === "string" && uri.endsWith("/SKILL.md");
        return { ref: request, wrong: isFile ? undefined : `it asked for ${shortJson(uri)}` };
      }),
      "the client asked for no skill",
    ),
};

/** Steps that may make a client need what is in a skill. */
const needy: readonly Json[] = ["read-resource", "call-tool", "get-prompt", "complete", "subscribe"];

/** Files are fetched when they are needed. */
export const filesWhenNeeded: Check = {
  id: "extensions.client-skills-lazy",
  title: "The files of a skill are not fetched while nobody needs them",
  subject: "client",
  level: "MUST NOT",
  spec: skillsPlace("lazy-retrieval"),
  advice: "Build the registry from skills/list alone; read SKILL.md when the skill is loaded, and other files when they are.",
  tolerance: "Only where the client listed the skills, and was asked for nothing that could need one.",
  verify: (trace) =>
    overallIfAny(
      eventsOf(trace, "told").flatMap(({ scenario, steps }): Exhibit[] => {
        if (steps.some((step) => needy.includes(valueAt(step, "do") ?? null))) return [];
        const lists = callsIn(trace, scenario, "skills/list");
        const files = new Set(lists.flatMap((call) => filesIn(resultIn(call))));
        const [list] = lists;
        if (list === undefined || files.size === 0) return [];
        const read = callsIn(trace, scenario, "resources/read").find(({ request }) =>
          files.has(valueAt(request.frame.params, "uri") ?? null),
        );
        const uri = shortJson(valueAt(read?.request.frame.params, "uri"));
        return [{ ref: read?.request ?? list.request, wrong: read && `it read ${uri}, which nobody needed` }];
      }),
      "the client listed no skills",
    ),
};

/** The files that the entries of a list name. */
function filesIn(list: Json | undefined): readonly Json[] {
  const skills = valueAt(list, "skills");
  return (isArray(skills) ? skills : []).flatMap((skill) => {
    const resources = valueAt(skill, "resources");
    return isArray(resources) ? resources.map((file) => valueAt(file, "uri") ?? null) : [];
  });
}
