import type { Place } from "./draw.ts";

/** A mutant after it was tried, as Stryker tells of it, and the text it was made of. */
export type Tried = Place & { readonly status: string; readonly statusReason?: string | undefined; readonly original: string };

/** A mutant that no test can notice, and why: `test/mutation/equivalent.json`. It is found by its text, so that it may move in its file. */
export type Equivalent = {
  readonly file: string;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  readonly why: string;
};

/** What came of the mutants of an area. */
export type Score = {
  /** Mutants that count: neither equivalent nor outside of what is mutated. */
  readonly tried: number;
  readonly noticed: number;
  /** Those that no test noticed; `reached` says whether a test came by at all. */
  readonly survivors: readonly (Tried & { readonly reached: boolean })[];
  readonly equivalent: number;
  /** Entries that are not true: a test noticed the mutant. */
  readonly wrongly: readonly Equivalent[];
  /** Those that Stryker could not try, with its reason. */
  readonly broken: readonly Tried[];
  /** Percent noticed, and the interval that holds the share among all mutants with 95 % (Wilson); both ends are the share itself where all were tried. */
  readonly percent: number;
  readonly interval: readonly [number, number];
};

const noticed = ["Killed", "Timeout"];
const notNoticed = ["Survived", "NoCoverage"];

/** Counts what came of mutants; `whole` says that no sample was drawn. */
export function scoreOf(mutants: readonly Tried[], equivalents: readonly Equivalent[], whole: boolean): Score {
  const known = (mutant: Tried): Equivalent | undefined =>
    equivalents.find(
      ({ file, mutator, original, replacement }) =>
        file === mutant.file &&
        mutator === mutant.mutatorName &&
        original === mutant.original &&
        replacement === (mutant.replacement ?? ""),
    );
  const killed = mutants.filter(({ status }) => noticed.includes(status));
  const left = mutants.filter(({ status }) => notNoticed.includes(status));
  const survivors = left.filter((mutant) => known(mutant) === undefined);
  const tried = killed.length + survivors.length;
  return {
    tried,
    noticed: killed.length,
    survivors: survivors.map((mutant) => ({ ...mutant, reached: mutant.status === "Survived" })),
    equivalent: left.length - survivors.length,
    wrongly: killed.flatMap((mutant) => known(mutant) ?? []),
    broken: mutants.filter(({ status }) => status === "RuntimeError"),
    percent: tried === 0 ? Number.NaN : (100 * killed.length) / tried,
    interval: whole && tried > 0 ? [(100 * killed.length) / tried, (100 * killed.length) / tried] : wilson(killed.length, tried),
  };
}

/** The interval that holds a share with 95 % after `hits` of `count` drawn ones, in percent. Wilson, 1927: true for shares near 1 too. */
export function wilson(hits: number, count: number): readonly [number, number] {
  if (count === 0) return [0, 100];
  const z = 1.96;
  const share = hits / count;
  const middle = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count);
  const half = (z / (1 + z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  return [100 * Math.max(0, middle - half), 100 * Math.min(1, middle + half)];
}
