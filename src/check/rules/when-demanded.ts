import { demandsAuthorization } from "../../trace/facts/authorization.ts";
import type { Trace } from "../../trace/trace.ts";
import { inconclusive, notApplicable, type Outcome } from "../outcome.ts";

/** Judges servers that demand authorization; to the others the statement does not apply. */
export function whenDemanded(trace: Trace, judge: () => Outcome): Outcome {
  const demanded = demandsAuthorization(trace);
  if (demanded === undefined) return inconclusive("no request without authorization was sent");
  return demanded ? judge() : notApplicable("the server demands no authorization");
}
