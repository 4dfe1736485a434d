/** Whether a name matches a pattern in which `*` stands for any characters. */
export function matchesPattern(pattern: string, name: string): boolean {
  const source = pattern.split("*").map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`));
  return new RegExp(`^${source.join(".*")}$`, "su").test(name);
}

/** Whether a name is this tool, or this tool behind the name of its server (`files:read_file`, `files__read_file`). */
export function isTool(wanted: string, name: string): boolean {
  if (name === wanted) return true;
  if (wanted === "" || !name.endsWith(wanted)) return false;
  return /[:._/-]$/u.test(name.slice(0, -wanted.length));
}
