import { createEventQueue } from "../event-queue.ts";
import type { SubjectEvent, SubjectJob } from "../subject-job.ts";
import { tooMuchTraffic } from "./cut-short.ts";
import type { Ended, ServerJobSetup, Stops } from "./job-setup.ts";
import { negotiate } from "./negotiate.ts";
import type { ServerRun } from "./server-run.ts";
import { harnessError } from "../blame.ts";
import { anySignal } from "../../base/time/any-signal.ts";

/**
 * A job that negotiates, runs the sessions, and judges one server. `begin` makes its run around a stop signal; it may call
 * `tooMuch` to end it when the server has sent more than a run may bring.
 */
export function serverJob(setup: ServerJobSetup, begin: (stop: AbortSignal, tooMuch: () => void) => ServerRun): SubjectJob {
  return {
    id: setup.id,
    events(stop) {
      const bailing = new AbortController();
      const run = begin(anySignal(stop, bailing.signal), () => bailing.abort(tooMuchTraffic));
      const queue = createEventQueue<SubjectEvent>();
      const began = run.clock.now();
      void judgeServer(setup, run, { stop, bailing }, queue.push)
        .catch((error: unknown) => ({ error: harnessError(error), trace: run.recorder.trace() }))
        .then(({ error, trace }) => {
          setup.keepTrace?.(trace);
          queue.push({ type: "subject.finished", subjectId: setup.id, error, ms: run.clock.now() - began });
          queue.close();
        });
      return queue.events();
    },
  };
}

async function judgeServer(
  setup: ServerJobSetup,
  run: ServerRun,
  stops: Stops,
  emit: (event: SubjectEvent) => void,
): Promise<Ended> {
  const negotiating = negotiate(run, setup.wanted);
  // It is awaited later, whatever comes of it: nothing is to be said of it before the data are there.
  negotiating.catch(() => undefined);
  // What takes its time begins while the server starts: the data are read, and the code that goes on from here.
  const [data, { judgeNegotiated }] = await Promise.all([setup.load(), import("./judge-negotiated.ts")]);
  return await judgeNegotiated({ ...setup, ...data }, run, stops, negotiating, emit);
}
