import type { Capability, HostCase } from "./host-case.ts";
import { needsOf } from "./case-needs.ts";

/** A capability a host does not have, and how many cases apply as soon as it has this one too. */
export type Opening = { readonly capability: Capability; readonly cases: number };

/** What only the reference host has, for it is mcpcheck that sets it up. */
const own: readonly Capability[] = ["settings", "command-line"];

/** What each capability would open that a host does not have, the most first; `later` are the cases that need two more and above. */
export function openedBy(
  cases: readonly HostCase[],
  had: ReadonlySet<Capability>,
): { readonly openings: readonly Opening[]; readonly later: number } {
  const counts = new Map<Capability, number>();
  let later = 0;
  for (const one of cases) {
    const missing = one.profile === undefined ? [...needsOf(one)].filter((need) => !had.has(need)) : [];
    const [only] = missing;
    if (missing.some((need) => own.includes(need))) continue;
    if (missing.length > 1) later += 1;
    else if (only !== undefined) counts.set(only, (counts.get(only) ?? 0) + 1);
  }
  const openings = [...counts].map(([capability, count]) => ({ capability, cases: count }));
  return { openings: openings.toSorted((a, b) => b.cases - a.cases || (a.capability < b.capability ? -1 : 1)), later };
}

/** The same in words; undefined where there is nothing to open. */
export function openedText(cases: readonly HostCase[], had: ReadonlySet<Capability>): string | undefined {
  const { openings, later } = openedBy(cases, had);
  if (openings.length === 0) return undefined;
  const each = openings.map(({ capability, cases: count }) => `${capability} ${count}`).join(", ");
  return `cases that apply as soon as the adapter's "capabilities" name one more thing the host can do: ${each}${later === 0 ? "" : `; ${later} need several more`}`;
}
