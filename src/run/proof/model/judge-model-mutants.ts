import { modelChecks } from "../../../check/model/model-checks.ts";
import { type ModelApi, modelApis, modelEvents, type ModelTrace } from "../../../check/model/model-event.ts";
import { applyPatch } from "../../../mock/script/json-patch.ts";
import type { ModelClock } from "../../../model/clock.ts";
import { createFakeModel } from "../../../model/fake/fake-model.ts";
import { serveFakeModel } from "../../../model/fake/serve-fake-model.ts";
import type { Turn } from "../../../model/script/turn.ts";
import { systemClock } from "../../../base/time/clock.ts";
import type { Trace } from "../../../trace/trace.ts";
import { judgeModel } from "../../model/judge.ts";
import { modelJob } from "../../model/job.ts";
import type { ModelSuite } from "../../model/model-suite.ts";
import { modelTracesIn } from "../../model/model-trace.ts";
import { planFamily, type PlannedTurn } from "../../model/plan.ts";
import { sideBySide } from "../../side-by-side.ts";
import type { CleanName, CleanResult, MutantResult } from "../kill-matrix.ts";
import { accusationsOf } from "../run-proof.ts";
import type { ModelMutant } from "./model-mutant.ts";
import { countingCompile, meaningScript, plainFamily, type TurnChange } from "./stand-in.ts";

/** Each talks to a server of its own over loopback. */
const workers = 4;

/** Judges every wrong inference server by every model check. */
export async function judgeModelMutants(
  suites: readonly ModelSuite[],
  mutants: readonly ModelMutant[],
  stop: AbortSignal,
): Promise<MutantResult[]> {
  const results: MutantResult[] = [];
  await sideBySide(mutants, workers, async (mutant) => {
    if (stop.aborted) return;
    const { trace, error } = await play(only(suites, mutant.scenarios), mutant.api, changeOf(mutant), stop);
    const findings = judgeModel(answeredWrongly(trace, mutant), modelChecks).map(({ finding }) => finding);
    const own = findings.find(({ check }) => check === mutant.mutates);
    const instead = own === undefined ? `it was not judged: ${error ?? "no such check"}` : `${own.verdict}: ${own.message}`;
    results.push({ kind: "model", mutant, place: mutant.api, accusations: accusationsOf(findings), instead });
  });
  return results.toSorted((one, other) => (one.mutant.mutates < other.mutant.mutates ? -1 : 1));
}

/** Judges a server that reads every scenario as it is meant, on either wire. */
export async function judgeCleanModels(
  suites: readonly ModelSuite[],
  wants: (subject: CleanName) => boolean,
  stop: AbortSignal,
): Promise<CleanResult[]> {
  const results: CleanResult[] = [];
  for (const api of modelApis) {
    const name = { subject: "stand-in for an inference server", place: api };
    if (!wants(name)) continue;
    const { trace, error } = await play(suites, api, refusing, stop);
    const findings = judgeModel(trace, modelChecks).map(({ finding }) => finding);
    const judged = findings.filter(({ verdict }) => verdict === "pass").length;
    const base = { ...name, judged, accusations: accusationsOf(findings) };
    results.push(judged === 0 ? { ...base, trouble: error ?? "nothing was judged" } : base);
  }
  return results;
}

/** A script knows nothing of tool_choice; a server that does not either refuses it. */
const refusing: TurnChange = (right, { group }) =>
  group.startsWith("choice") ? { ...right, fault: { status: { code: 400, message: "tool_choice is not supported" } } } : right;

function changeOf({ scenarios, turn, patch = [] }: ModelMutant): TurnChange {
  return (right, planned) => {
    const fair = refusing(right, planned);
    if (patch.length === 0 || planned.group === "control" || !isIn(planned, scenarios, turn)) return fair;
    return applyPatch(fair, patch) as Turn;
  };
}

/** Markers are the ids of scenarios, in capitals, with the number of the turn. */
const isIn = ({ marker }: PlannedTurn, scenarios: readonly string[], turn: number | undefined): boolean =>
  scenarios.some((id) => {
    const stem = `${id.toUpperCase().replaceAll("-", "_")}_T`;
    return marker.includes(stem) && (turn === undefined || marker.endsWith(`${stem}${turn}`));
  });

/** What of a deviation no script of a model says: other bytes, another status. */
function answeredWrongly(trace: ModelTrace, { chunks, status, scenarios, turn }: ModelMutant): ModelTrace {
  const asked = modelEvents(trace, "asked").filter(
    (one) => scenarios.includes(one.scenario) && (turn === undefined || one.turn === turn),
  );
  const wrong = new Map(asked.map(({ exchange, streamed }) => [exchange, streamed]));
  return trace.map((event) => {
    const streamed = "exchange" in event ? wrong.get(event.exchange) : undefined;
    if (streamed === undefined) return event;
    if (event.kind === "response") return { ...event, status: status ?? event.status };
    if (event.kind !== "chunk" || chunks === undefined || streamed !== (chunks.streamed ?? streamed)) return event;
    return { ...event, text: chunks.replace.reduce((text, [from, to]) => text.replaceAll(from, to), event.text) };
  });
}

/** The scenarios of these ids, and the control. */
function only(suites: readonly ModelSuite[], ids: readonly string[]): readonly ModelSuite[] {
  return suites.map((suite) => ({
    ...suite,
    scenarios: suite.scenarios.filter(({ id, group }) => group === "control" || ids.includes(id)),
  }));
}

/** A clock on which every wait of the stand-in is over at once. */
const hurried: ModelClock = {
  now: () => 0,
  setTimeout(_ms, fn) {
    const immediate = setImmediate(fn);
    return () => clearImmediate(immediate);
  },
};

async function play(
  suites: readonly ModelSuite[],
  api: ModelApi,
  change: TurnChange,
  stop: AbortSignal,
): Promise<{ readonly trace: ModelTrace; readonly error: string | undefined }> {
  const script = meaningScript(planFamily(plainFamily, suites, api), change);
  const { url, close } = await serveFakeModel(createFakeModel({ scripts: [script], clock: hurried, date: () => new Date(0) }));
  try {
    let kept: Trace | undefined;
    let error: string | undefined;
    const job = modelJob({
      id: "stand-in",
      server: {
        url: api === "openai" ? `${url}/v1` : url,
        api,
        headers: {},
        hide: (text) => text,
        timeoutMs: 10_000,
        loadMs: 10_000,
        clock: systemClock,
      },
      subject: { kind: "model", transport: "http", url },
      families: [plainFamily],
      suites,
      checks: modelChecks,
      paths: ["template"],
      model: undefined,
      keep: false,
      bail: false,
      argv: ["mcpcheck", "run", "model"],
      compile: countingCompile,
      suffix: "proof",
      budgetMs: 60_000,
      keepTrace: (trace) => void (kept = trace),
    });
    for await (const event of job.events(stop)) if (event.type === "subject.finished") error = event.error?.message;
    return { trace: kept === undefined ? [] : (modelTracesIn(kept)[0] ?? []), error };
  } finally {
    await close();
  }
}
