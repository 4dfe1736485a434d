import type { Level } from "../../check/check.ts";

/** A check: one statement that a subject is held to. */
export type CheckInfo = {
  /** `area.behaviour`, stable. */
  readonly id: string;
  /** The statement, as a sentence that is true of a conforming subject. */
  readonly title: string;
  readonly subject: string;
  readonly level: Level;
  /** How to fix it, for the author of the subject. */
  readonly advice: string;
  /** Dotted path of a server capability without which it says nothing. */
  readonly capability?: string;
  /** Why it is judged only where it is chosen. */
  readonly onRequest?: string;
  /** Where the statement stands, by revision. */
  readonly spec: Readonly<Record<string, string>>;
};

/** Everything there is to know of a check, whatever its subject. */
export type ExplainedCheck = {
  readonly id: string;
  readonly title: string;
  readonly subject: string;
  readonly level: Level;
  readonly transports: readonly string[] | undefined;
  readonly capability: string | undefined;
  readonly advice: string;
  /** Which readings are accepted, where the specification contradicts itself or leaves a gap. */
  readonly tolerance: string | undefined;
  /** Why it is judged only where it is chosen. */
  readonly onRequest: string | undefined;
  /** Where the statement stands, by revision or by the wire of a model; by `any` for what neither says. */
  readonly urls: Readonly<Record<string, string>>;
  /** Ids of requirements of the specification that it covers, by revision. */
  readonly requirements: Readonly<Record<string, readonly string[]>>;
  /** Those it covers in part. */
  readonly requirementsInPart: Readonly<Record<string, readonly string[]>>;
  /** Scenarios that promise a conclusion on it. */
  readonly scenarios: readonly string[];
};
