import { globMatcher } from "../../base/glob/glob-matcher.ts";
import { eraOf, inRange, type Revision } from "../../spec/revision.ts";
import type { Scenario, Suite } from "../../suite/scenario.ts";
import type { TransportKind } from "../../trace/wire-event.ts";

/**
 * One connection's worth of work: the scenarios that share a session, in order; `again` when they are played once more, `beside`
 * when they were taken out of a session to be played beside it. Scenarios of another session than `session` come first, and leave it
 * their connection where that is fit for it.
 */
export type SessionPlan = {
  readonly revision: Revision;
  readonly session: string;
  readonly scenarios: readonly Scenario[];
  readonly again?: true;
  readonly beside?: true;
};

/** What narrows a run: globs over suite ids, scenario ids included as `suite/scenario`, and over check ids. */
export type Selection = { readonly suite?: string; readonly check?: string };

/**
 * The sessions to run for a revision over a transport: scenarios of its era, range and transport that the selection
 * wants, grouped by session; with those that ask for a role, or compare, go those that show what the tools do. Pure. `main` comes first, for
 * its connection is already open.
 */
export function planSessions(
  suites: readonly Suite[],
  revision: Revision,
  transport: TransportKind,
  { suite, check }: Selection,
): SessionPlan[] {
  const wantsSuite = globMatcher(suite);
  const wantsCheck = globMatcher(check);
  const possible = suites.flatMap((file) =>
    file.scenarios
      .filter(
        (scenario) =>
          (scenario.era === undefined || scenario.era === eraOf(revision)) &&
          inRange(revision, scenario.since, scenario.until) &&
          (scenario.transports === undefined || scenario.transports.includes(transport)),
      )
      .map((scenario) => ({ file, scenario })),
  );
  const isSelected = ({ file, scenario }: (typeof possible)[number]): boolean => {
    const inSuite = wantsSuite(file.id);
    if (!inSuite && !wantsSuite(`${file.id}/${scenario.id}`)) return false;
    if (check === undefined) return scenario.onRequest !== true;
    // Who names a scenario itself wants it played, whatever it promised: checks see more than was promised to them.
    return !inSuite || scenario.exercises.some((id) => wantsCheck(id));
  };
  const looks = possible.some((one) => isSelected(one) && needsPlainCalls(one.scenario));
  const wanted = possible
    .filter((one) => isSelected(one) || (looks && one.scenario.learns === true))
    .map(({ scenario }) => scenario);
  const groups = new Map<string, Scenario[]>([["main", []]]);
  for (const scenario of wanted) groups.set(scenario.session, [...(groups.get(scenario.session) ?? []), scenario]);
  const plans = [...groups].map(([session, scenarios]) => ({
    revision,
    session,
    scenarios: scenarios.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)),
  }));
  const all = transport === "stdio" && eraOf(revision) === "stateful" ? joined(plans) : plans;
  return all.toSorted((a, b) => turnOf(a) - turnOf(b));
}

/** The session that is opened by no handshake. Its scenarios share nothing that they need. */
export const unopened = "uninitialized";

/** The session in which odd things are sent. */
export const deviant = "deviant";

/**
 * Puts what is asked too early before what is odd in other ways: a process is what costs most of a session, and where it answers all that
 * as it should it need not be started again for more of the kind.
 */
function joined(plans: readonly SessionPlan[]): readonly SessionPlan[] {
  const [early, odd] = [unopened, deviant].map((name) => plans.find(({ session }) => session === name));
  if (early === undefined || odd === undefined) return plans;
  const both = { ...odd, scenarios: [...early.scenarios, ...odd.scenarios] };
  return plans.flatMap((plan) => (plan === early ? [] : [plan === odd ? both : plan]));
}

/**
 * When a session comes: after the main one those at whose end a process may take its time, and last those that cannot begin
 * before the tools are known: they would only keep others waiting.
 */
function turnOf(plan: SessionPlan): number {
  if (plan.session === "main") return 0;
  if (plan.scenarios.every(needsPlainCalls)) return 3;
  return endsByItself(plan) ? 1 : 2;
}

/** Whether the process of a session is to end by itself, which may take it its time. */
export const endsByItself = ({ scenarios }: SessionPlan): boolean =>
  scenarios.some(({ steps }) => steps.some((step) => "close" in step && step.close === "eof"));

const needsPlainCalls = (scenario: Scenario): boolean => scenario.compares === true || needsRole(scenario);

const needsRole = ({ requires = [] }: Scenario): boolean => requires.some((needed) => "role" in needed);
