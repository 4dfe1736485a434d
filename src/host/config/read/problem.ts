import { McpcheckError } from "../../../base/mcpcheck-error.ts";

/** A path of member names and indices within a configuration. */
export type Pointer = readonly (string | number)[];

/** Something wrong, or worth saying, about one place of a configuration. */
export type Problem = {
  /** The file, or what stands for one: a variable's name, "request". */
  readonly source: string;
  /** Line and column, counted from 1, where the source has them. */
  readonly position: { readonly line: number; readonly column: number } | undefined;
  readonly pointer: Pointer;
  readonly message: string;
};

/** What was read, what keeps it from being used, and what a person should hear of. `value` holds all that was readable. */
export type Reading<T> = {
  readonly value: T;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
};

/** A problem as one line: `file:line:column: #/servers/0/command: what is wrong`. */
export function problemText({ source, position, pointer, message }: Problem): string {
  const place = position === undefined ? source : `${source}:${position.line}:${position.column}`;
  const field = pointer.length === 0 ? "" : ` ${pointerText(pointer)}:`;
  return `${place}:${field} ${message}`;
}

/** A path as `#` and a JSON pointer (RFC 6901). */
function pointerText(pointer: Pointer): string {
  return `#${pointer.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
}

/**
 * The value of a reading without problems.
 * @throws McpcheckError `usage` with the first problem, and how many more there are
 */
export function usable<T>({ value, problems }: Reading<T>): T {
  const [first, ...others] = problems;
  if (first === undefined) return value;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  throw new McpcheckError("usage", `${problemText(first)}${more}`);
}
