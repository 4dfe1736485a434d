import type { Check } from "../../../check/check.ts";
import type { Finding } from "../../../check/finding.ts";
import type { HostTrace } from "../../../check/host/host-event.ts";
import { judge } from "../../../check/judge.ts";
import { wireOf } from "../../wire/wire-excerpt.ts";
import type { WireExcerpt } from "../../wire/wire-excerpt.ts";
import { clientTraces } from "./client-traces.ts";

/** What is found of a host as a client, over all cases. */
export type ClientSideFinding = { readonly finding: Finding; readonly wire: readonly WireExcerpt[] };

/** Judges a host, case by case, by the checks of clients. */
export type ClientSide = {
  readonly add: (trace: HostTrace, scenario: string) => void;
  /** One finding for each check and revision that came to a conclusion in any case. */
  readonly findings: () => readonly ClientSideFinding[];
};

type Gathered = ClientSideFinding & { readonly rank: number; readonly cases: string[] };

/**
 * Timing is left out: the clock of a host may leap. So is how a server is ended: when a case is over, the signals are mcpcheck's own.
 */
const notOfHosts = new Set(["http.client-retry-respected", "process.client-closes-stdin"]);

/** How many cases are named. */
const mostNamed = 3;

/** Nothing judged yet. */
export function createClientSide(checks: readonly Check[]): ClientSide {
  const applied = checks.filter(({ id, subject }) => subject === "client" && !notOfHosts.has(id));
  const gathered = new Map<string, Gathered>();

  function take(one: ClientSideFinding, scenario: string): void {
    const { finding } = one;
    const rank = { fail: 3, warn: 2, pass: 1 }[finding.verdict as string] ?? 0;
    if (rank === 0) return;
    const key = `${finding.check} ${finding.revision}`;
    const known = gathered.get(key);
    if (known === undefined || rank > known.rank) gathered.set(key, { ...one, rank, cases: [scenario] });
    else if (rank === known.rank) known.cases.push(scenario);
  }

  return {
    add(trace, scenario) {
      for (const part of clientTraces(trace, scenario))
        for (const finding of judge(part, applied, new Map())) {
          if (finding.verdict === "untested" || finding.verdict === "not-applicable") continue;
          take({ finding, wire: finding.verdict === "pass" ? [] : wireOf(part, finding) }, scenario);
        }
    },
    findings: () =>
      [...gathered.values()].map(({ finding, wire, cases }) => ({
        finding: { ...finding, message: toldOf(finding, cases) },
        wire,
      })),
  };
}

function toldOf({ verdict, message }: Finding, cases: readonly string[]): string {
  if (verdict === "pass") return `seen in ${cases.length === 1 ? "one case" : `${cases.length} cases`}`;
  if (cases.length === 1) return message;
  const more = cases.length > mostNamed ? ` and ${cases.length - mostNamed} more` : "";
  return `${message} (in ${cases.length} cases: ${cases.slice(0, mostNamed).join(", ")}${more})`;
}
