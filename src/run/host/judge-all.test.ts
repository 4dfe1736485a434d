import { expect, test } from "vitest";
import type { HostEvent, HostTrace } from "../../check/host/host-event.ts";
import type { HostCase, HostSuite } from "./case/host-case.ts";
import type { HostUnderTest } from "./host-under-test.ts";
import { judgeAll } from "./judge-all.ts";

const host = { capabilities: { has: () => true } } as unknown as HostUnderTest;

const answered: Extract<HostEvent, { readonly kind: "answered" }> = {
  seq: 2,
  at: 2,
  kind: "answered",
  step: 0,
  status: 200,
  exit: null,
  headers: {},
  text: "done",
  said: "done",
  aside: "",
  ms: 1,
  failed: null,
};
const asked: HostEvent = { seq: 1, at: 1, kind: "asked", step: 0, verb: "chat", what: {} };
const kept: HostTrace = [asked, answered];
const broken: HostTrace = [asked, { ...answered, failed: "gone" }];

const caseOf = (id: string, more: Partial<HostCase> = {}): HostCase => ({
  id,
  title: id,
  ring: "must",
  rows: [],
  level: "L1",
  steps: [],
  expect: [{ survived: {} }],
  ...more,
});

/** Judges cases of which the first drive fails for those named, and every other one does not. */
async function judged(
  cases: readonly HostCase[],
  failsOnce: readonly string[],
  failure: HostTrace = broken,
  takesMs = 0,
): Promise<[string, string][]> {
  const suite = { id: "suite", cases, advice: "" } as unknown as HostSuite;
  const driven = new Set<string>();
  let now = 0;
  const drive = async ({ id }: HostCase): Promise<HostTrace> => {
    const fails = failsOnce.includes(id) && !driven.has(id);
    driven.add(id);
    now += takesMs;
    return await Promise.resolve(fails ? failure : kept);
  };
  const setup = { host, drive, suites: [suite], bail: false, clock: { now: () => now, setTimeout: () => () => undefined } };
  const all = judgeAll({ ...setup, workers: 2, budgetMs: 60_000 }, 0, new AbortController().signal);
  const seen: [string, string][] = [];
  for await (const { hostCase, outcome } of all) seen.push([hostCase.id, outcome.kind]);
  return seen;
}

test("what went wrong where a time is set is driven once more, after all others, and what is seen then counts", async () => {
  const cases = [caseOf("timed", { set: { "times.listMs": 400 } }), caseOf("plain"), caseOf("good")];
  expect(await judged(cases, ["timed", "plain"])).toEqual([
    ["plain", "violated"],
    ["good", "satisfied"],
    ["timed", "satisfied"],
  ]);
});

test("what was not answered in time is asked once more, alone", async () => {
  const late: HostTrace = [asked, { ...answered, failed: "no whole answer within 20000 ms", late: true }];
  const cases = [caseOf("late"), caseOf("good")];
  expect(await judged(cases, ["late"], late)).toEqual([
    ["good", "satisfied"],
    ["late", "satisfied"],
  ]);
});

test("what took so long that a limit of the host's own may have been over is driven once more, alone", async () => {
  const cases = [caseOf("long"), caseOf("good")];
  expect(await judged(cases, ["long"], broken, 6000)).toEqual([
    ["good", "satisfied"],
    ["long", "satisfied"],
  ]);
  expect(await judged(cases, ["long"], broken, 1000)).toEqual([
    ["long", "violated"],
    ["good", "satisfied"],
  ]);
});

test("what goes wrong again is wrong", async () => {
  const bounded = caseOf("bounded", { expect: [{ survived: {} }, { answered: { withinMs: 5, says: ["other"] } }] });
  expect(await judged([bounded], [])).toEqual([["bounded", "violated"]]);
});
