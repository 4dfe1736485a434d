import { invalidParams, methodNotFound } from "../../../jsonrpc/error-codes.ts";
import { asObject, valueAt, isArray, isObject, type Json } from "../../../jsonrpc/json.ts";
import { keysOf, listWalks, repeated } from "../../../trace/facts/list-walk.ts";
import { type Call, calls, lastOf } from "../../../trace/call.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { overTellingCalls } from "../../rules/fails-anyway.ts";
import { isPlain } from "../../rules/plain-call.ts";
import { type Exhibit, notApplicable, overall, overallIfAny } from "../../outcome.ts";
import {
  iconsUsable,
  listChangedAnnounced,
  listChangedDeclared,
  listChangedSent,
  sameOnEveryConnection,
} from "../../rules/list-change.ts";
import { capabilityServed, declaredWhenServed, described, listAnswered, undeclaredRefused } from "../../rules/list-family.ts";
import { textOrJson } from "../../rules/text-forms.ts";
import { errorDefect } from "../../rules/error-defect.ts";

export const promptsListAnswered: Check = listAnswered("prompts");

export const promptsCapabilityServed: Check = capabilityServed("prompts");

export const promptsDeclaredWhenServed: Check = declaredWhenServed("prompts");

export const promptsUndeclaredMethod: Check = undeclaredRefused("prompts");

export const promptsListChangedDeclared: Check = listChangedDeclared("prompts");

export const promptsListChangedAnnounced: Check = listChangedAnnounced("prompts");

export const promptsListChangedSent: Check = listChangedSent("prompts");

export const promptsListSameOnConnections: Check = sameOnEveryConnection("prompts");

export const promptsDescribed: Check = described("prompts");

export const promptsIconsUsable: Check = iconsUsable("prompts");

/** An answered `prompts/get` with the prompt as it was listed, and the required arguments it went without. */
type Got = Call & {
  readonly name: Json | undefined;
  readonly known: boolean;
  readonly missing: readonly string[];
};

function gets(trace: Trace): Got[] {
  const prompts = new Map(listed(trace, "prompts").map(({ item }) => [item["name"], item]));
  return calls(trace, "prompts/get")
    .filter((call) => call.answer !== undefined && isPlain(trace, call))
    .map((call) => {
      const name = valueAt(call.request.frame.params, "name");
      const given = valueAt(call.request.frame.params, "arguments");
      const required = requiredOf(prompts.get(name));
      const missing = required.filter((one) => !isObject(given) || given[one] === undefined);
      return { ...call, name, known: prompts.has(name), missing };
    });
}

/** Those of listed prompts that went with all that is required. */
const wholeGets = (trace: Trace): Got[] => gets(trace).filter((got) => got.known && got.missing.length === 0);

function requiredOf(prompt: Json | undefined): string[] {
  const declared = valueAt(prompt, "arguments");
  return (isArray(declared) ? declared : [])
    .filter((one) => valueAt(one, "required") === true)
    .map((one) => textOrJson(valueAt(one, "name")));
}

export const promptsUnknownName: Check = {
  id: "prompts.unknown-name",
  title: "A prompt that does not exist is answered with error -32602",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/prompts#error-handling" },
  capability: "prompts",
  advice: "Answer prompts/get with error -32602 when the name is unknown.",
  verify(trace) {
    const complete = listWalks(trace, "prompts").some((walk) => walk.complete);
    const special = gets(trace).filter((got) => complete && !got.known && typeof got.name === "string");
    return overTellingCalls(
      trace,
      { special, isControl: ofListedPrompt(trace), none: "no unknown prompt was asked for" },
      (got) => refusedAsInvalid(trace, got),
    );
  },
};

export const promptsMissingArgument: Check = {
  id: "prompts.missing-argument",
  title: "A prompt without a required argument is answered with error -32602",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "server/prompts#error-handling" },
  capability: "prompts",
  advice: "Check the required arguments before filling the template, and answer with error -32602.",
  verify(trace) {
    const prompts = listed(trace, "prompts");
    if (prompts.length > 0 && !prompts.some(({ item }) => requiredOf(item).length > 0))
      return notApplicable("no prompt has a required argument");
    const special = gets(trace).filter((got) => got.known && got.missing.length > 0);
    return overTellingCalls(
      trace,
      { special, isControl: ofListedPrompt(trace), none: "no prompt was asked for without a required argument" },
      (got) => refusedAsInvalid(trace, got),
    );
  },
};

/** Whether a call asks for a listed prompt with all it requires. */
function ofListedPrompt(trace: Trace): (call: Call) => boolean {
  const whole = new Set(wholeGets(trace).map((got) => got.request.seq));
  return ({ request }) => whole.has(request.seq);
}

