import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { isRecord, type Rule } from "./rules.ts";

/** What each member of an object of options may be; left out, or undefined, every one of them may be. */
export type Rules<O> = { readonly [name in keyof O]-?: Rule };

/**
 * Looks at the options that a caller without types gave, before anything is done with them: `place` is the argument.
 * @throws McpcheckError `usage` that names the option and what it has to be, or those that there are
 */
export function holdOptions<O extends object>(given: O, rules: Rules<O>, place: string): void {
  holdMembers(given, rules, place);
  const odd = Object.entries(given).find(([name, value]) => value !== undefined && !Object.hasOwn(rules, name))?.[0];
  if (odd !== undefined)
    throw new McpcheckError("usage", `${place}.${odd} is not known: there are ${Object.keys(rules).join(", ")}`);
}

/** The same for an object that may have other members too: what was started by mcpcheck has a `url`, for one. @throws McpcheckError `usage` */
export function holdMembers<O extends object>(given: O, rules: Rules<O>, place: string): void {
  if (!isRecord(given)) throw notThat(place, "an object", given);
  for (const [name, rule] of Object.entries<Rule>(rules)) {
    const value = given[name];
    if (value !== undefined) hold(value, rule, `${place}.${name}`);
  }
}

/** The same for one value, which has to be there. @throws McpcheckError `usage` */
export function hold(value: unknown, { wants, holds }: Rule, place: string): void {
  if (!holds(value)) throw notThat(place, wants, value);
}

function notThat(place: string, wants: string, value: unknown): McpcheckError {
  return new McpcheckError("usage", `${place} must be ${wants}, not ${shown(value)}`);
}

/** Texts are not shown: among what is given for headers and variables are secrets. */
function shown(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean" || value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "a text" : typeof value === "object" ? "such an object" : `a ${typeof value}`;
}
