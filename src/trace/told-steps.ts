import { memoized } from "../base/memoized.ts";
import { groupBy } from "../base/group-by.ts";
import { isObject, type Json, type JsonObject, valueAt } from "../jsonrpc/json.ts";
import { connections, eventsOf, type Trace } from "./trace.ts";
import type { EventOf } from "./wire-event.ts";
import { type ClientCall, clientCalls } from "./facts/client-facts.ts";

/** A step a driver was told, what it said of it, and the requests the client sent meanwhile, in its scenario. */
export type ToldStep = {
  readonly scenario: string;
  readonly told: JsonObject;
  readonly index: number;
  readonly report: EventOf<"report"> | undefined;
};

/** The steps of one kind that drivers were told, in order. Kept: a check asks for them again at each of hundreds of steps. */
export function toldSteps(trace: Trace, verb: string): readonly ToldStep[] {
  return stepsByVerb(trace).get(verb) ?? [];
}

const stepsByVerb = memoized((trace: Trace): ReadonlyMap<Json | undefined, readonly ToldStep[]> => {
  const reports = groupBy(eventsOf(trace, "report"), ({ connection, step }) => `${connection} ${step}`);
  const steps = eventsOf(trace, "told").flatMap(({ connection, scenario, steps: all }) =>
    all.flatMap((told, index): ToldStep[] =>
      isObject(told) ? [{ scenario, told, index, report: reports.get(`${connection} ${index}`)?.[0] }] : [],
    ),
  );
  return groupBy(steps, ({ told }) => told["do"]);
});

/** The connections of each scenario. */
const connectionsByScenario = memoized((trace: Trace): ReadonlyMap<string, ReadonlySet<number>> => {
  const groups = groupBy(connections(trace), ({ session }) => session);
  return new Map([...groups].map(([session, own]) => [session, new Set(own.map(({ connection }) => connection))]));
});

/** The requests of one method that came in a scenario. */
export function callsIn(trace: Trace, scenario: string, method: string): readonly ClientCall[] {
  const own = connectionsByScenario(trace).get(scenario);
  return own === undefined ? [] : clientCalls(trace, method).filter(({ request }) => own.has(request.connection));
}

/** A step that was reported to be done, with the one request it led to, which had a result. */
export type DoneStep = ToldStep & {
  readonly report: EventOf<"report">;
  readonly call: ClientCall;
  /** What the server answered. */
  readonly answer: JsonObject;
  /** What the caller was told. */
  readonly result: JsonObject;
};

/**
 * The steps that were reported done whose request is plain: no other step of the scenario has the same `member`, and one request has it.
 */
export function doneSteps(trace: Trace, verb: string, method: string, member: string): readonly DoneStep[] {
  const steps = toldSteps(trace, verb);
  return steps.flatMap((step): DoneStep[] => {
    const { report, scenario, told } = step;
    const same = (value: Json | undefined): boolean => JSON.stringify(value) === JSON.stringify(told[member]);
    const alike = steps.filter((one) => one.scenario === scenario && same(one.told[member]));
    const calls = callsIn(trace, scenario, method).filter(({ request }) => same(valueAt(request.frame.params, member)));
    const [call] = calls;
    if (report?.value["ok"] !== true || alike.length > 1 || calls.length > 1 || call?.answer?.frame.kind !== "result") return [];
    const [answer, result] = [call.answer.frame.result, report.value["result"]];
    return isObject(answer) && isObject(result) ? [{ ...step, report, call, answer, result }] : [];
  });
}
