import type { Scenario } from "../../../suite/scenario.ts";
import { deviant, type SessionPlan } from "../plan.ts";

/**
 * A session that goes on with some of its scenarios, those on connections of their own that play the others beside it, and those that
 * help with what it kept: each plays what none of them has begun.
 */
export type Spread = {
  readonly kept: SessionPlan;
  readonly others: readonly SessionPlan[];
  readonly helpers: readonly SessionPlan[];
};

/**
 * An answer to a request that asks for nothing takes at least so long, in ms, where waiting is most of what a run does. A machine that has
 * twice as much to do as it can holds an answer up for less, as a rule.
 */
const slowMs = 200;

/** On how many connections more the deviant session of a slow server is played. */
const deviantHelpers = 2;

/** Of a slow machine that is no slow server the start takes more than so many times as long as an answer. */
const startsPerAnswer = 4;

/**
 * Whether a server is so slow that it is worth more connections, by what its first scenario took, which is one request that asks
 * for nothing, and how long it took to start: where the machine is busy, both take long. What answered sooner when it was reached was
 * held up this time.
 */
export function isSlow({ steps }: Scenario, ms: number, startMs: number): boolean {
  const asksForNothing = steps.length === 1 && steps[0] !== undefined && "fence" in steps[0];
  return asksForNothing && Math.min(ms, startMs) >= slowMs && startsPerAnswer * ms >= startMs;
}

/**
 * Spreads a session over more connections. Every scenario can be played alone, for a selection may leave out all others; but those
 * that call tools, or want to know of them, stay on the main connection, where the tools are learnt. Pure.
 */
export function spread(plan: SessionPlan, isBegun: (scenario: Scenario) => boolean): Spread {
  const left = plan.scenarios.filter((scenario) => !isBegun(scenario));
  const moved = new Set(plan.session === "main" ? left.filter(isOfItsOwn) : []);
  const odd = plan.session === deviant ? left.filter(({ session }) => session === deviant) : [];
  const beside = (scenarios: readonly Scenario[]): SessionPlan => ({ ...plan, scenarios, beside: true });
  return {
    kept: { ...plan, scenarios: plan.scenarios.filter((scenario) => !moved.has(scenario)) },
    others: moved.size > 0 ? [beside([...moved])] : [],
    helpers: odd.length > 0 ? Array.from({ length: deviantHelpers }, () => beside(odd)) : [],
  };
}

/** The orders between which scenarios of the main session look at the server itself: before them it is learnt what it is, after them it is left. */
const firstOrder = -50;
const lastOrder = 25;

function isOfItsOwn({ order = 0, learns, requires = [], steps }: Scenario): boolean {
  const ofTools =
    requires.some((one) => "role" in one || "tool" in one) || steps.some((step) => "call" in step || isToolList(step));
  return order > firstOrder && order < lastOrder && learns !== true && !ofTools;
}

const isToolList = (step: Scenario["steps"][number]): boolean => "list" in step && step.list === "tools";
