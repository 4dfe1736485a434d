import type { Area } from "./areas.ts";
import type { Equivalent, Score, Tried } from "./score.ts";

/** A piece of source on one line, as much as one reads at a glance. */
export function glance(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}

/** Where a mutant is, and what it makes of what. */
export function place({ file, location, mutatorName, original, replacement }: Tried): string {
  return `${file}:${location.start.line}:${location.start.column} ${mutatorName}: ${glance(original)} → ${glance(replacement ?? "")}`;
}

/** What an area came to, for a person: its score, each survivor, and what is not right with the list of equivalents. */
export function told(area: Area, { survivors, wrongly, broken, noticed, tried, equivalent, percent, interval }: Score): string[] {
  const [low, high] = interval;
  const sure = low === high ? "" : ` (with 95 % between ${low.toFixed(1)} and ${high.toFixed(1)})`;
  const entry = ({ file, original, replacement }: Equivalent): string => `${file}: ${glance(original)} → ${glance(replacement)}`;
  return [
    `${area.name}: ${noticed} of ${tried} mutants were noticed, ${percent.toFixed(1)} %${sure}; the bar is ${area.bar} %; ${equivalent} are marked as equivalent`,
    ...survivors.map((mutant) => `  ${mutant.reached ? "survived " : "unreached"} ${place(mutant)}`),
    ...broken.map((mutant) => `  not tried ${place(mutant)}: ${glance(mutant.statusReason ?? "")}`),
    ...wrongly.map((one) => `  test/mutation/equivalent.json: a test notices ${entry(one)}`),
  ];
}
