/** For options that may be repeated: what was given before, and one more. */
export function repeatable(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

/** For options that take a list with commas, and may be repeated all the same: what was given before, and more. */
export function commaSeparated(value: string, before: string | undefined): string {
  return before === undefined ? value : `${before},${value}`;
}
