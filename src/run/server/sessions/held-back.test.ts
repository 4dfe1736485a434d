import { expect, test } from "vitest";
import type { Clock } from "../../../base/time/clock.ts";
import { createRecorder } from "../../../trace/recorder.ts";
import type { TransportKind } from "../../../trace/wire-event.ts";
import { loadSuites } from "../../suites/load-suites.ts";
import { planSessions } from "../plan.ts";
import { heldBack } from "./held-back.ts";

const plans = planSessions(loadSuites().suites, "2025-11-25", "stdio", {});

/** Begins to hold a session back; `state` tells whether it is still held, once everything else had its turn. */
function holding(session: string, transport: TransportKind = "stdio") {
  const plan = plans.find((one) => one.session === session);
  if (plan === undefined) throw new Error(`there is no session ${session}`);
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
  let isHeld = true;
  void heldBack({ recorder, clock, stop: new AbortController().signal }, plan, { asked }).then(() => (isHeld = false));
  const state = async (): Promise<boolean> => {
    await new Promise((resolve) => setImmediate(resolve));
    return isHeld;
  };
  return { state, ask: () => ask(), timers };
}

test("a session that starts a process is held back until the tools were called", async () => {
  const { state, ask } = holding("deviant");
  expect(await state()).toBe(true);
  ask();
  expect(await state()).toBe(false);
});

test("of a server that is slow it is not held back for long", async () => {
  const { state, timers } = holding("deviant");
  expect(await state()).toBe(true);
  expect(timers.map(({ ms }) => ms)).toEqual([100]);
  timers[0]?.act();
  expect(await state()).toBe(false);
});

test.each([
  ["main", "stdio"],
  ["bare", "stdio"],
  ["deviant", "http"],
] as const)("%s over %s begins at once", async (session, transport) => {
  expect(await holding(session, transport).state()).toBe(false);
});
