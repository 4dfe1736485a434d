import type { Latest } from "./latest-results.ts";
import type { CheckRow } from "./result-rows.ts";

/** A server at which something is not as it was. */
export type FleetChange = {
  readonly server: string;
  readonly check: string;
  readonly revision: string;
  readonly message: string;
};

/** What two nights differ in. */
export type FleetChanges = {
  /** Fails now, and passed or did not apply before. */
  readonly broken: readonly FleetChange[];
  /** Failed before, and passes now. */
  readonly fixed: readonly FleetChange[];
  /** Is warned of now, and passed or did not apply before; and what was warned of before, and passes now. */
  readonly warned: readonly FleetChange[];
  readonly warnedNoMore: readonly FleetChange[];
  /** Servers of which there were no results before, and such as could be judged once and cannot any more, or the other way. */
  readonly added: readonly string[];
  readonly gone: readonly string[];
  readonly noLongerJudged: readonly { readonly server: string; readonly reason: string }[];
  readonly judgedAgain: readonly string[];
};

/** Compares what was seen last of each server with what was seen last before. Who could not be judged in either has fixed and broken nothing. */
export function fleetChanges(was: Latest, is: Latest): FleetChanges {
  const both = [...is].flatMap(([server, now]) => {
    const before = was.get(server);
    return before === undefined ? [] : [{ server, before, now }];
  });
  const isJudged = ({ run }: { readonly run: { readonly exitCode: number } }): boolean => run.exitCode <= 1;
  const judgedTwice = both.filter(({ before, now }) => isJudged(before) && isJudged(now));
  return {
    broken: judgedTwice.flatMap(({ server, before, now }) =>
      having("fail", server, now.checks, before.checks, (verdict) => verdict !== "fail"),
    ),
    fixed: judgedTwice.flatMap(({ server, before, now }) => having("fail", server, before.checks, now.checks, isPass)),
    warned: judgedTwice.flatMap(({ server, before, now }) =>
      having("warn", server, now.checks, before.checks, (verdict) => verdict !== "warn" && verdict !== "fail"),
    ),
    warnedNoMore: judgedTwice.flatMap(({ server, before, now }) => having("warn", server, before.checks, now.checks, isPass)),
    added: [...is.keys()].filter((server) => !was.has(server)),
    gone: [...was.keys()].filter((server) => !is.has(server)),
    noLongerJudged: both
      .filter(({ before, now }) => isJudged(before) && !isJudged(now))
      .map(({ server, now }) => ({ server, reason: now.run.error?.message ?? "no reason is known" })),
    judgedAgain: both.filter(({ before, now }) => !isJudged(before) && isJudged(now)).map(({ server }) => server),
  };
}

const placeOf = ({ revision, check }: Pick<CheckRow, "revision" | "check">): string => `${revision} ${check}`;

const verdictsOf = (rows: readonly CheckRow[]): ReadonlyMap<string, CheckRow["verdict"]> =>
  new Map(rows.map((row) => [placeOf(row), row.verdict]));

type Verdict = CheckRow["verdict"];

const isPass = (verdict: Verdict | undefined): boolean => verdict === "pass";

/** What has a verdict in some rows, and in the others one that counts as another. */
function having(
  wanted: Verdict,
  server: string,
  rows: readonly CheckRow[],
  others: readonly CheckRow[],
  differs: (verdict: Verdict | undefined) => boolean,
): FleetChange[] {
  const verdicts = verdictsOf(others);
  return rows.flatMap((row): FleetChange[] => {
    const { check, revision, verdict, message = "" } = row;
    return verdict === wanted && differs(verdicts.get(placeOf(row))) ? [{ server, check, revision, message }] : [];
  });
}
