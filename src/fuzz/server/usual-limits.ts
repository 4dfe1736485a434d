import type { FuzzCase } from "./fuzz-case.ts";
import { depthOf } from "../../jsonrpc/nesting.ts";

/** What every reader of JSON is expected to take: so many levels, and so many UTF-16 units. */
const levels = 24;
const longest = 65_536;

/**
 * Whether an input keeps to what every implementation takes. A reader may limit depth, size and the contents of strings
 * (https://www.rfc-editor.org/rfc/rfc8259#section-9), so beyond it no answer is owed, only that the server lives on.
 */
export function withinUsualLimits(input: FuzzCase): boolean {
  const text = JSON.stringify(input);
  return text.length <= longest && !/\p{Surrogate}/u.test(unescaped(text)) && depthOf(input) <= levels;
}

/** JSON.stringify escapes lone surrogates, which would hide them. */
function unescaped(text: string): string {
  return text.replaceAll(/\\u(d[89a-f][0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
