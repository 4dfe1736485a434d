import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { type Area, areas } from "./areas.ts";
import { mutateArea } from "./mutate-area.ts";
import { told } from "./told.ts";

/**
 * Changes the sources in one place at a time and says which changes no test notices. Words name what is mutated: an area of
 * scripts/mutation/areas.ts, or files and folders in one of them; none: every area. Options: `--share` 0.05 draws so many of the mutants
 * (by `--seed`), `--workers` says how many are tried at a time. Ends with 1 when an area stays below its bar, or a mutant is said to be
 * equivalent that a test notices.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: "string", default: "1" },
    seed: { type: "string", default: "mcpcheck" },
    workers: { type: "string", default: String(Math.max(1, availableParallelism() - 1)) },
  },
});

/** The areas that words name; a file or folder is the part of its area. */
function chosen(words: readonly string[]): Area[] {
  if (words.length === 0) return [...areas];
  return words.map((word) => {
    const path = word.replace(/^\.\//, "").replace(/\/$/, "");
    const whole = areas.find(({ name }) => name === path);
    if (whole !== undefined) return whole;
    // The deepest folder says whose it is: src/toolcall/engine is no part of the area toolcall.
    const [found] = areas
      .flatMap((one) => one.mutate.map((folder) => ({ one, isOut: folder.startsWith("!"), folder: folder.replace(/^!/, "") })))
      .filter(({ folder }) => path === folder || path.startsWith(`${folder}/`))
      .toSorted((a, b) => b.folder.length - a.folder.length || Number(a.isOut) - Number(b.isOut));
    if (found === undefined)
      throw new Error(`${word}: no area, and no file or folder of one; there are ${areas.map(({ name }) => name).join(", ")}`);
    if (found.isOut) throw new Error(`${word}: left out of the mutants; scripts/mutation/areas.ts says why`);
    const out = found.one.mutate.filter((folder) => folder.startsWith("!"));
    return { ...found.one, name: path.replace(/^src\//, ""), mutate: [path, ...out] };
  });
}

for (const area of chosen(positionals)) {
  const score = await mutateArea(area, { share: Number(values.share), seed: values.seed, workers: Number(values.workers) });
  console.log(told(area, score).join("\n"));
  if (!(score.interval[1] >= area.bar) || score.wrongly.length > 0) process.exitCode = 1;
}
