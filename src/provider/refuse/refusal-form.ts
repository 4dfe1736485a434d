import type { Json } from "../../jsonrpc/json.ts";
import type { RuleKind } from "../rule.ts";

/** What a refusal is about: a kind of rule, or a part of one that is answered in words of its own. */
export type RefusalCase = RuleKind | "name-length" | "root-type-absent";

/** The words of a refusal, and what OpenAI's form of errors has beside them. Each may hold the places of `RefusalForm`. */
export type RefusalWords = { readonly message: string; readonly param?: string; readonly code?: string };

/**
 * How a provider refuses a request for the sake of its tools. In texts `{tool}` is the name of the tool, `{index}` its place from 0 and
 * `{number}` from 1, `{count}` how many there are; `{keyword}` what was found, `{type}` the type that the schema says, `{ref}` its
 * `$ref`, `{missing}` the first property that is not required, `{limit}` the most there may be, `{length}` of the name, `{says}` what the rule
 * demands; `{dotted}` the place in the schema as `.properties.a`, `{bracketed}` as `.properties[a]`, `{context}` as `('properties', 'a')`.
 */
export type RefusalForm = {
  readonly status: number;
  /** The body of the answer at its paths of OpenAI's form, `{message}` for the words; without one it is the usual body of the wire. */
  readonly body?: Json;
  readonly words: { readonly [K in RefusalCase]?: RefusalWords };
  /** The words of rules that are not named. */
  readonly otherwise: RefusalWords;
  /** Where form and words are known from. */
  readonly source: string;
};
