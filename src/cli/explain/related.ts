import { matchesGlob } from "../../base/glob/matches-glob.ts";
import { checkById } from "../../check/registry.ts";
import type { CatalogEntry } from "../catalog.ts";

/** A check that is looked at together with another one, and why. */
export type Related = {
  readonly check: string;
  readonly title: string;
  /**
   * `follows`: its finding can be a consequence of this one's; `causes`: the other way round; `same statement`: both rest on one
   * statement of the specification; `same section`: both stand in one section; `same area`: what else is judged there.
   */
  readonly how: "follows" | "causes" | "same statement" | "same section" | "same area";
};

/** How many are named for each way at most; of an area, only so many that there are not more than these in all. */
const most = 8;
const mostOfArea = 6;

const areaOf = (id: string): string => id.split(".")[0] ?? "";

/** The statements of the specification a check rests on, wholly or in part. */
function statementsOf({ requirements, requirementsInPart, extensions, extensionsInPart, behaviours }: CatalogEntry): string[] {
  const ids = [requirements, requirementsInPart].flatMap((byRevision) => Object.values(byRevision).flat());
  return [...ids, ...extensions, ...extensionsInPart, ...behaviours];
}

/** The sections a check cites, each with its area: a long section says many things. */
function sectionsOf({ id, urls }: CatalogEntry): string[] {
  return Object.values(urls)
    .filter((url) => url.includes("#"))
    .map((url) => `${areaOf(id)} ${url}`);
}

/** The checks whose findings may follow from one: those it names, and those of its own area. What explains nearly all says nothing. */
function followersOf({ id }: CatalogEntry, ofArea: ReadonlyMap<string, readonly string[]>): string[] {
  const globs = (checkById(id)?.explains ?? []).flatMap(({ checks }) => checks);
  const own = globs.filter((glob) => glob.includes("*") && areaOf(glob) === areaOf(id));
  const near = (ofArea.get(areaOf(id)) ?? []).filter((other) => own.some((glob) => matchesGlob(glob, other, true)));
  return [...globs.filter((glob) => !glob.includes("*")), ...near];
}

/** Which checks belong to one, nearest first; made once for a catalog. */
export function relations(all: readonly CatalogEntry[]): (entry: CatalogEntry) => Related[] {
  const byId = new Map(all.map((entry) => [entry.id, entry]));
  const areas = inverted(all.map((entry) => [entry.id, [areaOf(entry.id)]]));
  const follow = new Map(all.map((entry) => [entry.id, followersOf(entry, areas)]));
  const causes = inverted([...follow]);
  const statements = inverted(all.map((entry) => [entry.id, statementsOf(entry)]));
  const sections = inverted(all.map((entry) => [entry.id, sectionsOf(entry)]));
  return (entry) => {
    const ways: readonly (readonly [Related["how"], readonly string[]])[] = [
      ["causes", causes.get(entry.id) ?? []],
      ["follows", follow.get(entry.id) ?? []],
      ["same statement", statementsOf(entry).flatMap((key) => statements.get(key) ?? [])],
      ["same section", sectionsOf(entry).flatMap((key) => sections.get(key) ?? [])],
      ["same area", areas.get(areaOf(entry.id)) ?? []],
    ];
    const found = new Map<string, Related>();
    for (const [how, ids] of ways) {
      const more = [...new Set(ids)].filter((id) => id !== entry.id && !found.has(id) && byId.get(id)?.subject === entry.subject);
      for (const id of more.slice(0, how === "same area" ? Math.max(0, mostOfArea - found.size) : most))
        found.set(id, { check: id, title: byId.get(id)?.title ?? "", how });
    }
    return [...found.values()];
  };
}

/** Who has a key, by key. */
function inverted(given: readonly (readonly [id: string, keys: readonly string[]])[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [id, keys] of given)
    for (const key of new Set(keys)) {
      const ids = found.get(key);
      if (ids === undefined) found.set(key, [id]);
      else ids.push(id);
    }
  return found;
}
