import { type CST, Parser } from "yaml";
import { mostLevels, placeAt, type TextPlace } from "../json/nesting-limit.ts";

/**
 * Where a YAML text nests deeper than a file may; undefined where it does not. What makes values of it recurses, and so near the end
 * of its stack that not even an error is sure to come of it: a regular expression that is compiled there ends the process.
 */
export function yamlTooDeepAt(text: string): TextPlace | undefined {
  for (const document of new Parser().parse(text)) {
    const waiting: { readonly token: CST.Token; readonly levels: number }[] = [{ token: document, levels: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { token, levels } = next;
      if (levels > mostLevels) return placeAt(text, token.offset);
      for (const inner of within(token)) waiting.push({ token: inner, levels: levels + ("items" in inner ? 1 : 0) });
    }
  }
  return undefined;
}

function within(token: CST.Token): CST.Token[] {
  if (token.type === "document") return token.value === undefined ? [] : [token.value];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((one) => one !== undefined && one !== null));
}
