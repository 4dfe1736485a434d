/** A known failure: a check, at one revision or at all of them, and why it is accepted. */
export type BaselineEntry = { readonly check: string; readonly revision?: string; readonly reason?: string };

/** A baseline entry that no longer holds, and why: the check passes now, or no check has this id. */
export type StaleEntry = { readonly entry: BaselineEntry; readonly why: string };
