import type { Json } from "../../jsonrpc/json.ts";
import type { Trace } from "../../trace/trace.ts";
import type { AnnotationEvent } from "../../trace/wire-event.ts";
import { collectJobs, isTooDeep, type TraceJob } from "./collect-jobs.ts";
import { processorMs } from "./processor-ms.ts";
import { type Oracle, startOracle } from "./oracle.ts";
import { givenUp, type SchemaAnswer, unasked } from "./schema-job.ts";

/**
 * Most questions that are asked about one trace, and how much time of a processor all together may take, in ms; what is left is not
 * asked. Time that goes to other processes does not count: what is asked must not depend on them.
 */
const mostQuestions = 3000;
const patienceMs = 60_000;

/**
 * Adds to a trace what two JSON Schema validators say about the schemas, arguments and structured results in it. Without
 * anything to ask, the trace comes back as it is and nothing is started. A warm `oracle` is used and left running; without
 * one, one is started and stopped. The same question is asked once, and no further one about a schema that was given up:
 * `known` is what was asked about an earlier part of the trace.
 */
export async function annotateTrace(trace: Trace, oracle?: Oracle, known: KnownAnswers = noAnswers()): Promise<Trace> {
  const jobs = collectJobs(trace);
  if (jobs.length === 0) return trace;
  const mine = oracle ?? startOracle();
  try {
    const annotations: AnnotationEvent[] = [];
    const last = trace.events.at(-1);
    const began = processorMs();
    for (const one of jobs) {
      const open = known.answers.size < mostQuestions && processorMs() - began < patienceMs;
      const answer = open ? await answerTo(one, mine, known) : unasked("too many schemas, or too slow ones");
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

/** What was answered before, and the schemas it was given up on, all by their text. */
export type KnownAnswers = { readonly answers: Map<string, SchemaAnswer>; readonly hostile: Set<string> };

/** Nothing was asked yet. */
export const noAnswers = (): KnownAnswers => ({ answers: new Map(), hostile: new Set() });

/**
 * Asks what there is to ask about the part of a trace that is there so far, so that it is known when the rest has come. Ends
 * with the question it is at once `isEnough` says so.
 */
export async function askAhead(trace: Trace, oracle: Oracle, known: KnownAnswers, isEnough: () => boolean): Promise<void> {
  for (const job of collectJobs(trace)) {
    if (isEnough() || known.answers.size >= mostQuestions) return;
    await answerTo(job, oracle, known);
  }
}

async function answerTo({ job }: TraceJob, oracle: Oracle, { answers, hostile }: KnownAnswers): Promise<SchemaAnswer> {
  if (isTooDeep(job.schema)) return givenUp("nested too deeply");
  if (isTooDeep(job.instance)) return unasked("the value is nested too deeply");
  const key = JSON.stringify(job);
  const known = answers.get(key);
  if (known !== undefined) return known;
  const schema = JSON.stringify(job.schema);
  if (hostile.has(schema)) return unasked("an earlier question about this schema was given up");
  const answer = await oracle.ask(job);
  answers.set(key, answer);
  if (answer.timedOut === true) hostile.add(schema);
  return answer;
}
