import { describe, expect, test } from "vitest";
import type { Scenario } from "../../../suite/scenario.ts";
import { loadSuites } from "../../suites/load-suites.ts";
import { planSessions, type SessionPlan } from "../plan.ts";
import { isSlow, spread } from "./spread.ts";

const { suites } = loadSuites();
const plans = planSessions(suites, "2025-11-25", "stdio", {});
const planOf = (session: string): SessionPlan => {
  const plan = plans.find((one) => one.session === session);
  if (plan === undefined) throw new Error(`there is no session ${session}`);
  return plan;
};
const idsOf = (scenarios: readonly Scenario[]): string[] => scenarios.map(({ id }) => id).toSorted();

describe("spreading a session over more connections", () => {
  test.each(["main", "deviant", "bare"])("leaves no scenario of %s out, and plays none twice", (session) => {
    const plan = planOf(session);
    const { kept, others } = spread(plan, () => false);
    expect(idsOf([kept, ...others].flatMap(({ scenarios }) => scenarios))).toEqual(idsOf(plan.scenarios));
    expect(others.length > 0).toBe(session === "main");
  });

  test("keeps what was begun, what learns of the tools or needs to know of them, and the end", () => {
    const plan = planOf("main");
    const { kept, others } = spread(plan, ({ id }) => id === "prompts-listed");
    const moved = others.flatMap(({ scenarios }) => scenarios);
    expect(idsOf(kept.scenarios)).toEqual(
      expect.arrayContaining(["handshake", "prompts-listed", "tools-called", "ends-on-term"]),
    );
    expect(moved.filter(({ learns, requires = [] }) => learns === true || requires.some((one) => "role" in one))).toEqual([]);
  });

  test("has two more connections help with the odd requests that were not begun, and only with them", () => {
    const plan = planOf("deviant");
    const { kept, helpers } = spread(plan, ({ id }) => id === "completion-refused");
    expect(kept).toEqual(plan);
    const odd = plan.scenarios.filter(({ session, id }) => session === "deviant" && id !== "completion-refused");
    expect(helpers).toEqual([odd, odd].map((scenarios) => ({ ...plan, scenarios, beside: true })));
    expect(spread(planOf("main"), () => false).helpers).toEqual([]);
    expect(spread(plan, () => true).helpers).toEqual([]);
  });
});

test("a server is slow by how long it takes over a request that asks for nothing, where it did not take long to start as well", () => {
  const [handshake] = planOf("main").scenarios;
  if (handshake === undefined) throw new Error("the main session is empty");
  expect(isSlow(handshake, 250, 450)).toBe(true);
  expect(isSlow(handshake, 40, 100)).toBe(false);
  expect(isSlow(handshake, 190, 190)).toBe(false);
  expect(isSlow(handshake, 250, 2000)).toBe(false);
  expect(isSlow(handshake, 250, 40)).toBe(false);
  expect(isSlow({ ...handshake, steps: [{ call: "each-read-only" }] }, 250, 450)).toBe(false);
});
