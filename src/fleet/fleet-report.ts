import type { Latest } from "./latest-results.ts";
import { type LibraryLine, libraryLines } from "./library-lines.ts";
import type { RunRow } from "./result-rows.ts";

/** How many servers a check found something at, of those it applied to. */
export type CheckLine = {
  readonly check: string;
  readonly level: string;
  /** How many servers it applied to, and at how many it failed or warned, at any revision. */
  readonly servers: number;
  readonly fail: number;
  readonly warn: number;
  /** The libraries that what it found is inherited from, with the number of servers. */
  readonly inheritedFrom: Readonly<Record<string, number>>;
};

/** What the results of a fleet come to. */
export type FleetReport = {
  /** How many servers there are, and with how many each exit code ended. */
  readonly servers: number;
  readonly conform: number;
  readonly withFindings: number;
  readonly notJudged: number;
  /** Why servers could not be judged, the most frequent reason first. */
  readonly reasons: readonly { readonly reason: string; readonly servers: readonly string[] }[];
  /** Checks that found something, those that failed most servers first. */
  readonly checks: readonly CheckLine[];
  /** Libraries that servers inherit something from, the one that most do first. */
  readonly libraries: readonly LibraryLine[];
  /** How long judging a server took, in ms. */
  readonly ms: Spread;
  /** How long servers took until they had answered first, in ms: of those of which it is known, and of each of them, the slowest first. */
  readonly startMs: Spread;
  readonly starts: readonly { readonly server: string; readonly startMs: number }[];
};

/** How times spread, in ms; all 0 where there are none. */
export type Spread = { readonly median: number; readonly p95: number; readonly most: number };

/** Sums the latest results of a fleet up. What only follows from another fault is not counted against a check. */
export function fleetReport(latest: Latest): FleetReport {
  const runs = [...latest.values()].map(({ run }) => run);
  const starts = runs.flatMap(({ server, startMs }) => (startMs === undefined ? [] : [{ server, startMs }]));
  const withCode = (...codes: readonly number[]): number => runs.filter(({ exitCode }) => codes.includes(exitCode)).length;
  return {
    servers: runs.length,
    conform: withCode(0),
    withFindings: withCode(1),
    notJudged: runs.length - withCode(0, 1),
    reasons: reasonsOf(runs.filter(({ exitCode }) => exitCode > 1)),
    checks: checkLines(latest),
    libraries: libraryLines(latest),
    ms: spreadOf(runs.map(({ ms }) => ms)),
    startMs: spreadOf(starts.map(({ startMs }) => startMs)),
    starts: starts.toSorted((one, other) => other.startMs - one.startMs || (one.server < other.server ? -1 : 1)),
  };
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95), most: at(1) };
}

function reasonsOf(runs: readonly RunRow[]): FleetReport["reasons"] {
  const byReason = new Map<string, string[]>();
  for (const { server, error } of runs) {
    const reason = error?.message ?? "no reason is known";
    byReason.set(reason, [...(byReason.get(reason) ?? []), server]);
  }
  return [...byReason]
    .map(([reason, servers]) => ({ reason, servers: servers.toSorted() }))
    .toSorted((one, other) => other.servers.length - one.servers.length || (one.reason < other.reason ? -1 : 1));
}

function checkLines(latest: Latest): CheckLine[] {
  type Open = { level: string; servers: Set<string>; fail: Set<string>; warn: Set<string>; from: Map<string, Set<string>> };
  const lines = new Map<string, Open>();
  for (const [server, { checks }] of latest)
    for (const { check, level, verdict, because, inheritedFrom } of checks) {
      const line = lines.get(check) ?? { level, servers: new Set(), fail: new Set(), warn: new Set(), from: new Map() };
      lines.set(check, line);
      line.servers.add(server);
      if (because !== undefined || (verdict !== "fail" && verdict !== "warn")) continue;
      line[verdict].add(server);
      if (inheritedFrom !== undefined) line.from.set(inheritedFrom, (line.from.get(inheritedFrom) ?? new Set()).add(server));
    }
  return [...lines]
    .filter(([, { fail, warn }]) => fail.size + warn.size > 0)
    .map(([check, { level, servers, fail, warn, from }]) => ({
      check,
      level,
      servers: servers.size,
      fail: fail.size,
      warn: warn.size,
      inheritedFrom: Object.fromEntries([...from].map(([library, ones]) => [library, ones.size])),
    }))
    .toSorted((one, other) => other.fail - one.fail || other.warn - one.warn || (one.check < other.check ? -1 : 1));
}
