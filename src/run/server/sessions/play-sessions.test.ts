import { expect, test } from "vitest";
import type { Scenario } from "../../../suite/scenario.ts";
import { loadSuites } from "../../suites/load-suites.ts";
import { planSessions } from "../plan.ts";
import { type Play, playSessions, type Session } from "./play-sessions.ts";

/** How long the server took to start and to answer its first request, in ms. */
const slow = 250;
const quick = 20;

const sessions = (startMs: number): Session[] => {
  const one = { startMs } as Session["one"];
  const learning = {} as Session["learning"];
  return planSessions(loadSuites().suites, "2025-11-25", "stdio", {}).map((plan) => ({ plan, one, learning }));
};

/** Plays what may begin, one scenario after the other, and keeps what each session played; every scenario takes as long. */
function player(ms: number): { readonly play: Play; readonly played: Scenario[][] } {
  const played: Scenario[][] = [];
  const play: Play = async ({ plan }, onScenario, mayBegin) => {
    const own: Scenario[] = [];
    played.push(own);
    for (const scenario of plan.scenarios) {
      if (!mayBegin(scenario)) continue;
      own.push(scenario);
      await Promise.resolve();
      onScenario({ revision: plan.revision, scenario: scenario.id, skipped: null, ms });
    }
  };
  return { play, played };
}

const idsOf = (scenarios: readonly Scenario[]): string[] => scenarios.map(({ id }) => id).toSorted();

test("of a slow server every scenario is played once, on connections that share the odd requests out among them", async () => {
  const { play, played } = player(slow);
  const all = sessions(slow);
  const handed = await playSessions(all, { workers: 2, spreads: () => true }, play);
  expect(idsOf(played.flat())).toEqual(idsOf(all.flatMap(({ plan }) => plan.scenarios)));
  expect(played.length).toBe(all.length + 3);
  const odd = played.filter((one) => one.some(({ session }) => session === "deviant")).map(({ length }) => length);
  expect(odd).toHaveLength(3);
  expect(Math.max(...odd) - Math.min(...odd)).toBeLessThanOrEqual(1);
  const told = (scenarios: readonly Scenario[]): string => idsOf(scenarios).join(" ");
  expect(handed.map(({ plan }) => told(plan.scenarios)).toSorted()).toEqual(played.map(told).toSorted());
});

test("of a quick server each session is played on one connection", async () => {
  const { play, played } = player(quick);
  const all = sessions(quick);
  expect(await playSessions(all, { workers: 2, spreads: () => true }, play)).toEqual(all);
  expect(played).toHaveLength(all.length);
});
