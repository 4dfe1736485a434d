import type { ModelCheck } from "../../check/model/model-check.ts";
import { modelEvents } from "../../check/model/model-event.ts";
import type { Trace } from "../../trace/trace.ts";
import { reproLine } from "../repro.ts";
import type { SubjectJob } from "../subject-job.ts";
import { judgeModel } from "./judge.ts";
import { modelTimelines } from "./model-timelines.ts";
import { modelTracesIn } from "./model-trace.ts";

/** A job that judges a saved trace of an inference server again: the findings are those of the run that recorded it. */
export function modelTraceJob(id: string, trace: Trace, checks: readonly ModelCheck[], argv: readonly string[]): SubjectJob {
  return {
    id,
    async *events() {
      const traces = modelTracesIn(trace);
      const revisions = traces.flatMap((one) => modelEvents(one, "setting").map(({ family, path }) => `${family}/${path}`));
      yield { type: "subject.described", subjectId: id, subject: trace.subject, revisions };
      for (const { finding, wire } of traces.flatMap((one) => judgeModel(one, checks)))
        yield { type: "finding", subjectId: id, finding, wire, repro: reproLine(argv, finding) };
      yield { type: "subject.timeline", subjectId: id, connections: modelTimelines(traces) };
      yield { type: "subject.finished", subjectId: id, error: null, ms: 0 };
    },
  };
}
