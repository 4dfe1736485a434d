import { parse } from "yaml";
import { type Json, type JsonObject, isArray, isObject } from "../../../jsonrpc/json.ts";
import { shortJson } from "../text-forms.ts";

/** Longer frontmatter is not read, in UTF-16 units: there is no end to what a reader of YAML can be made to do. */
const longest = 64 * 1024;

/** The frontmatter of a Markdown file: the YAML between the line --- it begins with and the next. Undefined where there is none. */
export function frontmatterOf(text: string): JsonObject | undefined {
  const found = /^\uFEFF?---[ \t]*\r?\n/.exec(text);
  if (found === null) return undefined;
  const rest = text.slice(found[0].length, found[0].length + longest);
  const end = /^---[ \t]*\r?$/m.exec(rest);
  if (end === null || isDeep(rest.slice(0, end.index))) return undefined;
  try {
    const value: unknown = parse(rest.slice(0, end.index), { logLevel: "error" });
    return isObject(value) ? (JSON.parse(JSON.stringify(value)) as JsonObject) : undefined;
  } catch {
    return undefined; // not YAML
  }
}

/** Whether YAML may be nested so deeply that reading it takes long: no frontmatter has so many brackets, or dashes in a row. */
const isDeep = (yaml: string): boolean => (yaml.match(/[[{]/g) ?? []).length > 500 || /(?:[-?]\s{0,20}){50}/.test(yaml);

/**
 * Where what is said of a frontmatter differs from it, or undefined. Readers of YAML take dates, `yes` and numbers in different ways:
 * values of different types are not compared.
 */
export function frontmatterDifference(said: JsonObject, found: JsonObject): string | undefined {
  const missing = Object.keys(found).find((key) => said[key] === undefined);
  if (missing !== undefined) return `${missing} is left out`;
  const more = Object.keys(said).find((key) => found[key] === undefined);
  if (more !== undefined) return `${more} is not in the file`;
  const other = Object.keys(found).find((key) => differs(said[key] ?? null, found[key] ?? null, 0));
  return other === undefined ? undefined : `${other} is ${shortJson(said[other])}, and in the file ${shortJson(found[other])}`;
}

function differs(one: Json, other: Json, depth: number): boolean {
  if (depth > 20) return false;
  if (isArray(one) && isArray(other))
    return one.length !== other.length || one.some((item, index) => differs(item, other[index] ?? null, depth + 1));
  if (isObject(one) && isObject(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].some((key) => {
      const [here, there] = [one[key], other[key]];
      return here === undefined || there === undefined || differs(here, there, depth + 1);
    });
  }
  return typeof one === typeof other && one !== other;
}
