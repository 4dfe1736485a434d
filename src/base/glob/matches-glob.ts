/**
 * Whether a glob of `*`, `?` and `[…]` matches the whole of a name; an unclosed `[` matches nothing, and `?` no slash. Work
 * grows with pattern times name, never faster.
 */
export function matchesGlob(pattern: string, name: string, starCrossesSlash: boolean): boolean {
  const tokens = tokensOf(pattern);
  if (tokens === undefined) return false;
  const end = name.length;
  let reached = new Set<number>([0]);
  for (const token of tokens) {
    const next = new Set<number>();
    if (token === "*") {
      for (const from of reached) {
        next.add(from);
        for (let at = from; at < end && !next.has(at + 1); at += 1) {
          if (!starCrossesSlash && name[at] === "/") break;
          next.add(at + 1);
        }
      }
    } else for (const from of reached) if (from < name.length && token(name[from] ?? "")) next.add(from + 1);
    reached = next;
  }
  return reached.has(name.length);
}

type Token = "*" | ((character: string) => boolean);

function tokensOf(pattern: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? "";
    if (character === "*") tokens.push("*");
    else if (character === "?") tokens.push((one) => one !== "/");
    else if (character === "[") {
      const end = pattern.indexOf("]", at + 2);
      if (end < 0) return undefined;
      tokens.push(classOf(pattern.slice(at + 1, end)));
      at = end;
    } else tokens.push((one) => one === character);
  }
  return tokens;
}

function classOf(body: string): (character: string) => boolean {
  const negated = body.startsWith("^") || body.startsWith("!");
  const members = negated ? body.slice(1) : body;
  return (one) => {
    for (let at = 0; at < members.length; at += 1) {
      const ranged = members[at + 1] === "-" && at + 2 < members.length;
      const first = members[at] ?? "";
      const last = ranged ? (members[at + 2] ?? "") : first;
      if (one >= first && one <= last) return !negated;
      if (ranged) at += 2;
    }
    return negated;
  };
}
