import type { Clock } from "../../../base/time/clock.ts";
import type { Statement } from "../../../check/check.ts";
import type { MockScript } from "../../../mock/script/script.ts";
import { judgedAsSpoken } from "../../../trace/judged-as-spoken.ts";
import type { Hiding } from "../../../trace/hidden-event.ts";
import { revisionsIn, type Trace } from "../../../trace/trace.ts";
import type { Unrecorded } from "../../../trace/wire-event.ts";
import { blame } from "../../blame.ts";
import { createEventQueue } from "../../event-queue.ts";
import { startJudging } from "../../judging/judging-thread.ts";
import type { RunError } from "../../run-event.ts";
import { cutShort, notAllJudged } from "../../server/cut-short.ts";
import type { SubjectEvent, SubjectJob } from "../../subject-job.ts";
import { identityIn } from "../identity-in.ts";
import type { ClientTransportName } from "../scenario/client-suite.ts";
import { createScenarioRecord, monotonicMs, type ScenarioRecord, traceOfRecords } from "../scenario-record.ts";
import { whyUnreached } from "../why-unreached.ts";
import { framesFromClient, isAnyOf } from "../wire-facts.ts";
import { type AttachPlace, openAttachPlace } from "./attach-place.ts";
import { toldLive } from "./tell-live.ts";
import { type AttachEnd, type AttachLimits, waitForEnd } from "./wait-for-end.ts";

/** What judging a client that comes by itself takes. */
export type AttachSetup = {
  readonly transport: ClientTransportName;
  readonly script: MockScript;
  readonly port: number;
  /** Where servers that a client starts over stdio find this run. */
  readonly folder: string;
  readonly limits: AttachLimits;
  readonly checks: readonly Statement[];
  readonly argv: readonly string[];
  readonly secrets: Hiding;
  readonly clock: Clock;
  /** Told once clients can come; over HTTP with the address. */
  readonly waiting: (url: string | undefined) => void;
  /** Told what clients do, a line each, as it happens. */
  readonly tell: (line: string) => void;
  /** Aborted when the user has seen enough: what was seen is judged then. */
  readonly enough: AbortSignal;
  readonly keepTrace?: ((trace: Trace) => void) | undefined;
};

const id = "attached client";

/** How many events are kept; then it is over. */
const mostEvents = 19_000;

/** A job that waits for clients, records what they do, and judges it. */
export function attachJob(setup: AttachSetup): SubjectJob {
  return {
    id,
    events(stop) {
      const queue = createEventQueue<SubjectEvent>();
      const began = monotonicMs();
      void meetAndJudge(setup, stop, began, queue.push)
        .catch((error: unknown) => {
          const subject = { kind: "client", transport: setup.transport } as const;
          queue.push({ type: "subject.described", subjectId: id, subject, revisions: [] });
          return blame(error);
        })
        .then((error) => {
          queue.push({ type: "subject.finished", subjectId: id, error, ms: monotonicMs() - began });
          queue.close();
        });
      return queue.events();
    },
  };
}

async function meetAndJudge(
  setup: AttachSetup,
  stop: AbortSignal,
  began: number,
  emit: (event: SubjectEvent) => void,
): Promise<RunError | null> {
  const record = createScenarioRecord();
  const end = await meet(setup, record, stop);
  if (end === "full") emit({ type: "notice", message: `waiting ended after ${mostEvents} events: no more are kept` });
  const events = record.events();
  const subject = { kind: "client" as const, transport: setup.transport, ...identityIn(events) };
  const trace = judgedAsSpoken(traceOfRecords(subject, [events], began, setup.secrets));
  const revisions = revisionsIn(trace);
  emit({ type: "subject.described", subjectId: id, subject: trace.subject, revisions });
  setup.keepTrace?.(trace);
  if (revisions.length === 0) {
    if (stop.aborted) return cutShort(stop, id, "");
    return whyUnreached({ offers: [], probes: [{ events, skipped: null }], reached: isAnyOf(events, undefined) }, { id });
  }
  const judging = startJudging(setup.checks, stop);
  try {
    const given = { checks: setup.checks, argv: setup.argv, promises: new Map<string, readonly string[]>(), attributions: [] };
    const { findings, unfinished } = await judging.judge(trace, given, { annotate: false });
    for (const one of findings) emit({ type: "finding", subjectId: id, ...one });
    return unfinished === undefined ? cutShort(stop, id, "") : notAllJudged(unfinished, id, "");
  } finally {
    await judging.stop();
  }
}

/** Waits for clients until it is over; everything that was opened is closed afterwards. */
async function meet(setup: AttachSetup, record: ScenarioRecord, stop: AbortSignal): Promise<AttachEnd> {
  const { transport, script, port, folder, limits, clock, enough } = setup;
  let lastAt = clock.now();
  let count = 0;
  const speakers = new Set<number>();
  const noted: ScenarioRecord = {
    ...record,
    note(event, at) {
      record.note(event, at);
      lastAt = clock.now();
      count += 1;
      if (speaks(event)) speakers.add(event.connection);
      const line = toldLive(event);
      if (line !== undefined) setup.tell(line);
    },
  };
  const place: AttachPlace = await openAttachPlace({ transport, script, port, folder, record: noted });
  try {
    setup.waiting(place.url);
    const watched = {
      look: place.look,
      lastAt: () => lastAt,
      came: () => speakers.size,
      present: place.present,
      isFull: () => count >= mostEvents,
    };
    return await waitForEnd(limits, watched, clock, AbortSignal.any([stop, enough]));
  } finally {
    await place.close();
  }
}

/** Whether an event brings a request of a client that has found its way in: who only asks what is spoken here may come again. */
const speaks = (event: Unrecorded): boolean =>
  framesFromClient([{ at: 0, event }]).some((frame) => frame.kind === "request" && frame.method !== "server/discover");
