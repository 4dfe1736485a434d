import type { Json } from "../../jsonrpc/json.ts";
import type { Trace } from "../../trace/trace.ts";
import type { AnnotationEvent } from "../../trace/wire-event.ts";
import { collectJobs, isTooDeep, type TraceJob } from "./collect-jobs.ts";
import { type Oracle, startOracle } from "./oracle.ts";
import { givenUp, type SchemaAnswer } from "./schema-job.ts";

/**
 * Adds to a trace what two JSON Schema validators say about the schemas, arguments and structured results in it. Without
 * anything to ask, the trace comes back as it is and nothing is started. A warm `oracle` is used and left running; without
 * one, one is started and stopped. The same question is asked once.
 */
export async function annotateTrace(trace: Trace, oracle?: Oracle): Promise<Trace> {
  const jobs = collectJobs(trace);
  if (jobs.length === 0) return trace;
  const mine = oracle ?? startOracle();
  try {
    const answers = new Map<string, SchemaAnswer>();
    const annotations: AnnotationEvent[] = [];
    const last = trace.events.at(-1);
    for (const one of jobs) {
      const answer = await answerTo(one, mine, answers);
      annotations.push({
        seq: (last?.seq ?? 0) + annotations.length + 1,
        at: last?.at ?? 0,
        connection: one.connection,
        kind: "annotation",
        about: one.about,
        name: one.name,
        value: { tool: one.tool, which: one.which, dialect: one.job.dialect, ...answer } satisfies { [member: string]: Json },
      });
    }
    return { subject: trace.subject, events: [...trace.events, ...annotations] };
  } finally {
    if (oracle === undefined) await mine.stop();
  }
}

async function answerTo({ job }: TraceJob, oracle: Oracle, answers: Map<string, SchemaAnswer>): Promise<SchemaAnswer> {
  if (isTooDeep(job.schema) || isTooDeep(job.instance)) return givenUp("nested too deeply");
  const key = JSON.stringify(job);
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = await oracle.ask(job);
  answers.set(key, answer);
  return answer;
}
