/** What became of a text with variables in it. */
export type Substituted = {
  readonly text: string;
  /** Variables that are not set and have no default. */
  readonly missing: readonly string[];
  /** Parts that look like a variable and are not; they are left as they stand. */
  readonly malformed: readonly string[];
  /** The values that were put in: they may be secrets. */
  readonly inserted: readonly string[];
};

const part = /\$\$(?=\{env:)|\$\{[^}]*\}?/g;
const variable = /^\$\{env:([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?\}$/;

/**
 * Replaces `${env:NAME}` and `${env:NAME:-default}` by the environment's values. What is put in is not looked at again, and
 * `$${env:NAME}` is `${env:NAME}` literally. As in a shell, the default also stands in for empty text.
 */
export function substitute(text: string, env: Readonly<Record<string, string | undefined>>): Substituted {
  const missing: string[] = [];
  const malformed: string[] = [];
  const inserted: string[] = [];
  const result = text.replace(part, (found: string) => {
    if (found === "$$") return "$";
    const [whole, name, otherwise] = variable.exec(found) ?? [];
    if (whole === undefined || name === undefined) {
      malformed.push(found);
      return found;
    }
    const own = Object.hasOwn(env, name) ? env[name] : undefined;
    const value = own === undefined || (own === "" && otherwise !== undefined) ? otherwise : own;
    if (value === undefined) {
      missing.push(name);
      return "";
    }
    inserted.push(value);
    return value;
  });
  return { text: result, missing, malformed, inserted };
}
