import type { RefusalForm } from "./refuse/refusal-form.ts";
import type { Rule } from "./rule.ts";

/** Whoever is handed the tools of servers together with a request to a model, and what it demands of them. */
export type Provider = {
  /** Short and stable: `tools.provider-<id>`, `--providers`, `--provider`. */
  readonly id: string;
  readonly title: string;
  /** Where tools go in a request, and when these rules count. */
  readonly where: string;
  /** Where the provider itself tells about tools. */
  readonly docs: string;
  /** The day the sources were read, as YYYY-MM-DD: rules of providers change without notice. */
  readonly read: string;
  /** Keywords whose schemas the provider hands on without a look. */
  readonly opaque?: readonly string[];
  readonly rules: readonly Rule[];
  /** How it answers a request whose tools it does not take. */
  readonly refusal: RefusalForm;
};
