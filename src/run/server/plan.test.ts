import { expect, test } from "vitest";
import type { Scenario, Suite } from "../../suite/scenario.ts";
import { planSessions } from "./plan.ts";

const scenario = (id: string, more: Partial<Scenario> = {}): Scenario => ({
  id,
  title: id,
  session: "main",
  steps: [{ fence: true }],
  exercises: [`tools.${id}`],
  ...more,
});

const suite: Suite = {
  id: "tools",
  title: "Tools",
  subject: "server",
  scenarios: [
    scenario("called", { learns: true, order: -1 }),
    scenario("listed"),
    scenario("cancelled", { requires: [{ role: "slow" }], session: "other" }),
  ],
};

const planned = (check?: string): string[] =>
  planSessions([suite], "2025-11-25", "stdio", check === undefined ? {} : { check }).flatMap(({ session, scenarios }) =>
    scenarios.map(({ id }) => `${session}/${id}`),
  );

test("the main session comes first, its scenarios in order", () => {
  expect(planned()).toEqual(["main/called", "main/listed", "other/cancelled"]);
});

test("sessions whose process is to end by itself come early, and those that wait for the tools last", () => {
  const sessions: Suite = {
    ...suite,
    scenarios: [
      scenario("waits", { session: "a", requires: [{ role: "slow" }] }),
      scenario("odd", { session: "b" }),
      scenario("ends", { session: "c", steps: [{ close: "eof" }] }),
    ],
  };
  expect(planSessions([sessions], "2025-11-25", "stdio", {}).map(({ session }) => session)).toEqual(["main", "c", "b", "a"]);
});

test("a scenario that is played on request needs a check that it exercises", () => {
  const asked: Suite = { ...suite, scenarios: [scenario("listed"), scenario("long", { onRequest: true })] };
  const sessions = (check?: string) => planSessions([asked], "2025-11-25", "stdio", check === undefined ? {} : { check });
  const ids = (check?: string) => sessions(check).flatMap(({ scenarios }) => scenarios.map(({ id }) => id));
  expect(ids()).toEqual(["listed"]);
  expect(ids("tools.long")).toEqual(["long"]);
});

test("a scenario that asks for a role brings those that show what the tools do", () => {
  expect(planned("tools.cancelled")).toEqual(["main/called", "other/cancelled"]);
  expect(planned("tools.listed")).toEqual(["main/listed"]);
});

test("who names a scenario itself has it played, whatever it promised", () => {
  const ids = (chosen: string): string[] =>
    planSessions([suite], "2025-11-25", "stdio", { suite: chosen, check: "tools.called" }).flatMap(({ scenarios }) =>
      scenarios.map(({ id }) => id),
    );
  expect(ids("tools")).toEqual(["called"]);
  expect(ids("*/listed")).toEqual(["listed"]);
  expect(ids("tools/listed")).toEqual(["listed"]);
});

test("what is asked too early comes before what is odd in other ways, where a process has to be started for either", () => {
  const sessions: Suite = {
    ...suite,
    scenarios: [scenario("odd", { session: "deviant", order: -5 }), scenario("early", { session: "uninitialized" })],
  };
  const ids = (transport: "stdio" | "http", revision: "2025-11-25" | "2026-07-28" = "2025-11-25"): string[][] =>
    planSessions([sessions], revision, transport, {}).map(({ session, scenarios }) => [
      session,
      ...scenarios.map(({ id }) => id),
    ]);
  expect(ids("stdio")).toEqual([["main"], ["deviant", "early", "odd"]]);
  expect(ids("http")).toEqual([["main"], ["deviant", "odd"], ["uninitialized", "early"]]);
  expect(ids("stdio", "2026-07-28")).toEqual(ids("http"));
});
