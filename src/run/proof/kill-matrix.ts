import type { Finding } from "../../check/finding.ts";
import type { Mutant, Place } from "./mutant.ts";

/** An accusation: a check that failed or warned, and what it said. */
export type Accusation = Pick<Finding, "check" | "revision" | "verdict" | "message">;

/** What came of judging one mutant at one place. */
export type MutantResult = {
  readonly mutant: Mutant;
  readonly place: Place;
  readonly accusations: readonly Accusation[];
  /** What became of the check that should have found the deviation, when it did not. */
  readonly instead: string;
};

/** What came of judging one clean subject. */
export type CleanResult = {
  readonly subject: string;
  readonly transport: Place["transport"];
  readonly judged: number;
  readonly accusations: readonly Accusation[];
  /** Set when it could not be judged at all. */
  readonly trouble?: string;
};

/** Everything a proof has seen. */
export type ProofResults = {
  readonly mutants: readonly MutantResult[];
  readonly clean: readonly CleanResult[];
  readonly pending: Readonly<Record<string, string>>;
};

/** One mutant at one place: caught by its check or not, and which other checks it was accused by without saying so. */
export type Kill = {
  readonly check: string;
  readonly deviation: string;
  readonly place: Place;
  readonly caught: boolean;
  /** What its own check said, or why it said nothing. */
  readonly said: string;
  readonly astray: readonly Accusation[];
  /** The checks the mutant says it violates as well, and that found it. */
  readonly also: readonly string[];
};

/** The matrix: every mutant against all checks. */
export type KillMatrix = {
  readonly kills: readonly Kill[];
  /** Mutants whose file names another check as violated that accused them nowhere. */
  readonly idle: readonly { readonly mutant: string; readonly check: string }[];
  readonly clean: readonly CleanResult[];
  readonly pending: Readonly<Record<string, string>>;
  /** Whether every mutant was caught, by its own check and no other, and no clean subject was accused. */
  readonly holds: boolean;
};

/** Folds the results of a proof into the matrix. Pure. */
export function killMatrix({ mutants, clean, pending }: ProofResults): KillMatrix {
  const kills = mutants.map(killOf);
  const idle = [...new Set(mutants.map(({ mutant }) => mutant))].flatMap((mutant) => {
    const found = new Set(kills.filter(({ check }) => check === mutant.mutates).flatMap(({ also }) => also));
    return Object.keys(mutant.also ?? {})
      .filter((check) => !found.has(check))
      .map((check) => ({ mutant: mutant.mutates, check }));
  });
  const holds =
    kills.every(({ caught, astray }) => caught && astray.length === 0) &&
    idle.length === 0 &&
    clean.every(({ accusations, trouble }) => accusations.length === 0 && trouble === undefined);
  return { kills, idle, clean, pending, holds };
}

function killOf({ mutant, place, accusations, instead }: MutantResult): Kill {
  const own = accusations.find(({ check }) => check === mutant.mutates);
  const others = accusations.filter(({ check }) => check !== mutant.mutates);
  const known = Object.keys(mutant.also ?? {});
  return {
    check: mutant.mutates,
    deviation: mutant.deviation,
    place,
    caught: own !== undefined,
    said: own?.message ?? instead,
    astray: others.filter(({ check }) => !known.includes(check)),
    also: [...new Set(others.map(({ check }) => check).filter((check) => known.includes(check)))],
  };
}