function refusedAsInvalid(trace: Trace, got: Got): Exhibit {
  const ref = lastOf(got);
  const everyCall = calls(trace, "prompts/get").filter((call) => call.answer !== undefined);
  if (everyCall.every((call) => errorCodeOf(call) === methodNotFound && refusedAsMethod(call)))
    return { ref, wrong: "prompts is declared, and prompts/get is answered as an unknown method (-32601)" };
  const defect = errorDefect(got, invalidParams);
  return { ref, wrong: defect === undefined ? undefined : `${JSON.stringify(got.name)} ${defect}` };
}

/** Some servers answer an unknown name with the code of unknown methods: what they say tells the two apart. */
function refusedAsMethod({ answer }: Call): boolean {
  const said = answer?.frame.kind === "error" ? textOrJson(answer.frame.error.message) : "";
  return !/prompt(?!s\/get)/i.test(said);
}

/** The answered requests for a listed prompt that needs no arguments, by how they were asked: without the member, or with none in it. */
function withoutAny(whole: readonly Got[]): { readonly bare: readonly Got[]; readonly empty: readonly Got[] } {
  const given = (got: Got): Json | undefined => valueAt(got.request.frame.params, "arguments");
  return {
    bare: whole.filter((got) => given(got) === undefined),
    empty: whole.filter((got) => Object.keys(asObject(given(got))).length === 0 && given(got) !== undefined),
  };
}

const servedIn = (list: readonly Got[], { name }: Got): boolean =>
  list.some((other) => other.name === name && other.answer?.frame.kind === "result");

export const promptsListedGettable: Check = {
  id: "prompts.listed-gettable",
  title: "A listed prompt can be fetched with its required arguments",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/prompts#getting-a-prompt" },
  capability: "prompts",
  advice: "Mark every argument the prompt cannot do without as required.",
  tolerance:
    "Any error is accepted where arguments were given: their values are made up and may be refused. A prompt that needs none may want the member arguments all the same, which prompts.arguments-optional judges.",
  verify(trace) {
    const whole = wholeGets(trace);
    const { bare, empty } = withoutAny(whole);
    return overall(
      whole.map((got) => {
        const code = errorCodeOf(got);
        const madeUp = !bare.includes(got) && !empty.includes(got);
        const fine = code === undefined || madeUp || servedIn(empty, got);
        return {
          ref: lastOf(got),
          wrong: fine ? undefined : `${JSON.stringify(got.name)} fails with error ${JSON.stringify(code)}`,
        };
      }),
      "no listed prompt was asked for with its arguments",
    );
  },
};

export const promptsArgumentsOptional: Check = {
  id: "prompts.arguments-optional",
  title: "A prompt that needs no arguments can be fetched without the member arguments",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/prompts#getting-a-prompt" },
  capability: "prompts",
  advice: "Take a missing arguments for an empty one: the schema makes it optional, and clients leave it out.",
  verify(trace) {
    const { bare, empty } = withoutAny(wholeGets(trace));
    return overallIfAny(
      bare
        .filter((got) => got.answer?.frame.kind === "result" || servedIn(empty, got))
        .map((got) => ({
          ref: lastOf(got),
          wrong:
            errorCodeOf(got) === undefined
              ? undefined
              : `${JSON.stringify(got.name)} fails with error ${JSON.stringify(errorCodeOf(got))}, and is served with "arguments": {}`,
        })),
      "no listed prompt was fetched without arguments",
    );
  },
};

export const promptsNamesUnique: Check = {
  id: "prompts.names-unique",
  title: "Prompt names are unique within a server",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/prompts#prompt" },
  capability: "prompts",
  advice: "Give every prompt its own name: a client can ask for only one of them.",
  verify(trace) {
    return overall(
      listWalks(trace, "prompts").flatMap((walk): Exhibit[] => {
        const keys = keysOf(walk);
        const twice = repeated(keys);
        const ref = walk.items.at(-1)?.seq;
        if (ref === undefined) return [];
        return twice.length === 0
          ? [{ ref }]
          : twice.map((key) => ({ ref, wrong: `the name ${JSON.stringify(key)} is listed twice` }));
      }),
      "no prompts were listed",
    );
  },
};

export const promptsArgumentsUnique: Check = {
  id: "prompts.arguments-unique",
  title: "The arguments of a prompt have different names",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/prompts#prompt" },
  capability: "prompts",
  advice: "Rename one of them: arguments are sent as members of an object.",
  verify(trace) {
    const having = listed(trace, "prompts").filter(({ item }) => isArray(item["arguments"]) && item["arguments"].length > 0);
    return overallIfAny(
      having.map(({ seq, item }) => {
        const names = (isArray(item["arguments"]) ? item["arguments"] : []).map((one) => valueAt(one, "name"));
        const twice = names.find((name, index) => names.indexOf(name) !== index);
        return {
          ref: seq,
          wrong:
            twice === undefined ? undefined : `${JSON.stringify(item["name"])} has the argument ${JSON.stringify(twice)} twice`,
        };
      }),
      "no prompt has arguments",
    );
  },
};
