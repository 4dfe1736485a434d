import { invalidParams, methodNotFound } from "../../../jsonrpc/error-codes.ts";
import { type Json, isArray, isObject, valueAt } from "../../../jsonrpc/json.ts";
import { announcements } from "../../../trace/facts/server-facts.ts";
import { skillEntries, skillOf } from "../../../trace/facts/extensions/skills.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import { answered, type Call, calls, lastOf } from "../../../trace/call.ts";
import { callsTagged } from "../../../trace/step.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, overall, overallIfAny } from "../../outcome.ts";
import { errorDefect } from "../../rules/error-defect.ts";
import { overTellingCalls } from "../../rules/fails-anyway.ts";
import { skillsCapability, skillsPlace } from "../../rules/extensions/places.ts";
import { shortJson } from "../../rules/text-forms.ts";

const result = (call: Call): Json | undefined => (call.answer?.frame.kind === "result" ? call.answer.frame.result : undefined);

/** Whether an answer tells if there is such a method or skill: another error may have any reason. */
function tells(call: Call): boolean {
  const code = errorCodeOf(call);
  return call.answer !== undefined && (code === undefined || code === methodNotFound || code === invalidParams);
}

/** What is wrong where a call has to be answered with a result that holds something. */
function holds(call: Call, member: string, fits: (value: Json | undefined) => boolean): string | undefined {
  const { method } = call.request.frame;
  const code = errorCodeOf(call);
  if (code !== undefined) return `${method} fails with ${shortJson(code)}`;
  const value = valueAt(result(call), member);
  return fits(value) ? undefined : `the answer to ${method} has ${member} ${shortJson(value)}`;
}

export const skillsListServed: Check = {
  id: "extensions.skills-list-served",
  title: "skills/list is answered with a list of skills",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("listing-skills"),
  capability: skillsCapability,
  advice: "Answer with skills, which may be empty: who declares the extension has this method.",
  verify: (trace) =>
    overallIfAny(
      calls(trace, "skills/list")
        .filter(tells)
        .map((call) => ({ ref: lastOf(call), wrong: holds(call, "skills", isArray) })),
      "the skills were not listed, or listing them failed for another reason",
    ),
};

const listsNone = (trace: Trace): boolean =>
  answered(calls(trace, "skills/list")).length > 0 && skillEntries(trace).every(({ how }) => how !== "listed");

const noSkill = "the server lists no skills";

export const skillsGetServed: Check = {
  id: "extensions.skills-get-served",
  title: "skills/get gives the entry of every skill that is listed",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("getting-a-skill"),
  capability: skillsCapability,
  advice: "Answer { skill } with the entry of the URI that was asked for, as skills/list has it, and without a cursor.",
  verify(trace) {
    if (listsNone(trace)) return notApplicable(noSkill);
    const listed = new Set(skillEntries(trace).flatMap(({ how, entry }) => (how === "listed" ? [entry["uri"]] : [])));
    return overallIfAny(
      calls(trace, "skills/get").flatMap((call): Exhibit[] => {
        const uri = valueAt(call.request.frame.params, "uri") ?? null;
        if (!tells(call) || !listed.has(uri)) return [];
        const got = valueAt(result(call), "skill", "uri");
        const other = got === uri ? undefined : `skills/get of ${shortJson(uri)} gives ${shortJson(got)}`;
        const cursor =
          valueAt(result(call), "nextCursor") === undefined ? undefined : "the answer to skills/get has a nextCursor";
        return [{ ref: lastOf(call), wrong: holds(call, "skill", isObject) ?? other ?? cursor }];
      }),
      "no listed skill was asked for",
    );
  },
};

export const skillsResourcesDeclared: Check = {
  id: "extensions.skills-resources-declared",
  title: "A server with skills declares resources",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("capability-negotiation"),
  capability: skillsCapability,
  advice: "Declare the capability resources beside the extension: the files of skills are resources.",
  verify: (trace) =>
    overall(
      announcements(trace).map((one) => ({
        ref: one,
        wrong: isObject(one.capabilities["resources"]) ? undefined : "the extension is declared, and resources are not",
      })),
      "the server announced nothing",
    ),
};

export const skillsResultForm: Check = {
  id: "extensions.skills-result-form",
  title: "Answers about skills say that they are complete, and how long they are fresh",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("response"),
  capability: skillsCapability,
  advice: 'Add "resultType": "complete", and for skills/list and skills/get ttlMs and cacheScope, as for other lists and reads.',
  verify(trace) {
    const methods = ["skills/list", "skills/get", "resources/directory/read"];
    return overallIfAny(
      answered(methods.flatMap((method) => calls(trace, method))).map(({ request, answer }) => {
        const { method } = request.frame;
        const wrong = formDefect(answer.frame.result, method !== "resources/directory/read");
        return { ref: answer, wrong: wrong === undefined ? undefined : `the answer to ${method} has ${wrong}` };
      }),
      "nothing about skills was answered",
    );
  },
};

function formDefect(given: Json, cached: boolean): string | undefined {
  const [type, ttlMs, cacheScope] = ["resultType", "ttlMs", "cacheScope"].map((name) => valueAt(given, name));
  if (type !== "complete") return `resultType ${shortJson(type)}`;
  if (!cached) return undefined;
  if (typeof ttlMs !== "number" || !Number.isInteger(ttlMs) || ttlMs < 0) return `ttlMs ${shortJson(ttlMs)}`;
  return cacheScope === "public" || cacheScope === "private" ? undefined : `cacheScope ${shortJson(cacheScope)}`;
}

export const skillsUnknown: Check = {
  id: "extensions.skills-unknown",
  title: "skills/get of what is no skill is answered with error -32602",
  subject: "server",
  level: "MUST",
  spec: skillsPlace("response-1"),
  capability: skillsCapability,
  advice: "Answer error -32602 to a URI you serve no skill at.",
  verify(trace) {
    const special = callsTagged(trace, "no-such-skill").filter(
      (call) => call.answer !== undefined && call.request.frame.method === "skills/get",
    );
    return overTellingCalls(trace, { special, none: "no unknown skill was asked for" }, (call) => ({
      ref: lastOf(call),
      wrong: errorDefect(call, invalidParams),
    }));
  },
};

export const skillsNamesUnique: Check = {
  id: "extensions.skills-names-unique",
  title: "No two skills in a list have the same name",
  subject: "server",
  level: "SHOULD",
  spec: skillsPlace("names"),
  capability: skillsCapability,
  advice: "Give each skill a name of its own: users and models choose by it.",
  verify(trace) {
    const uris = new Map<Json | undefined, Set<Json | undefined>>();
    const listed = skillEntries(trace).filter(({ how }) => how === "listed");
    for (const one of listed) {
      const { name } = skillOf(one);
      uris.set(name, (uris.get(name) ?? new Set()).add(one.entry["uri"]));
    }
    return overallIfAny(
      listed.map((one) => {
        const { name } = skillOf(one);
        const twice = name !== undefined && (uris.get(name)?.size ?? 0) > 1;
        return { ref: one, wrong: twice ? `${uris.get(name)?.size} skills are named ${shortJson(name)}` : undefined };
      }),
      noSkill,
    );
  },
};
