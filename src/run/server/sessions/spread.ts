import type { Scenario } from "../../../suite/scenario.ts";
import { deviant, type SessionPlan } from "../plan.ts";

/** A session that goes on with some of its scenarios, and those on connections of their own that play the others beside it. */
export type Spread = { readonly kept: SessionPlan; readonly others: readonly SessionPlan[] };

/**
 * An answer to a request that asks for nothing takes at least so long, in ms, where waiting is most of what a run does. A machine that has
 * twice as much to do as it can holds an answer up for less, as a rule.
 */
const slowMs = 200;

/** On how many connections the deviant session of a slow server is played. */
const deviantParts = 3;

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
  const others = plan.session === "main" ? [left.filter(isOfItsOwn)] : plan.session === deviant ? apart(left) : [];
  const moved = new Set(others.flat());
  return {
    kept: { ...plan, scenarios: plan.scenarios.filter((scenario) => !moved.has(scenario)) },
    others: others.filter((scenarios) => scenarios.length > 0).map((scenarios) => ({ ...plan, scenarios, beside: true })),
  };
}

/** What comes before the deviant session, and all but the first part of it. */
function apart(scenarios: readonly Scenario[]): Scenario[][] {
  const isOdd = ({ session }: Scenario): boolean => session === deviant;
  return [scenarios.filter((one) => !isOdd(one)), ...partsOf(scenarios.filter(isOdd), deviantParts).slice(1)];
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

/** Parts of about the same number of steps, in order. */
function partsOf(scenarios: readonly Scenario[], count: number): Scenario[][] {
  const parts = Array.from({ length: count }, (): Scenario[] => []);
  const all = stepsOf(scenarios);
  let before = 0;
  for (const scenario of scenarios) {
    parts[Math.min(count - 1, Math.floor((before * count) / all))]?.push(scenario);
    before += scenario.steps.length;
  }
  return parts;
}

const stepsOf = (scenarios: readonly Scenario[]): number => scenarios.reduce((sum, { steps }) => sum + steps.length, 0);
