import type { Revision } from "../spec/revision.ts";
import type { Subject, Trace } from "../trace/trace.ts";
import type { TransportKind } from "../trace/wire-event.ts";
import type { Explanation } from "./explanation.ts";
import type { Outcome } from "./outcome.ts";

/**
 * How strongly a statement binds. `PRACTICE` is for what users ask for beyond the specification's letter (how a process
 * ends, what an error message is good for): like SHOULD it can warn and never fail.
 */
export type Level = "MUST" | "MUST NOT" | "SHOULD" | "SHOULD NOT" | "PRACTICE";

/**
 * Where a statement stands: from each revision on, a page and anchor below
 * https://modelcontextprotocol.io/specification/<revision>/ or a whole URL. The earliest key is the revision it came
 * with; `"removed"` ends it.
 */
export type Citations = { readonly [R in Revision]?: string };

/** One normative statement, and what a report says of it. */
export type Statement = {
  /** `area.behaviour`, stable; the areas are those of the command-line contract. */
  readonly id: string;
  /** The statement, as a sentence that is true of a conforming subject. */
  readonly title: string;
  readonly subject: Subject["kind"];
  readonly level: Level;
  readonly spec: Citations;
  /** Transports it applies to; all when absent. */
  readonly transports?: readonly TransportKind[];
  /** Dotted path of a server capability without which the statement says nothing (`tools`, `resources.subscribe`). */
  readonly capability?: string;
  /** How to fix it, for the author of the subject. */
  readonly advice: string;
  /** Set where the specification contradicts itself or leaves a gap: which readings are accepted. Shown in reports. */
  readonly tolerance?: string;
  /** Set on what many good servers would be told: why it is judged only where `--check` chooses it. */
  readonly onRequest?: string;
  /** How many connections it takes to see it again, where one does not show it. */
  readonly connections?: number;
};

/** A statement and how a trace shows whether it was kept. */
export type Check = Statement & {
  /** What follows from a violation, so that one fault is reported as one. */
  readonly explains?: readonly Explanation[];
  /** Pure: looks at the trace of one revision, never at anything else. */
  readonly verify: (trace: Trace) => Outcome;
};
