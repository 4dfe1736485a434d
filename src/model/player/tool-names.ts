/** Whether a name is this tool, or this tool after the name of its server (`files:read_file`, `files__read_file`). */
export function isTool(wanted: string, name: string): boolean {
  if (name === wanted) return true;
  if (wanted === "" || !name.endsWith(wanted)) return false;
  return /[:._/-]$/u.test(name.slice(0, -wanted.length));
}
