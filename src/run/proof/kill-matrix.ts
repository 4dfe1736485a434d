import type { Finding } from "../../check/finding.ts";
import { globMatcher } from "../../base/glob/glob-matcher.ts";

/** A wrong subject: which check must find it, by what it is wrong, and which other checks (globs) that violates by necessity. */
export type Mutated = {
  readonly mutates: string;
  readonly deviation: string;
  readonly also?: Readonly<Record<string, string>> | undefined;
};

/** An accusation: a check that failed or warned, and what it said. */
export type Accusation = Pick<Finding, "check" | "revision" | "verdict" | "message">;

/** Of what kind wrong subjects are; `expectation` is a host that breaks one part of one expectation of a case. */
export type MutantKind = "server" | "client" | "parser" | "host" | "expectation" | "model";

/** What came of judging one mutant at one place: a transport and revision, a format, a suite. */
export type MutantResult = {
  readonly kind: MutantKind;
  readonly mutant: Mutated;
  readonly place: string;
  readonly accusations: readonly Accusation[];
  /** What became of the check that should have found the deviation, when it did not. */
  readonly instead: string;
};

/** Which clean subject, and where it is judged. */
export type CleanName = { readonly subject: string; readonly place: string };

/** What came of judging one clean subject. */
export type CleanResult = CleanName & {
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
  readonly kind: MutantKind;
  readonly check: string;
  readonly deviation: string;
  readonly place: string;
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
    const found = kills.filter(({ check }) => check === mutant.mutates).flatMap(({ also }) => also);
    return Object.keys(mutant.also ?? {})
      .filter((glob) => !found.some(globMatcher(glob)))
      .map((check) => ({ mutant: mutant.mutates, check }));
  });
  const holds =
    kills.every(({ caught, astray }) => caught && astray.length === 0) &&
    idle.length === 0 &&
    clean.every(({ accusations, trouble }) => accusations.length === 0 && trouble === undefined);
  return { kills, idle, clean, pending, holds };
}

function killOf({ kind, mutant, place, accusations, instead }: MutantResult): Kill {
  const own = accusations.find(({ check }) => check === mutant.mutates);
  const others = accusations.filter(({ check }) => check !== mutant.mutates);
  const globs = Object.keys(mutant.also ?? {}).map(globMatcher);
  const isKnown = (check: string): boolean => globs.some((matches) => matches(check));
  return {
    kind,
    check: mutant.mutates,
    deviation: mutant.deviation,
    place,
    caught: own !== undefined,
    said: own?.message ?? instead,
    astray: others.filter(({ check }) => !isKnown(check)),
    also: [...new Set(others.map(({ check }) => check).filter(isKnown))],
  };
}
