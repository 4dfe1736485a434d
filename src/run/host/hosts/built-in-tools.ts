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
 * @param servers their ids; undefined where a case brings the host's configuration itself, and what servers are called there
 */
export function isBuiltIn(
  { naming = "bare", ownTools = [] }: Pick<HostAdapter, "naming" | "ownTools">,
  servers: readonly string[] | undefined,
): (name: string) => boolean {
  const [before = "", after] = (forms[naming] ?? naming).split("{tool}");
  const [left = "", right] = before.split("{server}");
  const ids = servers?.map(plain) ?? ["*"];
  const starts = right === undefined ? [""] : ids.map((id) => plain(left) + id + plain(right));
  return (name) =>
    ownTools.some((pattern) => matchesStars(pattern, name)) ||
    !starts.some((start) => matchesStars(`${start}*`, plain(name))) ||
    !name.endsWith(after ?? "");
}

const plain = (name: string): string => name.replaceAll(/[^\p{L}\p{N}]/gu, "_");
