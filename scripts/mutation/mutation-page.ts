import { dirname } from "node:path";
import type { Area } from "./areas.ts";
import type { AreaScore } from "./mutate-area.ts";
import { glance } from "./told.ts";

/** What the page says of an area: counts, the share noticed in percent, what survived, the day it was measured on, and what the sample was drawn by. */
export type AreaFound = {
  readonly measured: string;
  readonly seed: string;
  readonly all: number;
  readonly tried: number;
  readonly noticed: number;
  readonly equivalent: number;
  readonly percent: number;
  readonly interval: readonly [low: number, high: number];
  readonly survivors: readonly Survivor[];
};

type Survivor = {
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
  readonly reached: boolean;
};

/** Of a score what the page says. */
export function foundOf(
  { all, tried, noticed, equivalent, percent, interval, survivors }: AreaScore,
  measured: string,
  seed: string,
): AreaFound {
  return {
    measured,
    seed,
    all,
    tried: tried + equivalent,
    noticed,
    equivalent,
    percent,
    interval,
    survivors: survivors.map(({ file, location, original, replacement, reached }) => ({
      file,
      line: location.start.line,
      original: glance(original),
      replacement: glance(replacement ?? ""),
      reached,
    })),
  };
}

/** Whether the bar is kept, as far as the sample can tell. */
function state({ bar }: Area, [low, high]: AreaFound["interval"]): string {
  if (low >= bar) return "kept";
  return high < bar ? "**missed**" : "cannot tell";
}

const code = (text: string): string => `\`${text.replaceAll("`", "'").replaceAll("|", "\\|")}\``;

/** The page: a row for each area, then what survived, by folder. `made` says with what and how. */
export function mutationPage(made: string, found: readonly (AreaFound & { readonly area: Area })[]): string {
  const rows = found.map(({ area, measured, seed, all, tried, noticed, survivors, equivalent, percent, interval }) => {
    const unreached = survivors.filter(({ reached }) => !reached).length;
    const [low, high] = interval.map((end) => end.toFixed(1));
    const [drawn, sure] = low === high ? ["", "all tried"] : [code(seed), `${low} to ${high}`];
    const cells = [area.name, all, tried, noticed, survivors.length, unreached, equivalent];
    return `| ${cells.join(" | ")} | ${percent.toFixed(1)} % | ${sure} | ${area.bar} % | ${state(area, interval)} | ${measured} | ${drawn} |`;
  });
  const survivors = found.flatMap((area) => area.survivors);
  const folders = [...new Set(survivors.map(({ file }) => dirname(file)))].toSorted();
  return [
    "# What tests notice",
    "",
    made,
    "",
    "StrykerJS changes the sources in one place at a time (a comparison turned round, a condition that always holds, a statement left out) and looks whether a test fails. Sentences said to people are not changed. Played are the tests that `scripts/mutation/areas.ts` names for what is mutated: what only others hold (those that start processes, the proof) counts as survived. A mutant that survives was tried a second time in a process of its own. Where only a part of the mutants was tried, they were drawn by a hash of the seed, file, place and change, so that each had the same chance; the interval holds the share among all of them with 95 % (Wilson). *Unreached*: no test comes by. *Equivalent*: no test could notice it; `test/mutation/equivalent.json` says why. The bar is kept or missed where the whole interval is on one side of it.",
    "",
    "| what | mutants | tried | noticed | survived | of these unreached | equivalent | score | 95 % | bar | | measured on | seed |",
    "|---|---:|---:|---:|---:|---:|---:|---:|---|---:|---|---|---|",
    ...rows,
    "",
    "## What survived",
    "",
    ...(survivors.length === 0 ? ["Nothing.", ""] : []),
    ...folders.flatMap((folder) => {
      const here = survivors.filter(({ file }) => dirname(file) === folder);
      return [
        `### ${folder}: ${here.length}`,
        "",
        ...here.map(
          ({ file, line, original, replacement, reached }) =>
            `- ${file.slice(folder.length + 1)}:${line}${reached ? "" : " (unreached)"}: ${code(original)} → ${code(replacement)}`,
        ),
        "",
      ];
    }),
  ].join("\n");
}
