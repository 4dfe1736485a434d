import { McpcheckError } from "../mcpcheck-error.ts";
import { mostLevels, placeAt, tooDeepAt } from "./nesting-limit.ts";
import { visible } from "../visible.ts";

/**
 * The value of the JSON text of a file somebody wrote; a byte order mark is allowed. `file` names it in errors.
 * @throws McpcheckError `usage`, with file, line and column, where it is not JSON or nests deeper than whatever walks it could follow
 */
export function parseJson(text: string, file: string): unknown {
  const content = text.replace(/^\uFEFF/, "");
  const deep = tooDeepAt(content);
  if (deep !== undefined) throw new McpcheckError("usage", `${file}:${deep.line}:${deep.column}: ${tooDeep}`);
  try {
    return JSON.parse(content);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new McpcheckError("usage", `${file}${placeIn(content, message)}: not JSON: ${visible(message)}`, { cause });
  }
}

/** What is wrong with a text that nests too deeply. */
export const tooDeep = `it nests deeper than ${mostLevels} levels`;

/** Line and column of the position V8 names in its message, or of the end for input that stops too early. */
function placeIn(text: string, message: string): string {
  const named = /at position (\d+)/.exec(message)?.[1];
  const { line, column } = placeAt(text, named === undefined ? text.length : Number(named));
  return `:${line}:${column}`;
}
