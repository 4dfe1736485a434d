import type { CatalogEntry } from "../../cli/catalog.ts";

export type { ExplainedCheck } from "../../cli/explain/explained-check.ts";

/** A check: one statement that a subject is held to. */
export type CheckInfo = Pick<CatalogEntry, "id" | "title" | "subject" | "level" | "advice"> & {
  /** Dotted path of a server capability without which it says nothing. */
  readonly capability?: string;
  /** Why it is judged only where it is chosen. */
  readonly onRequest?: string;
  /** Where the statement stands, by revision. */
  readonly spec: CatalogEntry["urls"];
};
