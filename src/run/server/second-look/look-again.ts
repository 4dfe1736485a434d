import type { Statement } from "../../../check/check.ts";
import type { Finding } from "../../../check/finding.ts";
import type { Promises } from "../../../check/judge.ts";
import { driveSession } from "../drive.ts";
import type { Spoken } from "../negotiate.ts";
import { type SessionPlan, unopened } from "../plan.ts";
import type { Learning } from "../roles/learning.ts";
import type { ServerRun } from "../server-run.ts";

/** What was played, and by what it was judged. */
export type Played = {
  readonly plans: readonly { readonly plan: SessionPlan; readonly one: Spoken; readonly learning: Learning }[];
  readonly checks: readonly Statement[];
  readonly promises: Promises;
};

/**
 * Plays again, one after the other and with nothing beside it, the sessions in which something was seen that may be the machine's
 * doing. Hands back whether there was any: then the run is to be judged again.
 */
export async function lookAgain(run: ServerRun, findings: readonly Finding[], played: Played): Promise<boolean> {
  const doubtful = findings
    .filter(({ once }) => once === true)
    .map((finding) => ({ finding, shownBy: showing(finding, played) }));
  const sessions = played.plans.flatMap(({ plan, one, learning }) =>
    planAgain(
      plan,
      doubtful.filter(({ finding }) => finding.revision === plan.revision),
      played.checks,
    ).map((again) => ({ plan: again, one, learning })),
  );
  for (const { plan, one, learning } of sessions)
    if (!run.stop.aborted) await driveSession(run, plan, one, learning, () => undefined);
  return sessions.length > 0;
}

/** What was seen once, and the scenarios that may show it again. */
type Doubtful = { readonly finding: Finding; readonly shownBy: readonly string[] };

/** The scenario in which something was seen; where that was none of them, those that promise to show it. */
function showing({ check, revision, scenario }: Finding, { plans, promises }: Played): readonly string[] {
  const isPlayed = plans.some(({ plan }) => plan.revision === revision && plan.scenarios.some(({ id }) => id === scenario));
  return isPlayed && scenario !== null ? [scenario] : (promises.get(check) ?? []);
}

/**
 * A session as often as it has to be played again for what was seen of its revision; not at all where it shows none of it. What came before
 * it on its connection is played by itself, and of what is asked too early only what is to be seen again, so that it comes first.
 */
function planAgain(plan: SessionPlan, doubtful: readonly Doubtful[], checks: readonly Statement[]): SessionPlan[] {
  const sessions = [...new Set(plan.scenarios.map(({ session }) => session))];
  return sessions.flatMap((session): SessionPlan[] => {
    const all = plan.scenarios.filter((scenario) => scenario.session === session);
    const here = doubtful.filter(({ shownBy }) => all.some(({ id }) => shownBy.includes(id)));
    const times = here.map(({ finding }) => checks.find(({ id }) => id === finding.check)?.connections ?? 1);
    const wanted = new Set(here.flatMap(({ shownBy }) => shownBy));
    const scenarios = session === unopened ? all.filter(({ id }) => wanted.has(id)) : all;
    return Array.from({ length: Math.max(0, ...times) }, () => ({ ...plan, session, scenarios, again: true }));
  });
}
