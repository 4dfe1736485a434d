import { goesOn } from "../../check/model/streams.ts";
import { modelEvents, type ModelTrace } from "../../check/model/model-event.ts";
import { McpcheckError } from "../../base/mcpcheck-error.ts";
import { reproLine } from "../repro.ts";
import type { RunError } from "../run-event.ts";
import type { SubjectEvent, SubjectJob } from "../subject-job.ts";
import { constrainedIn, judgeModel } from "./judge.ts";
import { modelTimelines } from "./model-timelines.ts";
import { traceOfModel } from "./model-trace.ts";
import { createModelRecord } from "./model-record.ts";
import type { ModelServerUnderTest } from "./server/model-server.ts";
import { ollamaVersion } from "./server/ollama-models.ts";
import type { ModelJobSetup } from "./model-job-setup.ts";
import { pathsOn } from "./model-paths.ts";
import { type Round, nameOf, roundsOf, servedRound } from "./model-round.ts";
import { playRound } from "./drive.ts";
import { blame } from "../blame.ts";

/** A job that has scripted models played by one inference server and judges it, family by family and path by path. */
export function modelJob(setup: ModelJobSetup): SubjectJob {
  return {
    id: setup.id,
    async *events(stop) {
      const { clock } = setup.server;
      const began = clock.now();
      const server = { ...setup.server, stop };
      const kept: ModelTrace[] = [];
      let error: RunError | null = null;
      try {
        const version = server.api === "ollama" ? await ollamaVersion(server) : null;
        const all = server.api === "ollama" ? roundsOf(setup, pathsOn(version)) : [await servedRound(setup, server)];
        yield {
          type: "subject.described",
          subjectId: setup.id,
          subject: version === null ? setup.subject : { ...setup.subject, name: "Ollama", version },
          revisions: all.map(nameOf),
        };
        error = yield* judgeRounds(setup, server, version, all, kept);
      } catch (caught) {
        error = stop.aborted ? null : blame(caught);
      }
      setup.keepTrace?.(traceOfModel(setup.subject, kept));
      if (kept.length > 0) yield { type: "subject.timeline", subjectId: setup.id, connections: modelTimelines(kept) };
      yield { type: "subject.finished", subjectId: setup.id, error, ms: clock.now() - began };
    },
  };
}

/** Judges every round; the error is why none of them came to a verdict. */
async function* judgeRounds(
  setup: ModelJobSetup,
  server: ModelServerUnderTest,
  version: string | null,
  rounds: readonly Round[],
  kept: ModelTrace[],
): AsyncGenerator<SubjectEvent, RunError | null> {
  const { clock, stop } = server;
  const began = clock.now();
  const refusals: RunError[] = [];
  let judged = 0;
  let hung: string | undefined;
  let isGone = false;
  for (const round of rounds) {
    if (stop.aborted) return null;
    if (isGone) {
      yield {
        type: "notice",
        message: `${nameOf(round)} is not judged: since ${hung} the server answers with no other model either`,
      };
      continue;
    }
    if (clock.now() - began > setup.budgetMs)
      throw new McpcheckError(
        "subject",
        `the budget of ${setup.budgetMs} ms was over before ${nameOf(round)}; give more with --budget, or fewer families`,
      );
    const start = clock.now();
    const record = createModelRecord(clock.now);
    record.note({ kind: "setting", api: server.api, family: round.family.id, path: round.path, server: version });
    try {
      await playRound(setup, server, round, record);
    } catch (caught) {
      if (stop.aborted) return null;
      const refusal = blame(caught);
      if (refusal.kind === "harness") throw caught;
      refusals.push(refusal);
      yield scenarioEvent(setup, round, "control", refusal.message, clock.now() - start);
      yield { type: "notice", message: `${nameOf(round)} is not judged: ${refusal.message}` };
      // A model that hangs is that family's finding; a server that is silent after it, with the control of another, is asked no more.
      isGone = hung !== undefined && modelEvents(record.trace(), "response").length === 0;
      continue;
    }
    if (stop.aborted) return null;
    judged += 1;
    const trace = record.trace();
    kept.push(trace);
    hung = goesOn.verify(trace).kind === "violated" ? nameOf(round) : undefined;
    if (yield* tellRound(setup, round, trace)) return null;
  }
  return judged > 0 ? null : (refusals[0] ?? { kind: "usage", message: "no family has this path", stderrTail: "" });
}

/** Tells what became of a round; whether the run is to end here. */
function* tellRound(setup: ModelJobSetup, round: Round, trace: ModelTrace): Generator<SubjectEvent, boolean> {
  const left = new Map(
    [...constrainedIn(trace), ...modelEvents(trace, "skip")].map(({ scenario, reason }) => [scenario, reason]),
  );
  const seen = new Set([...left.keys(), ...modelEvents(trace, "asked").map(({ scenario }) => scenario)]);
  for (const scenario of seen) yield scenarioEvent(setup, round, scenario, left.get(scenario) ?? null, timeOf(trace, scenario));
  const verdicts = judgeModel(trace, setup.checks);
  for (const { finding, wire } of verdicts)
    yield {
      type: "finding",
      subjectId: setup.id,
      finding,
      wire,
      repro: reproLine([...setup.argv, "--family", round.family.id, ...pathWords(round)], finding),
    };
  return setup.bail && verdicts.some(({ finding }) => finding.verdict === "fail");
}

const pathWords = ({ path, how }: Round): string[] => ("model" in how ? [] : ["--path", path]);

function scenarioEvent(setup: ModelJobSetup, round: Round, scenario: string, skipped: string | null, ms: number): SubjectEvent {
  return {
    type: "scenario.finished",
    subjectId: setup.id,
    revision: nameOf(round),
    scenario: `conversations/${scenario}`,
    skipped,
    ms,
  };
}

function timeOf(trace: ModelTrace, scenario: string): number {
  const exchanges = new Set(
    modelEvents(trace, "asked")
      .filter((asked) => asked.scenario === scenario)
      .map(({ exchange }) => exchange),
  );
  const times = trace.filter((event) => "exchange" in event && exchanges.has(event.exchange)).map(({ at }) => at);
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
}
