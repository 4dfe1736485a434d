import { outcomeNamed, outcomes, type Recorded } from "./recorded.ts";
import { writeTimeline } from "./timeline.ts";

/** Characters a further heading costs the reader. */
const leastSaved = 100;

type Section = { readonly name: string; readonly entries: readonly string[] };

/**
 * The traces of a check as text: a section each, those of one outcome together. What several begin with stands once, as an
 * opening above them.
 */
export function formatRecorded({ passive, traces }: Recorded): string {
  const sections = [...traces].map(([name, trace]) => ({ name, entries: writeTimeline(trace) })).toSorted(inOrder);
  const openings = openingsOf(sections);
  const parts = [
    ...(passive === undefined ? [] : [`passive ${passive}\n`]),
    ...openings.map(({ name, entries }) => sectionText(name, entries)),
    ...sections.map(({ name, entries }) => {
      const opening = openings.find((candidate) => begins(entries, candidate.entries));
      return opening === undefined
        ? sectionText(name, entries)
        : sectionText(`${name}, after ${opening.name}`, entries.slice(opening.entries.length));
    }),
  ];
  return parts.join("\n");
}

function sectionText(heading: string, entries: readonly string[]): string {
  return [`== ${heading}`, ...entries, ""].join("\n");
}

function inOrder(a: Section, b: Section): number {
  const rank = ({ name }: Section): number => outcomes.findIndex((outcome) => outcome === outcomeNamed(name));
  return rank(a) - rank(b) || (a.name < b.name ? -1 : 1);
}

/** Beginnings that several traces share: again and again the one that saves most text, as long as it saves more than it costs. */
function openingsOf(sections: readonly Section[]): Section[] {
  let left = sections.map(({ entries }) => entries);
  const openings: Section[] = [];
  for (;;) {
    const best = left
      .flatMap(beginnings)
      .map((entries) => ({ entries, saved: savedBy(entries, left) }))
      .reduce((most, one) => (one.saved > most.saved ? one : most), { entries: [] as readonly string[], saved: leastSaved });
    if (best.entries.length === 0) return openings;
    openings.push({ name: openings.length === 0 ? "opening" : `opening ${openings.length + 1}`, entries: best.entries });
    left = left.filter((entries) => !begins(entries, best.entries));
  }
}

/** Where a trace can be cut: before something is asked, so that what differs is read together with what it answers. */
function beginnings(entries: readonly string[]): readonly (readonly string[])[] {
  return entries.flatMap((entry, index) => (isAsking(entry) && !isStep(entries[index - 1]) ? [entries.slice(0, index)] : []));
}

const isStep = (entry: string | undefined): boolean => /^(?:\d+ )?step /.test(entry ?? "");
const isAsking = (entry: string): boolean => isStep(entry) || /^(?:\d+ )?(?:sent|http-request) /.test(entry);

function savedBy(start: readonly string[], all: readonly (readonly string[])[]): number {
  return start.join("\n").length * (all.filter((entries) => begins(entries, start)).length - 1);
}

function begins(entries: readonly string[], start: readonly string[]): boolean {
  return start.every((entry, index) => entries[index] === entry);
}
