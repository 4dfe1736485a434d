import { globMatcher } from "../../../base/glob/glob-matcher.ts";
import { eraOf, inRange, type Revision } from "../../../spec/revision.ts";
import type { ClientAbility, ClientScenario, ClientSuite, ClientTransportName } from "./client-suite.ts";
import { scenarioName } from "./load.ts";

/** One scenario to play at one revision. */
export type PlannedScenario = { readonly name: string; readonly scenario: ClientScenario; readonly revision: Revision };

/** What narrows a run: globs over suites and `suite/scenario`, and over checks. */
export type ClientSelection = { readonly suite?: string | undefined; readonly check?: string | undefined };

/** The scenarios for a revision over a transport, in the order of the suites. Pure. `cannot` are abilities the client does not have. */
export function planScenarios(
  suites: readonly ClientSuite[],
  revision: Revision,
  transport: ClientTransportName,
  { suite: suiteGlob, check }: ClientSelection,
  cannot: ReadonlySet<ClientAbility>,
): { readonly play: readonly PlannedScenario[]; readonly leave: readonly (PlannedScenario & { readonly reason: string })[] } {
  const wantsSuite = globMatcher(suiteGlob);
  const wantsCheck = globMatcher(check);
  const isSelected = (suite: ClientSuite, one: ClientScenario): boolean => {
    const inSuite = wantsSuite(suite.id);
    if (!inSuite && !wantsSuite(`${suite.id}/${one.id}`)) return false;
    if (check === undefined) return one.onRequest !== true;
    // Who names a scenario itself wants it played, whatever it promised: checks see more than was promised to them.
    return !inSuite || one.exercises.some(wantsCheck);
  };
  const wanted = suites.flatMap((suite) =>
    suite.scenarios
      .filter(
        (one) =>
          (one.era === undefined || one.era === eraOf(revision)) &&
          inRange(revision, one.since, one.until) &&
          (one.transports === undefined || one.transports.includes(transport)) &&
          isSelected(suite, one),
      )
      .map((scenario) => ({ name: scenarioName(suite, scenario), scenario, revision })),
  );
  const lacks = ({ abilities = [] }: ClientScenario): readonly ClientAbility[] => abilities.filter((one) => cannot.has(one));
  return {
    play: wanted.filter(({ scenario }) => lacks(scenario).length === 0),
    leave: wanted
      .filter(({ scenario }) => lacks(scenario).length > 0)
      .map((one) => ({ ...one, reason: `the client is said to be without ${lacks(one.scenario).join(", ")}` })),
  };
}
