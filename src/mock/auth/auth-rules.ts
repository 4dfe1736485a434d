import type { JsonObject } from "../../jsonrpc/json.ts";
import { mergePatch } from "../script/json-patch.ts";
import type { AuthReply } from "./auth-exchange.ts";
import type { AuthEndpoint, AuthRule } from "./auth-script.ts";

/** Values for the placeholders in the texts of rules. */
export type Filling = Readonly<Record<"issuer" | "origin" | "resource" | "other" | "reserved", string>>;

/** An origin of this machine by 0.0.0.0: reserved and no loopback address, and all the same it leads here. */
export const byReserved = (origin: string): string => origin.replace(/^(https?:\/\/)[^/:]+/, "$10.0.0.0");

/** A value with the placeholders in its texts filled in. */
export const filled = <T>(value: T, filling: Filling): T =>
  JSON.parse(
    JSON.stringify(value).replaceAll(/\{(issuer|origin|resource|other|reserved)\}/g, (_, name: keyof Filling) => filling[name]),
  ) as T;

/** Counts what matches, and changes answers as the rules say. */
export function createRuleBook(rules: readonly AuthRule[]) {
  const counts = rules.map(() => 0);
  return {
    /** An answer as the rules on an endpoint have it; `fields` are what the request sent, `path` where it came. */
    changed(endpoint: AuthEndpoint, path: string, fields: JsonObject, reply: AuthReply, filling: Filling): AuthReply {
      return rules.reduce<AuthReply>((answer, rule, index) => {
        const meant =
          rule.on === endpoint &&
          (rule.at === undefined || path.includes(rule.at)) &&
          Object.entries(rule.when ?? {}).every(([name, value]) => fields[name] === value);
        if (!meant) return answer;
        const count = (counts[index] = (counts[index] ?? 0) + 1);
        const now = (rule.nth === undefined || rule.nth === count) && (rule.from === undefined || rule.from <= count);
        return now ? changedBy(answer, filled(rule, filling)) : answer;
      }, reply);
    },
  };
}

function changedBy(reply: AuthReply, rule: AuthRule): AuthReply {
  const { json, text, ...head } = reply;
  const status = rule.status ?? reply.status;
  let headers = withChanges(reply.headers, rule.headers ?? {});
  const location = headers["location"];
  if (rule.redirect !== undefined && location !== undefined)
    headers = { ...headers, location: redirected(location, rule.redirect) };
  if (rule.body !== undefined) return { status, headers: { "content-type": "text/html", ...headers }, text: rule.body };
  if (rule.json !== undefined) {
    const { location: _, ...rest } = headers;
    return { status, headers: rest, json: rule.json };
  }
  const merged = rule.merge === undefined || json === undefined ? json : (mergePatch(json, rule.merge) as JsonObject);
  return { ...head, status, headers, ...(merged === undefined ? {} : { json: merged }), ...(text === undefined ? {} : { text }) };
}

function withChanges(
  headers: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const changed = new Map(Object.entries(headers));
  for (const [name, value] of Object.entries(changes))
    if (value === null) changed.delete(name.toLowerCase());
    else changed.set(name.toLowerCase(), value);
  return Object.fromEntries(changed);
}

function redirected(location: string, changes: Readonly<Record<string, string | null>>): string {
  const url = new URL(location);
  for (const [name, value] of Object.entries(changes))
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  return url.href;
}
