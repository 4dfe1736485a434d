/**
 * A regular expression that is nothing but literals around one or two named groups. Each stretch of literals is a list,
 * broken where whitespace may stand; `name` is the first group's name.
 */
export type LiteralPattern = {
  readonly before: readonly string[];
  readonly name: string | undefined;
  readonly between: readonly string[];
  readonly after: readonly string[];
};

const group = /\(\?P?<(\w+)>(?:\[\^[^\]]*\]|\.|\\w|\\S|\[\\w[^\]]*\])[+*]\??\)/;
const layout = /(?:\\s|\\n)[*+?]/;

/**
 * Takes a regular expression apart into its literals and one or two named groups.
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
  if (first === null) return assembled(literals(pattern), undefined, [], []);
  if (!names.includes(first[1] ?? "")) return undefined;
  const before = literals(pattern.slice(0, first.index));
  const rest = pattern.slice(first.index + first[0].length);
  if (values === undefined) return assembled(before, first[1], [], literals(rest));
  const second = group.exec(rest);
  if (second === null || !values.includes(second[1] ?? "")) return undefined;
  return assembled(
    before,
    first[1],
    literals(rest.slice(0, second.index)),
    literals(rest.slice(second.index + second[0].length)),
  );
}

type Literals = readonly string[] | undefined;

function assembled(before: Literals, name: string | undefined, between: Literals, after: Literals): LiteralPattern | undefined {
  if (before === undefined || before.length === 0 || between === undefined || after === undefined) return undefined;
  return { before, name, between, after };
}

/** The texts a pattern matches when it is literals with optional whitespace between them; undefined when it is more. */
function literals(pattern: string): Literals {
  const texts = pattern
    .split(layout)
    .filter((part) => part !== "")
    .map(literal);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function literal(pattern: string): string | undefined {
  const letters = (pattern.match(/\\?[^]/g) ?? []).map((one) => {
    if (one === "\\n") return "\n";
    if (one.length === 1) return /[()[\]{}*+?^$|.\\]/.test(one) ? undefined : one;
    return /[a-zA-Z0-9]/.test(one) ? undefined : one.slice(1);
  });
  return letters.every((letter) => letter !== undefined) ? letters.join("") : undefined;
}
