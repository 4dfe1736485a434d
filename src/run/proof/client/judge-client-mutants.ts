import type { Check } from "../../../check/check.ts";
import type { Finding } from "../../../check/finding.ts";
import { judge, type Promises } from "../../../check/judge.ts";
import type { World } from "../../../mock/world/world.ts";
import type { Revision } from "../../../spec/revision.ts";
import { type Deviation, referenceDriver } from "../../client/driver/reference-driver.ts";
import { playScenario } from "../../client/play-scenario.ts";
import { type ClientSuite, type ClientTransportName, clientTransports } from "../../client/scenario/client-suite.ts";
import { type ClientSelection, planScenarios } from "../../client/scenario/plan.ts";
import { monotonicMs, type TimedEvent, traceOfRecords } from "../../client/scenario-record.ts";
import { revisionsOn } from "../../client/offers.ts";
import { sideBySide } from "../../side-by-side.ts";
import { busyFactor } from "../../limits/stretched-limit.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { CleanName, CleanResult, MutantResult } from "../kill-matrix.ts";
import { accusationsOf } from "../run-proof.ts";
import type { ClientMutant } from "./client-mutant.ts";
import { placeName } from "../mutant.ts";
import { mockHere } from "./mock-here.ts";

/** What judging every client of a proof shares. */
export type ClientProofSetup = {
  readonly suites: readonly ClientSuite[];
  readonly promises: Promises;
  readonly checks: readonly Check[];
  /** The world of a mock that runs in this process. */
  readonly world: (transport: ClientTransportName) => World;
  readonly stop: AbortSignal;
};

/** The machine is busy with others at the same time: an exchange within this process takes far less, unless there are many of them. */
const usualMs = 10_000;

/** Leads a client of ours, right or with a deviation, through scenarios at one place, and gives what was recorded. */
export async function recordClient(
  { suites, world, stop }: ClientProofSetup,
  deviation: Deviation,
  { transport, revision }: { readonly transport: ClientTransportName; readonly revision: Revision },
  selection: ClientSelection,
): Promise<Trace> {
  const began = monotonicMs();
  const { play } = planScenarios(suites, revision, transport, selection, new Set());
  const timeoutMs = usualMs * busyFactor();
  const driver = referenceDriver(deviation, timeoutMs);
  const open = mockHere(world(transport));
  const records: (readonly TimedEvent[])[] = [];
  for (const { name, scenario } of play) {
    const { events } = await playScenario({
      name,
      scenario,
      speaks: [revision],
      revision,
      transport,
      driver,
      timeoutMs,
      stop,
      open,
    });
    records.push(events);
  }
  return traceOfRecords({ kind: "client", transport, name: "reference" }, records, began);
}

/** Judges every mutant at every place it names, `workers` at a time. */
export async function judgeClientMutants(
  setup: ClientProofSetup,
  mutants: readonly ClientMutant[],
  workers: number,
): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  const trials = mutants.flatMap((mutant) => mutant.on.map((place) => ({ mutant, place })));
  await sideBySide(trials, workers, async ({ mutant, place }) => {
    if (setup.stop.aborted) return;
    const selection = mutant.scenarios === undefined ? { check: mutant.mutates } : { suite: mutant.scenarios };
    const findings = judged(setup, await recordClient(setup, mutant, place, selection));
    const own = findings.find(({ check }) => check === mutant.mutates);
    const instead = own === undefined ? "it was not judged: no scenario was played" : `${own.verdict}: ${own.message}`;
    results.push({ kind: "client", mutant, place: placeName(place), accusations: accusationsOf(findings), instead });
  });
  const order = ({ mutant, place }: MutantResult): string => `${mutant.mutates} ${place}`;
  return results.toSorted((one, other) => order(one).localeCompare(order(other), "en"));
}

/** Judges the reference client as it is, over every transport at every revision, by everything there is. */
export async function judgeCleanClient(
  setup: ClientProofSetup,
  wants: (subject: CleanName) => boolean,
  workers: number,
): Promise<CleanResult[]> {
  const results: CleanResult[] = [];
  const places = clientTransports
    .flatMap((transport) => revisionsOn(transport).map((revision) => ({ transport, revision })))
    .map((place) => ({ name: { subject: "reference client", place: `${place.transport} ${place.revision}` }, where: place }))
    .filter(({ name }) => wants(name));
  await sideBySide(places, workers, async ({ name, where }) => {
    if (setup.stop.aborted) return;
    const findings = judged(setup, await recordClient(setup, {}, where, {}));
    const passes = findings.filter(({ verdict }) => verdict === "pass").length;
    const unkept = findings.filter(({ verdict, promised }) => promised && verdict === "untested").map(({ check }) => check);
    const trouble =
      passes === 0 ? "nothing was judged" : unkept.length > 0 ? `promised and untested: ${unkept.join(", ")}` : undefined;
    results.push({
      ...name,
      judged: passes,
      accusations: accusationsOf(findings),
      ...(trouble === undefined ? {} : { trouble }),
    });
  });
  return results.toSorted((one, other) => one.place.localeCompare(other.place, "en"));
}

const judged = ({ checks, promises }: ClientProofSetup, trace: Trace): readonly Finding[] => judge(trace, checks, promises);
