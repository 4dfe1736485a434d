import { invalidParams } from "../../../jsonrpc/error-codes.ts";
import { valueAt, isArray, isObject, type Json } from "../../../jsonrpc/json.ts";
import { keysOf, listWalks, repeated } from "../../../trace/facts/list-walk.ts";
import { type Call, calls } from "../../../trace/message.ts";
import { listed } from "../../../trace/facts/server-facts.ts";
import { errorCodeOf } from "../../../trace/facts/tool-call.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
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
type Got = {
  readonly call: Call;
  readonly seq: number;
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
      return { call, seq: call.answer?.seq ?? call.request.seq, name, known: prompts.has(name), missing };
    });
}

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
    return overall(
      gets(trace)
        .filter((got) => complete && !got.known && typeof got.name === "string")
        .map((got) => ({ ref: got.seq, wrong: prefixed(got.name, errorDefect(got.call, invalidParams)) })),
      "no unknown prompt was asked for",
    );
  },
};

const prefixed = (name: Json | undefined, defect: string | undefined): string | undefined =>
  defect === undefined ? undefined : `${JSON.stringify(name)} ${defect}`;

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
    return overall(
      gets(trace)
        .filter((got) => got.known && got.missing.length > 0)
        .map((got) => ({ ref: got.seq, wrong: prefixed(got.name, errorDefect(got.call, invalidParams)) })),
      "no prompt was asked for without a required argument",
    );
  },
};

export const promptsListedGettable: Check = {
  id: "prompts.listed-gettable",
  title: "A listed prompt can be fetched with its required arguments",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "server/prompts#getting-a-prompt" },
  capability: "prompts",
  advice: "Mark every argument the prompt cannot do without as required.",
  tolerance: "Any error is accepted where arguments were given: their values are made up and may be refused.",
  verify(trace) {
    return overall(
      gets(trace)
        .filter((got) => got.known && got.missing.length === 0)
        .map((got) => {
          const code = errorCodeOf(got.call);
          const madeUp = isObject(valueAt(got.call.request.frame.params, "arguments"));
          const fine = code === undefined || madeUp;
          return {
            ref: got.seq,
            wrong: fine ? undefined : `${JSON.stringify(got.name)} fails with error ${JSON.stringify(code)}`,
          };
        }),
      "no listed prompt was asked for with its arguments",
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
