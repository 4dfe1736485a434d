/** Which mutants were reached: while modules were loaded, and by which test. Shape of Stryker's `MutantCoverage`. */
export type Coverage = {
  readonly static: Record<string, number>;
  readonly perTest: Record<string, Record<string, number>>;
};

/** What the process with the tests is asked to do. */
export type ToProcess = {
  readonly files: readonly { readonly file: string; readonly bundle: string }[];
  /** Id of the mutant that is on; none: the sources as they are. */
  readonly mutant: string | undefined;
  /** Whether it is on while modules are loaded, if this is the first message. */
  readonly onLoad: boolean;
  /** Ids of the tests to play, in this order; none: all. */
  readonly only: readonly string[] | undefined;
  /** Whether to go on after the first failure. */
  readonly all: boolean;
  /** How often a mutant may be reached before it counts as a loop without end. */
  readonly hitLimit: number | undefined;
};

/** What came of it. */
export type Played = {
  readonly results: readonly { readonly id: string; readonly milliseconds: number; readonly failure?: string }[];
  readonly coverage: Coverage | undefined;
};
