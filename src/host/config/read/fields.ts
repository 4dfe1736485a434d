import type { Pointer } from "./problem.ts";
import { isRecord, type Reader } from "./reader.ts";

/** The members of one object in a configuration, read by name and type. A member of the wrong type is a problem and counts as absent. */
export type Fields = {
  readonly text: (...names: string[]) => string | undefined;
  readonly flag: (name: string) => boolean | undefined;
  readonly integer: (name: string) => number | undefined;
  readonly texts: (name: string) => readonly string[] | undefined;
  readonly textMap: (name: string) => Readonly<Record<string, string>> | undefined;
  /** The path of a member, for problems. */
  readonly at: (name: string) => Pointer;
};

/** The members of an object; `null` counts as absent. Numbers and truth values are taken for text where text is expected. */
export function fieldsOf(object: Readonly<Record<string, unknown>>, pointer: Pointer, reader: Reader): Fields {
  const at = (name: string): Pointer => [...pointer, name];
  const valueOf = (name: string): unknown => (Object.hasOwn(object, name) ? (object[name] ?? undefined) : undefined);
  const wrong = (where: Pointer, expected: string, value: unknown): undefined => {
    reader.problem(where, `expected ${expected}, got ${kindOf(value)}`);
  };
  const filled = (value: unknown, where: Pointer): string | undefined => {
    if (typeof value === "string") return reader.fill(value, where);
    return typeof value === "number" || typeof value === "boolean" ? String(value) : wrong(where, "text", value);
  };
  // Each member is filled in once, so that what is wrong with it is said once.
  const texts = new Map<string, string | undefined>();
  return {
    at,
    text(...names) {
      const name = names.find((one) => valueOf(one) !== undefined);
      if (name === undefined) return undefined;
      if (!texts.has(name)) texts.set(name, filled(valueOf(name), at(name)));
      return texts.get(name);
    },
    flag(name) {
      const value = valueOf(name);
      if (value === undefined || typeof value === "boolean") return value;
      return wrong(at(name), "true or false", value);
    },
    integer(name) {
      const value = valueOf(name);
      if (value === undefined || (typeof value === "number" && Number.isSafeInteger(value))) return value;
      return wrong(at(name), "an integer", value);
    },
    texts(name) {
      const value = valueOf(name);
      if (value === undefined) return undefined;
      if (!Array.isArray(value)) return wrong(at(name), "a list of texts", value);
      return value.map((one: unknown, index) => filled(one, [...at(name), index]) ?? "");
    },
    textMap(name) {
      const value = valueOf(name);
      if (value === undefined) return undefined;
      if (!isRecord(value)) return wrong(at(name), "a map of texts", value);
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, [...at(name), key]) ?? ""]));
    },
  };
}

/** What a value is, in a word or two. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  if (typeof value === "string") return "text";
  return typeof value === "number" || typeof value === "boolean" ? String(value) : typeof value;
}
