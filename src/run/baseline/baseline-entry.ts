/** A known failure: a check, at one revision or at all of them, why it is accepted, and since which day (`2026-11-23`) it is listed. */
export type BaselineEntry = {
  readonly check: string;
  readonly revision?: string;
  readonly reason?: string;
  readonly since?: string;
};

/** A baseline entry that no longer holds, and why: the check passes now, or no check has this id. */
export type StaleEntry = { readonly entry: BaselineEntry; readonly why: string };

/**
 * One line of a baseline file as it is applied: it excuses failures of any of `checks` (one, for mcpcheck's own form;
 * several where a scenario of another tool covers several). `entry` is the line as it is shown.
 */
export type KnownFailure = { readonly entry: BaselineEntry; readonly checks: readonly string[] };

/** A baseline file, read. `notices` tell what in it means nothing to mcpcheck, so that nothing is dropped in silence. */
export type Baseline = { readonly file: string; readonly known: readonly KnownFailure[]; readonly notices: readonly string[] };
