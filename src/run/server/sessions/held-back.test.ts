import { expect, test } from "vitest";
import type { Clock } from "../../../base/time/clock.ts";
import { createRecorder } from "../../../trace/recorder.ts";
import type { TransportKind } from "../../../trace/wire-event.ts";
import { loadSuites } from "../../suites/load-suites.ts";
import { planSessions, type SessionPlan } from "../plan.ts";
import { holdingBack } from "./held-back.ts";

const plans = planSessions(loadSuites().suites, "2025-11-25", "stdio", {});

const planOf = (session: string): SessionPlan => {
  const plan = plans.find((one) => one.session === session);
  if (plan === undefined) throw new Error(`there is no session ${session}`);
  return plan;
};

/** Begins to hold sessions back; `held` tells which still are, once everything else had its turn. */
function holding(sessions: readonly string[], transport: TransportKind = "stdio") {
  const timers: { readonly ms: number; readonly act: () => void }[] = [];
  const clock: Clock = {
    now: () => 0,
    setTimeout(ms, act) {
      timers.push({ ms, act });
      return () => undefined;
    },
  };
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const recorder = createRecorder({ kind: "server", transport }, clock.now);
  const { hold, started } = holdingBack({ recorder, clock, stop: new AbortController().signal }, { asked });
  const left = new Set(sessions);
  for (const session of sessions) void hold(planOf(session)).then(() => left.delete(session));
  const held = async (): Promise<string[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    return [...left];
  };
  return { held, ask: () => ask(), started: (session: string) => started(planOf(session)), timers };
}

test("a session that starts a process is held back until the tools were called, a second one until another is up", async () => {
  const { held, ask, started } = holding(["bare", "deviant", "uninitialized"]);
  expect(await held()).toEqual(["deviant", "uninitialized"]);
  started("main");
  ask();
  expect(await held()).toEqual(["uninitialized"]);
  started("bare");
  expect(await held()).toEqual([]);
});

test("of a server that is slow they are not held back for long", async () => {
  const { held, timers } = holding(["deviant", "uninitialized"]);
  for (const { act } of timers.splice(0)) act();
  expect(await held()).toEqual(["uninitialized"]);
  expect(timers.map(({ ms }) => ms)).toEqual([400]);
  for (const { act } of timers.splice(0)) act();
  expect(await held()).toEqual([]);
});

test.each([
  ["main", "stdio"],
  ["bare", "stdio"],
  ["deviant", "http"],
] as const)("%s over %s begins at once", async (session, transport) => {
  expect(await holding([session], transport).held()).toEqual([]);
});
