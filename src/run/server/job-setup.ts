import type { Statement } from "../../check/check.ts";
import type { Promises } from "../../check/judge.ts";
import type { Suite } from "../../suite/scenario.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Attribution } from "../attribution/attribution.ts";
import type { RunError } from "../run-event.ts";
import type { WantedRevisions } from "./negotiate.ts";
import type { Selection } from "./plan.ts";
import type { ServerTarget } from "./server-target.ts";

/** What is sent to servers, and by what it is judged, as it is read from files. */
export type ServerData = {
  readonly suites: readonly Suite[];
  readonly promises: Promises;
  /** Names where a behaviour is inherited from; never changes a verdict. */
  readonly attributions: readonly Attribution[];
};

/** What judging one server takes beyond the run itself. */
export type ServerJobSetup = {
  readonly id: string;
  readonly target: ServerTarget;
  readonly wanted: WantedRevisions;
  /** Reads the data. It is called while the server starts, for that takes longer. */
  readonly load: () => Promise<ServerData>;
  readonly checks: readonly Statement[];
  readonly selection: Selection;
  /** How many sessions are played side by side, and whether it may be more where the server is slow. */
  readonly workers: number;
  readonly spreads: boolean;
  readonly bail: boolean;
  /** The command line for repro lines. */
  readonly argv: readonly string[];
  /** Gets the whole trace in the end, also when there is no verdict; absent where nobody wants it. */
  readonly keepTrace?: ((trace: Trace) => void) | undefined;
  /** Whether a hint that names a tool which is not there ends the run: so where hints are meant for this one server. */
  readonly hintsMustFit?: boolean;
  /** The last of what the subject wrote to stderr. */
  readonly stderrTail: () => string;
};

/** What ends a run early: the signal from outside, its budget among them, and what the run finds out itself. */
export type Stops = { readonly stop: AbortSignal; readonly bailing: AbortController };

/** How the run on one server ended. */
export type Ended = { readonly error: RunError | null; readonly trace: Trace };
