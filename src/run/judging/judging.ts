import type { Statement } from "../../check/check.ts";
import type { Finding } from "../../check/finding.ts";
import type { Promises } from "../../check/judge.ts";
import type { Trace } from "../../trace/trace.ts";
import type { AnnotationEvent, WireEvent } from "../../trace/wire-event.ts";
import type { Attribution } from "../attribution/attribution.ts";
import type { WireExcerpt } from "../wire/wire-excerpt.ts";

/** By what a trace is judged. */
export type JudgingSetup = {
  readonly checks: readonly Statement[];
  readonly promises: Promises;
  /** Names where a behaviour is inherited from; never changes a verdict. */
  readonly attributions: readonly Attribution[];
  /** The command line for repro lines. */
  readonly argv: readonly string[];
};

/** A finding with the bytes it rests on and the command line that shows it again. */
export type JudgedFinding = { readonly finding: Finding; readonly wire: readonly WireExcerpt[]; readonly repro: string };

/** Where a finding comes from: the library it is inherited from, and the check whose fault it follows from. */
export type Origin = Pick<Finding, "inheritedFrom" | "because">;

/** What judging tells as it goes on: what the validators said, each finding, and in the end where each of them comes from. */
export type Told =
  | { readonly kind: "annotated"; readonly annotations: readonly AnnotationEvent[] }
  | { readonly kind: "found"; readonly found: JudgedFinding }
  | { readonly kind: "traced-back"; readonly origins: readonly Origin[] };

/** What came of judging a trace. `unfinished` says why it ended before every check had looked at it; then the others say so. */
export type Judged = {
  readonly annotations: readonly AnnotationEvent[];
  readonly findings: readonly JudgedFinding[];
  readonly unfinished: string | undefined;
};

/** Judges traces of one subject, one after the other, each of them the longer one; `stop` ends whatever still runs. */
export type Judging = {
  /** Takes events before they are judged, so that nobody else has to keep them; absent where it keeps none. */
  readonly take?: (subject: Trace["subject"], events: readonly WireEvent[]) => void;
  /**
   * Asks the validators about what was taken so far, while more is still to come, and judges it the first time, for later to be
   * quicker; absent where nothing goes on besides.
   */
  readonly askAhead?: () => void;
  readonly judge: (trace: Trace, setup: JudgingSetup, options: { readonly annotate: boolean }) => Promise<Judged>;
  readonly stop: () => Promise<void>;
};
