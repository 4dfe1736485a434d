/**
 * Whether a tool's name is the wanted one for all that differs is what stands between its parts: hosts write `files:read_file` as
 * `mcp__files__read_file`, and what model servers take in no name as something else. The wanted one may stand at the end.
 */
export function isLoosely(wanted: string, name: string): boolean {
  const [sought, found] = [partsOf(wanted), partsOf(name)];
  return !["", "_"].includes(sought) && (found === sought || found.endsWith(`_${sought}`));
}

/** Letters and digits of any script stay, a run of anything else is one underscore. */
const partsOf = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]+/gu, "_");
