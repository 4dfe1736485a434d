import { matchesStars } from "../../../base/glob/matches-stars.ts";
import type { HostAdapter } from "./adapter.ts";

/** The usual forms of a tool's name, by their words in adapters. */
const forms: Readonly<Record<string, string>> = {
  bare: "{tool}",
  colon: "{server}:{tool}",
  underscore: "{server}_{tool}",
  "double-underscore": "{server}__{tool}",
  hyphen: "{server}-{tool}",
};

/**
 * Tells whether a tool is the host's own and none of its servers': by the names the adapter lists, or by the form of names where
 * that has the server in it. Hosts write what model servers take in no name as something else, so letters and digits count.
 * @param servers their ids
 */
export function isBuiltIn(
  { naming = "bare", ownTools = [] }: Pick<HostAdapter, "naming" | "ownTools">,
  servers: readonly string[],
): (name: string) => boolean {
  const [before = "", after] = (forms[naming] ?? naming).split("{tool}");
  const starts = before.includes("{server}") ? servers.map((id) => plain(before.replace("{server}", id))) : [""];
  return (name) =>
    ownTools.some((pattern) => matchesStars(pattern, name)) ||
    !starts.some((start) => plain(name).startsWith(start)) ||
    !name.endsWith(after ?? "");
}

const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, "_");
