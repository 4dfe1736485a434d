/** For options that may be repeated: what was given before, and one more. */
export function repeatable(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
