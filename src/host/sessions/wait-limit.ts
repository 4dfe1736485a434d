/** The longest a timer can wait, in ms: about 24 days. It stands for "no limit". */
const longest = 2_147_483_647;

/** Milliseconds for a timer from a setting in which `null` means no limit. */
export function waitLimit(ms: number | null): number {
  return ms === null ? longest : Math.min(ms, longest);
}
