import { dirname } from "node:path";
import type { Area } from "./areas.ts";
import type { AreaScore } from "./mutate-area.ts";
import { glance } from "./told.ts";

/** An area, which part of its mutants was drawn (1: all were tried), and what came of it. */
export type Drawn = { readonly area: Area; readonly share: number; readonly score: AreaScore };

/** Whether the bar is kept, as far as the sample can tell. */
function state({ area: { bar }, score: { interval } }: Drawn): string {
  const [low, high] = interval;
  if (low >= bar) return "kept";
  return high < bar ? "**missed**" : "cannot tell";
}

const code = (text: string): string => `\`${glance(text).replaceAll("`", "'").replaceAll("|", "\\|")}\``;

/** The page: a row for each area, then what survived, by folder. `made` says with what, when and how. */
export function mutationPage(made: string, drawn: readonly Drawn[]): string {
  const rows = drawn.map((one) => {
    const { area, score } = one;
    const unreached = score.survivors.filter(({ reached }) => !reached).length;
    const [low, high] = score.interval.map((end) => end.toFixed(1));
    const cells = [
      area.name,
      score.all,
      score.tried + score.equivalent,
      score.noticed,
      score.survivors.length,
      unreached,
      score.equivalent,
    ];
    return `| ${cells.join(" | ")} | ${score.percent.toFixed(1)} % | ${low === high ? "all tried" : `${low} to ${high}`} | ${area.bar} % | ${state(one)} |`;
  });
  const survivors = drawn.flatMap(({ score }) => score.survivors);
  const folders = [...new Set(survivors.map(({ file }) => dirname(file)))].toSorted();
  return [
    "# What tests notice",
    "",
    made,
    "",
    "StrykerJS changes the sources in one place at a time (a comparison turned round, a condition that always holds, a statement left out) and looks whether a test fails. Sentences said to people are not changed. Played are the tests that `scripts/mutation/areas.ts` names for what is mutated: what only others hold (those that start processes, the proof) counts as survived. A mutant that survives was tried a second time in a process of its own. Where only a part of the mutants was tried, they were drawn by a hash of file, place and change, so that each had the same chance; the interval holds the share among all of them with 95 % (Wilson). *Unreached*: no test comes by. *Equivalent*: no test could notice it; `test/mutation/equivalent.json` says why. The bar is kept or missed where the whole interval is on one side of it.",
    "",
    "| what | mutants | tried | noticed | survived | of these unreached | equivalent | score | 95 % | bar | |",
    "|---|---:|---:|---:|---:|---:|---:|---:|---|---:|---|",
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
          ({ file, location, original, replacement, reached }) =>
            `- ${file.slice(folder.length + 1)}:${location.start.line}${reached ? "" : " (unreached)"}: ${code(original)} → ${code(replacement ?? "")}`,
        ),
        "",
      ];
    }),
  ].join("\n");
}
