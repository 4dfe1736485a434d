import { unjudged } from "../../check/judge.ts";
import type { Trace } from "../../trace/trace.ts";
import type { AnnotationEvent } from "../../trace/wire-event.ts";
import type { Judged, JudgedFinding, JudgingSetup, Told } from "./judging.ts";
import { reproLine } from "../repro.ts";

/** Takes what judging tells, and says in the end what came of it. */
export type Gatherer = { readonly take: (told: Told) => void; readonly gathered: (unfinished: string | undefined) => Judged };

/** What judging a trace tells, gathered until it ends, whyever that is. */
export function gatherer(trace: Trace, setup: JudgingSetup): Gatherer {
  let annotations: readonly AnnotationEvent[] = [];
  let findings: JudgedFinding[] = [];
  return {
    take(told) {
      if (told.kind === "annotated") annotations = told.annotations;
      else if (told.kind === "found") findings.push(told.found);
      else findings = findings.map((found, index) => ({ ...found, finding: { ...found.finding, ...told.origins[index] } }));
    },
    gathered(unfinished) {
      if (unfinished === undefined) return { annotations, findings, unfinished };
      const known = findings.map(({ finding }) => finding);
      const left = unjudged(trace, setup, known, `not judged: ${unfinished}`);
      const rest = left.map((finding) => ({ finding, wire: [], repro: reproLine(setup.argv, finding) }));
      return { annotations, findings: [...findings, ...rest], unfinished };
    },
  };
}
