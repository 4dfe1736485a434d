/** A JSON value with its number lexemes and member order as written; `__proto__` is a member like any other. */
export type LosslessJson =
  | { readonly kind: "object"; readonly members: readonly (readonly [key: string, value: LosslessJson])[] }
  | { readonly kind: "array"; readonly items: readonly LosslessJson[] }
  | { readonly kind: "string"; readonly text: string }
  | { readonly kind: "other"; readonly type: "number" | "boolean" | "null"; readonly lexeme: string };

const token = /\s*(?:([{}[\],:])|("(?:[^"\\]|\\[^])*")|([^\s{}[\],:"]+))/y;

interface Open {
  readonly members: [string, LosslessJson][] | undefined;
  readonly items: LosslessJson[];
  key: string | undefined;
}

function scalar(word: string): LosslessJson {
  if (word === "null") return { kind: "other", type: "null", lexeme: word };
  return { kind: "other", type: word === "true" || word === "false" ? "boolean" : "number", lexeme: word };
}

/** Reads valid JSON without losing anything; undefined for an empty text. The depth is not limited. */
export function readLossless(json: string): LosslessJson | undefined {
  const stack: Open[] = [];
  let result: LosslessJson | undefined;
  const put = (value: LosslessJson): void => {
    const top = stack.at(-1);
    if (top === undefined) result = value;
    else if (top.members === undefined) top.items.push(value);
    else if (top.key === undefined) top.key = value.kind === "string" ? value.text : "";
    else {
      top.members.push([top.key, value]);
      top.key = undefined;
    }
  };
  token.lastIndex = 0;
  for (let match = token.exec(json); match !== null; match = token.exec(json)) {
    const [, mark, text, word] = match;
    if (mark === "{" || mark === "[") stack.push({ members: mark === "{" ? [] : undefined, items: [], key: undefined });
    else if (mark === "}" || mark === "]") {
      const top = stack.pop();
      if (top !== undefined)
        put(top.members === undefined ? { kind: "array", items: top.items } : { kind: "object", members: top.members });
    } else if (text !== undefined) put({ kind: "string", text: JSON.parse(text) as string });
    else if (word !== undefined) put(scalar(word));
  }
  return result;
}

/** The type name of a value as JSON Schema has it. */
export function typeOfLossless(value: LosslessJson): "object" | "array" | "string" | "number" | "boolean" | "null" {
  return value.kind === "other" ? value.type : value.kind;
}

/** The compact JSON text of a value. */
export function writeLossless(value: LosslessJson): string {
  if (value.kind === "string") return JSON.stringify(value.text);
  if (value.kind === "other") return value.lexeme;
  if (value.kind === "array") return `[${value.items.map(writeLossless).join(",")}]`;
  return `{${value.members.map(([key, member]) => `${JSON.stringify(key)}:${writeLossless(member)}`).join(",")}}`;
}
