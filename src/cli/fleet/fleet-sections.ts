import { counted } from "../../base/counted.ts";
import type { FleetChange, FleetChanges } from "../../fleet/fleet-changes.ts";
import type { FleetReport, Spread } from "../../fleet/fleet-report.ts";

/** A table of a page about a fleet: its heads and rows as texts, before it is known what the page is written in. */
export type Section = { readonly title: string; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** What the results come to, as one line. */
export const fleetTitle = ({ servers, conform, withFindings, notJudged }: FleetReport): string =>
  `${counted(servers, "server")}: ${conform} conform, ${withFindings} with findings, ${notJudged} could not be judged`;

/** How long it all took, as sentences. */
export function timesLine({ ms, startMs, starts }: FleetReport): string {
  const judging = `Judging one took ${spread(ms)}.`;
  return starts.length === 0 ? judging : `${judging} Until one had answered first it took ${spread(startMs)}.`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const spread = ({ median, p95, most }: Spread): string =>
  `${seconds(median)} (median), ${seconds(p95)} (19 of 20), at most ${seconds(most)}`;

/** The tables of a report, those left out that would be empty. */
export function reportSections({ checks, libraries, starts, reasons }: FleetReport): Section[] {
  return filled([
    {
      title: "What was found, by check",
      head: ["check", "level", "servers it applied to", "fail", "warn", "inherited from"],
      rows: checks.map((line) => [
        line.check,
        line.level,
        String(line.servers),
        String(line.fail),
        String(line.warn),
        countsText(line.inheritedFrom),
      ]),
    },
    {
      title: "What is inherited, by library",
      head: ["library", "servers", "fail", "warn"],
      rows: libraries.map((line) => [line.library, String(line.servers), countsText(line.fail), countsText(line.warn)]),
    },
    {
      title: "The slowest to answer first",
      head: ["server", "until its first answer"],
      rows: starts.map(({ server, startMs }) => [server, seconds(startMs)]),
    },
    {
      title: "Why servers could not be judged",
      head: ["servers", "reason", "such as"],
      rows: reasons.map((one) => [String(one.servers.length), one.reason, one.servers.slice(0, 3).join(", ")]),
    },
  ]);
}

/** What is counted, with its counts: as they come, the most first. */
const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} (${count})`)
    .join(", ");

/** What changed since another night, as one line. */
export function changesLine(changes: FleetChanges): string {
  const { broken, fixed, warned, warnedNoMore, added, gone, noLongerJudged, judgedAgain } = changes;
  return `Since then: ${counted(broken.length, "verdict")} broken, ${fixed.length} fixed, ${warned.length} warned of anew, ${warnedNoMore.length} no more; ${counted(added.length, "server")} new, ${gone.length} gone, ${noLongerJudged.length} cannot be judged any more, ${judgedAgain.length} can be again.`;
}

/** The tables of what changed, those left out that would be empty. */
export function changeSections(changes: FleetChanges): Section[] {
  const changed = (title: string, all: readonly FleetChange[]): Section => ({
    title,
    head: ["server", "check", "revision", "what was seen"],
    rows: all.map((one) => [one.server, one.check, one.revision, one.message]),
  });
  const named = (title: string, servers: readonly string[]): Section => ({
    title,
    head: ["server"],
    rows: servers.map((server) => [server]),
  });
  return filled([
    changed("Broken", changes.broken),
    changed("Fixed", changes.fixed),
    changed("Warned of anew", changes.warned),
    changed("Warned of no more", changes.warnedNoMore),
    named("New servers", changes.added),
    named("Gone servers", changes.gone),
    {
      title: "Cannot be judged any more",
      head: ["server", "reason"],
      rows: changes.noLongerJudged.map(({ server, reason }) => [server, reason]),
    },
    named("Can be judged again", changes.judgedAgain),
  ]);
}

const filled = (sections: readonly Section[]): Section[] => sections.filter(({ rows }) => rows.length > 0);
