/** What expressions may name: `inputs.a`, `steps.b.outputs.c`, `github.token`. */
export type Contexts = { readonly [name: string]: string | Contexts };

const token = /\s*(\|\||&&|==|!=|[!()]|'(?:[^']|'')*'|[A-Za-z_][\w.-]*)/y;

/** What an expression of GitHub's workflow language comes to, of the part of the language actions use: strings, names, `!`, `==`, `&&`, `||`. */
export function evaluate(expression: string, contexts: Contexts, cancelled = false): string | boolean {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (expression.slice(token.lastIndex).trim() !== "") {
    const [, found] = token.exec(expression) ?? [];
    if (found === undefined) throw new Error(`${expression}: not understood`);
    tokens.push(found);
  }
  const eat = (wanted: string): boolean => tokens[0] === wanted && tokens.shift() !== undefined;

  function one(): string | boolean {
    if (eat("!")) return !truthy(one());
    if (eat("(")) {
      const inner = either();
      if (!eat(")")) throw new Error(`${expression}: a bracket stays open`);
      return inner;
    }
    const word = tokens.shift() ?? "";
    if (word.startsWith("'")) return word.slice(1, -1).replaceAll("''", "'");
    if (!eat("(")) return named(word, contexts);
    if (word !== "cancelled" || !eat(")")) throw new Error(`${expression}: ${word}() is not played here`);
    return cancelled;
  }
  function compared(): string | boolean {
    const left = one();
    if (eat("==")) return same(left, one());
    return eat("!=") ? !same(left, one()) : left;
  }
  function both(): string | boolean {
    let left = compared();
    while (eat("&&")) {
      const right = compared();
      left = truthy(left) ? right : left;
    }
    return left;
  }
  function either(): string | boolean {
    let left = both();
    while (eat("||")) {
      const right = both();
      left = truthy(left) ? left : right;
    }
    return left;
  }

  const value = either();
  if (tokens.length > 0) throw new Error(`${expression}: ${tokens[0]} is too much`);
  return value;
}

/** A text with each `${{ … }}` in it replaced by what it comes to. */
export function fill(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => String(evaluate(expression.trim(), contexts)));
}

/** Whether a value counts as true: anything but false and the empty string. */
export function truthy(value: string | boolean): boolean {
  return value !== false && value !== "";
}

/** GitHub compares strings without regard to case. */
function same(left: string | boolean, right: string | boolean): boolean {
  return String(left).toLowerCase() === String(right).toLowerCase();
}

/** What a dotted name stands for: the empty string when nothing of that name is there, as GitHub has it. */
function named(path: string, contexts: Contexts): string {
  let found: string | Contexts | undefined = contexts;
  for (const part of path.split(".")) found = typeof found === "object" ? found[part] : undefined;
  return typeof found === "string" ? found : "";
}
