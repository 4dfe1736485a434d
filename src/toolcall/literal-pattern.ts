/** A regular expression that is nothing but literals around one or two named groups. `name` is the first group's name. */
export type LiteralPattern = {
  readonly before: string;
  readonly name: string | undefined;
  readonly between: string;
  readonly after: string;
};

const group = /\(\?P?<(\w+)>(?:\[\^[^\]]*\]|\.|\\w|\\S|\[\\w[^\]]*\])[+*]\??\)/;
const layout = /(?:\\s|\\n)[*+?]/g;

/**
 * Takes a regular expression apart into its literals. Optional layout (`\s*`) is left out, for whitespace between markers
 * is optional in every format.
 * @param names accepted names of the first group
 * @param values accepted names of a second group; without any there must be at most one group
 * @returns undefined for anything that is more than that
 */
export function literalPattern(
  pattern: string,
  names: readonly string[],
  values?: readonly string[],
): LiteralPattern | undefined {
  if (pattern === "") return undefined;
  const first = group.exec(pattern);
  if (first === null) return whole(pattern);
  if (!names.includes(first[1] ?? "")) return undefined;
  const before = unescape(pattern.slice(0, first.index));
  const rest = pattern.slice(first.index + first[0].length);
  if (values === undefined) return assembled(before, first[1], "", unescape(rest));
  const second = group.exec(rest);
  if (second === null || !values.includes(second[1] ?? "")) return undefined;
  return assembled(
    before,
    first[1],
    unescape(rest.slice(0, second.index)),
    unescape(rest.slice(second.index + second[0].length)),
  );
}

function whole(pattern: string): LiteralPattern | undefined {
  return assembled(unescape(pattern), undefined, "", "");
}

function assembled(
  before: string | undefined,
  name: string | undefined,
  between: string | undefined,
  after: string | undefined,
): LiteralPattern | undefined {
  if (before === undefined || before === "" || between === undefined || after === undefined) return undefined;
  return { before, name, between, after };
}

/** The text a pattern matches when it is a literal; undefined when it is more. */
function unescape(pattern: string): string | undefined {
  const text = pattern.replace(layout, "");
  if (/(?<!\\)[()[\]{}*+?^$|.]/.test(text) || /\\[a-zA-Z0-9]/.test(text.replaceAll("\\n", "").replaceAll("\\\\", "")))
    return undefined;
  return text.replaceAll("\\n", "\n").replace(/\\([^a-zA-Z0-9])/g, "$1");
}
