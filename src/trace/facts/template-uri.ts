import { isArray, valueAt, type Json } from "../../jsonrpc/json.ts";

/** A template with one plain variable, {name} or {+name}. */
const oneVariable = /^([^{}]*)\{\+?([A-Za-z0-9_]+)\}([^{}]*)$/;

/** The variable of a URI template that has one and no other expression; undefined for all others. */
export function variableOf(uriTemplate: string): string | undefined {
  return oneVariable.exec(uriTemplate)?.[2];
}

/** What stands in a URI as it is (RFC 3986, "unreserved"), steps in a path left out: expanding it is nobody's matter of taste. */
const plainText = /^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/;

/** A template, and the URI it gives with a value of a completion that needs no encoding; `echoed` if that is only what was asked with. */
export type CompletedTemplate = { readonly uriTemplate: string; readonly uri: string; readonly echoed: boolean };

/** What a completion of the variable of a template leads to; undefined where it is about something else, or offers no such value. */
export function completedTemplate(params: Json | undefined, result: Json | undefined): CompletedTemplate | undefined {
  const uriTemplate = valueAt(params, "ref", "uri");
  if (valueAt(params, "ref", "type") !== "ref/resource" || typeof uriTemplate !== "string") return undefined;
  const name = variableOf(uriTemplate);
  if (name === undefined || valueAt(params, "argument", "name") !== name) return undefined;
  const asked = valueAt(params, "argument", "value");
  const values = valueAt(result, "completion", "values");
  const plain = (isArray(values) ? values : []).filter((one): one is string => typeof one === "string" && plainText.test(one));
  const value = plain.find((one) => one !== asked) ?? plain[0];
  if (value === undefined) return undefined;
  const uri = uriTemplate.replace(oneVariable, (_all, before: string, _name, after: string) => `${before}${value}${after}`);
  return { uriTemplate, uri, echoed: value === asked };
}
