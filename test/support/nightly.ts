/** Whether everything is played (`npm run test:nightly`), or of what is long and much alike only a part: every CI run has the part. */
export const nightly = process.env["MCPCHECK_NIGHTLY"] === "1";

/** All of them at night, and otherwise every so-manieth from the first on, or from another place on. */
export function oneOf<T>(every: number, all: readonly T[], from = 0): T[] {
  return all.filter((_one, index) => nightly || index % every === from % every);
}
