import type { Revision } from "../spec/revision.ts";
import type { Level } from "./check.ts";
import type { Verdict } from "./verdict.ts";

/** What a verdict is bound to: a revision of the protocol, or, for parsers, the id of the tool-call format. */
export type JudgedBy = Revision | (string & {});

/** One check's verdict on one subject at one revision; the shape reporters and the JSON report share. */
export type Finding = {
  readonly check: string;
  readonly title: string;
  readonly level: Level;
  readonly revision: JudgedBy;
  readonly verdict: Verdict;
  /** What was seen and expected; for a pass, what it rests on; for the other verdicts, the reason. */
  readonly message: string;
  /** The whole URL of the statement. */
  readonly spec: string;
  readonly advice: string;
  /** The scenario whose exchange decided, or the one that should have. */
  readonly scenario: string | null;
  /** Sequence numbers of wire events in the trace. */
  readonly evidence: readonly number[];
  /** A scenario that ran had promised a conclusion: an `untested` one then counts against the run. */
  readonly promised: boolean;
  /** Which readings are accepted where the specification contradicts itself. */
  readonly tolerance?: string;
  /** The library this behaviour comes from, when every server built on it behaves so. */
  readonly inheritedFrom?: string;
  /** The check whose fault this one follows from, at the same revision: mended there, it is gone here. */
  readonly because?: string;
  /** It rests on how long something took or how a process ended, and was not looked at again. */
  readonly once?: true;
  /** What is wrong is taken by whom it is meant for, and merely without effect: no demand makes a failure of it. */
  readonly leftOut?: true;
  /**
   * It failed, and passed when it was played again alone (`--retry`): so often it failed of so many times it was played. It counts
   * against a run only where warnings do.
   */
  readonly flaky?: { readonly failed: number; readonly played: number };
  /** Listed in the baseline: known, does not count against the run. */
  readonly known?: true;
};
