import type { Check } from "../../check/check.ts";
import { causesOf } from "../../check/causes.ts";
import { judgeEach } from "../../check/judge.ts";
import type { Finding } from "../../check/finding.ts";
import type { Trace } from "../../trace/trace.ts";
import { annotateTrace, type KnownAnswers } from "../annotate/annotate-trace.ts";
import type { Oracle } from "../annotate/oracle.ts";
import { attribute } from "../attribution/attribution.ts";
import { elsewhereSeen, reproLine } from "../repro.ts";
import { wireOf } from "../wire/wire-excerpt.ts";
import type { JudgingSetup, Origin, Told } from "./judging.ts";

/**
 * Judges a trace and tells what it finds; with an `oracle` it asks that first, but for what is `known`. Between two findings
 * whoever reads may stop.
 */
export async function* tellVerdicts(
  whole: Trace,
  setup: JudgingSetup & { readonly checks: readonly Check[] },
  oracle: Oracle | undefined,
  known?: KnownAnswers,
): AsyncGenerator<Told> {
  const trace = oracle === undefined ? whole : await annotateTrace(whole, oracle, known);
  yield {
    kind: "annotated",
    annotations: trace.events.slice(whole.events.length).filter((event) => event.kind === "annotation"),
  };
  const findings: Finding[] = [];
  for (const finding of judgeEach(trace, setup.checks, setup.promises)) {
    findings.push(finding);
    const seenIn = elsewhereSeen(setup.argv, finding, setup.promises.get(finding.check) ?? []);
    yield { kind: "found", found: { finding, wire: wireOf(trace, finding), repro: reproLine(setup.argv, finding, seenIn) } };
  }
  const attributed = attribute(setup.attributions, trace, findings);
  const causes = causesOf(trace, setup.checks, findings);
  yield { kind: "traced-back", origins: attributed.map(({ inheritedFrom }, index) => originOf(inheritedFrom, causes[index])) };
}

function originOf(inheritedFrom: string | undefined, because: string | undefined): Origin {
  return { ...(inheritedFrom === undefined ? {} : { inheritedFrom }), ...(because === undefined ? {} : { because }) };
}
