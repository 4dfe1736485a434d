/** What every rule says of itself. */
type Stated = {
  /** What the provider demands or does, in a clause; its own public words where they are short. */
  readonly says: string;
  /** The smallest change that keeps the rule, for whoever writes the server. */
  readonly mend: string;
  /** Where it is known from: the provider's pages and sources, or a report that quotes its answer. */
  readonly source: string;
  /** The list is taken, and this part of it has no effect; absent where the whole request is refused. */
  readonly ignored?: true;
};

/** One thing a provider demands of a tool list. Patterns are regular expressions of JavaScript. */
export type Rule = Stated &
  (
    | { readonly kind: "tool-count"; readonly most: number }
    | { readonly kind: "name"; readonly pattern: string; readonly longest: number }
    | { readonly kind: "description-filled" }
    /** The schema itself is of type object. */
    | { readonly kind: "root-type" }
    | { readonly kind: "root-without"; readonly keywords: readonly string[] }
    /** Nothing but these keywords. */
    | { readonly kind: "only"; readonly keywords: readonly string[] }
    /** None of these keywords; with `types` only where the schema is of one of them. */
    | { readonly kind: "without"; readonly keywords: readonly string[]; readonly types?: readonly string[] }
    /** None of `keywords` beside one of `beside`; with `types` only where the schema is of one of them. */
    | {
        readonly kind: "apart";
        readonly keywords: readonly string[];
        readonly beside: readonly string[];
        readonly types?: readonly string[];
      }
    /** `type` is one word; with `root` that is demanded of the schema itself alone. */
    | { readonly kind: "one-type"; readonly root?: true }
    | { readonly kind: "types"; readonly only: readonly string[] }
    | { readonly kind: "string-enums" }
    | { readonly kind: "formats"; readonly type: string; readonly only: readonly string[] }
    /** Arrays say what is in them; `usual` is what a mend puts there. */
    | { readonly kind: "items"; readonly usual: { readonly type?: string } }
    | { readonly kind: "local-refs" }
    | { readonly kind: "closed-objects" }
    | { readonly kind: "all-required" }
    | { readonly kind: "property-names"; readonly pattern: string; readonly longest: number }
    | { readonly kind: "no-boolean-schemas" }
    | { readonly kind: "anchored-patterns" }
    | { readonly kind: "depth"; readonly most: number }
    | {
        readonly kind: "total";
        readonly of: "properties" | "enum values" | "characters of names and enums";
        readonly most: number;
      }
  );

/** The kind of a rule. */
export type RuleKind = Rule["kind"];

/** A rule of one kind. */
export type RuleOf<K extends RuleKind> = Extract<Rule, { readonly kind: K }>;
