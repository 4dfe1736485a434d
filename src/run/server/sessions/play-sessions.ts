import type { Scenario } from "../../../suite/scenario.ts";
import { sideBySide } from "../../side-by-side.ts";
import type { ScenarioProgress } from "../drive.ts";
import type { Played } from "../second-look/look-again.ts";
import { isSlow, spread } from "./spread.ts";

/** A session to play. */
export type Session = Played["plans"][number];

/** How a session is played: `mayBegin` says of each scenario, when its turn has come, whether it is still to be played in it. */
export type Play = (
  session: Session,
  onScenario: (progress: ScenarioProgress) => void,
  mayBegin: (scenario: Scenario) => boolean,
) => Promise<void>;

/** How many sessions are played side by side, and whether it may be more where the server is slow. */
export type PlayLimits = { readonly workers: number; readonly spreads: () => boolean };

/** A session with what was begun in it, and in all that play the same scenarios. */
type Entry = { session: Session; isStarted: boolean; readonly begun: Set<Scenario>; readonly begunByAny: Set<Scenario> };

/**
 * Plays sessions side by side. Of a server that turns out to be slow those that still wait are begun, and the long ones are
 * spread over more connections: then a run does not take as long as all its requests one after the other. Hands back what
 * was played.
 */
export async function playSessions(
  sessions: readonly Session[],
  { workers, spreads }: PlayLimits,
  play: Play,
): Promise<Session[]> {
  const entries = sessions.map(entryOf);
  const besides: Promise<unknown>[] = [];
  const failures: unknown[] = [];

  async function start(entry: Entry): Promise<void> {
    if (entry.isStarted) return;
    entry.isStarted = true;
    const { plan } = entry.session;
    const [first] = plan.scenarios;
    await play(
      entry.session,
      ({ scenario, ms }) => {
        const isFirst = plan.session === "main" && first !== undefined && first.id === scenario;
        if (isFirst && spreads() && plan.beside !== true && isSlow(first, ms, entry.session.one.startMs))
          spreadAll(entry.session);
      },
      (scenario) => {
        if (!entry.session.plan.scenarios.includes(scenario) || entry.begunByAny.has(scenario)) return false;
        entry.begun.add(scenario);
        entry.begunByAny.add(scenario);
        return true;
      },
    );
  }

  function startBeside(entry: Entry): void {
    if (!entry.isStarted) besides.push(start(entry).catch((error: unknown) => failures.push(error)));
  }

  /** Spreads the sessions of the revision that this is one of. */
  function spreadAll({ one }: Session): void {
    for (const entry of entries.filter(({ session }) => session.one === one)) {
      const { kept, others, helpers } = spread(entry.session.plan, (scenario) => entry.begun.has(scenario));
      const whole = entry.session;
      entry.session = { ...whole, plan: kept };
      startBeside(entry);
      const more = [
        ...others.map((plan) => entryOf({ ...whole, plan })),
        ...helpers.map((plan) => ({ ...entryOf({ ...whole, plan }), begunByAny: entry.begunByAny })),
      ];
      entries.push(...more);
      for (const added of more) startBeside(added);
    }
  }

  await sideBySide(entries.slice(), workers, start);
  await Promise.all(besides);
  if (failures.length > 0) throw failures[0];
  return entries.map(ownOf);
}

const entryOf = (session: Session): Entry => ({ session, isStarted: false, begun: new Set(), begunByAny: new Set() });

/** A session without what others began that play the same scenarios. */
function ownOf({ session, begun, begunByAny }: Entry): Session {
  const scenarios = session.plan.scenarios.filter((scenario) => begun.has(scenario) || !begunByAny.has(scenario));
  return { ...session, plan: { ...session.plan, scenarios } };
}
