import { matchesGlob } from "../../base/glob/matches-glob.ts";
import { withoutEnd } from "../../base/without-end.ts";

/** Which way patterns of a discovery match; see `tools.discoveryMatch` of a profile. */
export type DiscoveryMatch = "loose" | "anchored";

/** Whether a tool is meant by a pattern. `name` is the full name, `bare` the server's own. Case never counts. */
export function matchesDiscovery(how: DiscoveryMatch, pattern: string, name: string, bare: string): boolean {
  const wanted = pattern.toLowerCase();
  if (how === "loose") return matchesLoosely(wanted, name.toLowerCase());
  return wanted === "" || matchesGlob(wanted, name.toLowerCase(), true) || matchesGlob(wanted, bare.toLowerCase(), true);
}

/** Equal, everything, a part of the name once edge `*` are gone, a glob over the whole name; without edge `*` any part. */
function matchesLoosely(pattern: string, name: string): boolean {
  if (pattern === "" || pattern === name) return true;
  const core = withoutEnd(pattern, "*").replace(/^\*+/, "");
  if (core === "") return true;
  const edged = core !== pattern;
  if (edged && name.includes(core)) return true;
  return matchesGlob(pattern, name, false) || (!edged && name.includes(core));
}
