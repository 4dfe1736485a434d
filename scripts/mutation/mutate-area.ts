import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Stryker } from "@stryker-mutator/core";
import type { MutantResult } from "@stryker-mutator/api/core";
import type { Area } from "./areas.ts";
import { notDrawn } from "./runner/sample-checker.ts";
import { reserve } from "./runner/hot-runner.ts";
import { type Equivalent, type Score, scoreOf, type Tried } from "./score.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Reports of Stryker, and what it keeps for the next run; not kept in the repository. */
const kept = join(root, "reports/mutation");

/** How mutants are tried. */
export type MutationOptions = {
  /** Part of the mutants, 0 to 1; below 1 they are drawn by `seed`. */
  readonly share: number;
  readonly seed: string;
  /** How many processes try mutants at a time. */
  readonly workers: number;
};

/** Paths as Stryker takes them: folders stand for the sources in them. */
function patterns(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    const path = place.replace(/^!/, "");
    if (place.startsWith("!")) return [`!${path}/**`];
    return statSync(join(root, path)).isFile() ? [path] : [`${path}/**/*.ts`];
  });
}

/** The text a mutant was made of. */
function original({ fileName, location: { start, end } }: MutantResult): string {
  const lines = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join("\n");
}

/** What came of an area, and how many mutants it has in all, drawn or not. */
export type AreaScore = Score & { readonly all: number };

/**
 * Tries the mutants of an area. What an earlier run of the same kind found is kept where neither source nor tests have changed.
 * Prints Stryker's progress.
 */
export async function mutateArea(area: Area, { share, seed, workers }: MutationOptions): Promise<AreaScore> {
  mkdirSync(kept, { recursive: true });
  const name = `${area.name.replaceAll("/", "-")}${share < 1 ? `-${share}-${seed}` : ""}`;
  Object.assign(process.env, {
    MCPCHECK_MUTATION_TESTS: area.tests.join(","),
    MCPCHECK_MUTATION_SHARE: String(share),
    MCPCHECK_MUTATION_SEED: seed,
    // A law is held by a few inputs: each mutant is tried with all of them.
    MCPCHECK_LAW_RUNS: "10",
  });
  const stryker = new Stryker({
    configFile: fileURLToPath(new URL("stryker.json", import.meta.url)),
    plugins: [fileURLToPath(new URL("runner/plugins.ts", import.meta.url))],
    mutate: [...patterns(area.mutate), "!src/**/*.test.ts", "!src/**/*.generated.ts"],
    checkers: share < 1 ? ["sample"] : [],
    concurrency: workers,
    incrementalFile: join(kept, `${name}.incremental.json`),
    jsonReporter: { fileName: join(kept, `${name}.json`) },
    htmlReporter: { fileName: join(kept, `${name}.html`) },
    timeoutMS: reserve,
  });
  const results = await stryker.runMutationTest();
  const mutants = results.filter(({ status }) => status !== "Ignored");
  const tried = mutants
    .filter(({ statusReason }) => statusReason !== notDrawn)
    .map((mutant): Tried => ({ ...mutant, file: relative(root, mutant.fileName), original: original(mutant) }));
  const equivalents = JSON.parse(readFileSync(join(root, "test/mutation/equivalent.json"), "utf8")) as readonly Equivalent[];
  return { ...scoreOf(tried, equivalents, share === 1), all: mutants.length };
}
