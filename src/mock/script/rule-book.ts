import type { Json } from "../../jsonrpc/json.ts";
import type { Revision } from "../../spec/revision.ts";
import { eraOf } from "../../spec/revision.ts";
import { contains } from "./contains.ts";
import type { HeaderFields } from "../../base/http/header-fields.ts";
import { valueAt } from "./json-patch.ts";
import type { Act, Rule } from "./rule.ts";
import type { MockTransport } from "../world/world.ts";

/** What is known of an event when rules are looked up for it. */
export type EventFacts = {
  readonly transport: MockTransport;
  readonly revision?: Revision | undefined;
  readonly params?: Json | undefined;
  readonly headers?: HeaderFields | undefined;
  readonly path?: string | undefined;
  readonly query?: URLSearchParams | undefined;
};

/** The rules of a script together with how often each of them was met. */
export type RuleBook = {
  /** The acts of the first rule that is on one of these names and whose conditions hold, or undefined. */
  readonly find: (names: readonly string[], facts: EventFacts) => readonly Act[] | undefined;
};

/** A rule book; the counts live in it, so every server has its own. */
export function createRuleBook(rules: readonly Rule[]): RuleBook {
  const met = rules.map(() => 0);
  return {
    find(names, facts) {
      for (const [i, rule] of rules.entries()) {
        if (!names.includes(rule.on) || !holds(rule, facts)) continue;
        const count = (met[i] ?? 0) + 1;
        met[i] = count;
        const { nth, from } = rule.when ?? {};
        if (nth !== undefined && !many(nth).includes(count)) continue;
        if (from !== undefined && count < from) continue;
        return rule.do;
      }
      return undefined;
    },
  };
}

function holds(rule: Rule, facts: EventFacts): boolean {
  const { params, lacks, headers, path, query, era, revision, transport } = rule.when ?? {};
  if (params !== undefined && !contains(facts.params, params)) return false;
  if (lacks !== undefined && many(lacks).some((pointer) => valueAt(facts.params ?? null, pointer) !== undefined)) return false;
  if (path !== undefined && facts.path !== path) return false;
  if (Object.entries(query ?? {}).some(([name, value]) => facts.query?.get(name) !== value)) return false;
  if (era !== undefined && (facts.revision === undefined || eraOf(facts.revision) !== era)) return false;
  if (revision !== undefined && (facts.revision === undefined || !many(revision).includes(facts.revision))) return false;
  if (transport !== undefined && !many(transport).includes(facts.transport)) return false;
  return Object.entries(headers ?? {}).every(([name, value]) => (facts.headers?.[name.toLowerCase()] ?? null) === value);
}

function many<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
