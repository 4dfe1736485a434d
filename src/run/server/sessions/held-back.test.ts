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

const another: SessionPlan = { ...planOf("deviant"), session: "another" };

/** Begins to hold sessions back; `held` tells which still are, once everything else had its turn. */
function holding(sessions: readonly SessionPlan[], transport: TransportKind = "stdio") {
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
  const left = new Set(sessions.map(({ session }) => session));
  for (const plan of sessions) void hold(plan).then(() => left.delete(plan.session));
  const held = async (): Promise<string[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    return [...left];
  };
  return { held, ask: () => ask(), started: (session: string) => started(planOf(session)), timers };
}

test("a session that starts a process is held back until the tools were called and the one that is to end is up", async () => {
  const { held, ask, started } = holding([planOf("bare"), planOf("deviant")]);
  expect(await held()).toEqual(["deviant"]);
  started("main");
  ask();
  expect(await held()).toEqual(["deviant"]);
  started("bare");
  expect(await held()).toEqual([]);
});

test("where none is to end the first begins when the tools were called, and a second one when that is up", async () => {
  const { held, ask, started } = holding([planOf("deviant"), another]);
  expect(await held()).toEqual(["deviant", "another"]);
  ask();
  expect(await held()).toEqual(["another"]);
  started("deviant");
  expect(await held()).toEqual([]);
});

test("of a server that is slow they are not held back for long", async () => {
  const { held, timers } = holding([planOf("deviant"), another]);
  for (const { act } of timers.splice(0)) act();
  expect(await held()).toEqual(["another"]);
  expect(timers.map(({ ms }) => ms)).toEqual([400]);
  for (const { act } of timers.splice(0)) act();
  expect(await held()).toEqual([]);
});

test.each([
  ["main", "stdio"],
  ["bare", "stdio"],
  ["deviant", "http"],
] as const)("%s over %s begins at once", async (session, transport) => {
  expect(await holding([planOf(session)], transport).held()).toEqual([]);
});
