import { eraOf } from "../../../spec/revision.ts";
import { streamRefusals } from "../../../trace/http-exchange.ts";
import { type Call, calls } from "../../../trace/call.ts";
import { type Message, messagesOf } from "../../../trace/message.ts";
import { eventsOfStep, stepsTagged } from "../../../trace/step.ts";
import { revisionOf, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { inconclusive, notApplicable, type Exhibit, overdue, overall, type Outcome } from "../../outcome.ts";
import { endedByItself } from "../../../trace/facts/fence.ts";

/** A cancellation the server has to ignore: it goes on answering and says nothing about it. */
function ignored(trace: Trace, tag: string, what: string): Outcome {
  const steps = stepsTagged(trace, tag);
  if (steps.length === 0 && closesStreams(trace))
    return notApplicable("over Streamable HTTP a request is cancelled by closing its stream");
  if (steps.length === 0) return inconclusive(`${what} was not sent`);
  return overall(
    steps.flatMap((step): Exhibit[] => {
      const next = calls(trace).find((call) => call.request.connection === step.connection && call.request.seq > step.seq);
      const during = new Set(eventsOfStep(trace, step).map((event) => event.seq));
      const stray = messagesOf(trace, "received", "error").find(
        (message) =>
          during.has(message.seq) && answers(trace, message) === undefined && !streamRefusals(trace).has(message.exchange ?? 0),
      );
      const died =
        next !== undefined && next.answer === undefined && (endedByItself(trace, step.connection)?.seq ?? 0) > step.seq;
      if (stray !== undefined) return [{ ref: stray, wrong: `${what} was answered` }];
      if (died) return [overdue(step, `the server ended after ${what}`)];
      if (next?.silence !== undefined) return [{ ref: next.silence, wrong: `the server did not answer any more after ${what}` }];
      return next?.answer === undefined ? [] : [{ ref: next.answer }];
    }),
    `nothing was asked after ${what}`,
  );
}

/** Whether clients cancel without a message (2026-07-28 basic/patterns/cancellation#transport-specific-cancellation). */
function closesStreams(trace: Trace): boolean {
  const revision = revisionOf(trace);
  return trace.subject.transport === "http" && revision !== undefined && eraOf(revision) === "stateless";
}

const answers = (trace: Trace, message: Message): Call | undefined =>
  calls(trace).find((call) => call.answer?.seq === message.seq);

const ignoreSpec = {
  "2024-11-05": "basic/utilities/cancellation#error-handling",
  "2026-07-28": "basic/patterns/cancellation#error-handling",
} as const;

export const cancellationUnknownIgnored: Check = {
  id: "cancellation.unknown-ignored",
  title: "A cancellation of a request that never was is ignored",
  subject: "server",
  level: "SHOULD",
  spec: ignoreSpec,
  advice: "Do nothing when the id is unknown.",
  verify: (trace) => ignored(trace, "cancel-unknown", "the cancellation of an unknown request"),
};

export const cancellationCompletedIgnored: Check = {
  id: "cancellation.completed-ignored",
  title: "A cancellation of a request that was answered is ignored",
  subject: "server",
  level: "SHOULD",
  spec: ignoreSpec,
  advice: "Do nothing when the request is over: cancellation and answer may cross.",
  verify: (trace) => ignored(trace, "cancel-completed", "the cancellation of an answered request"),
};

export const cancellationMalformedIgnored: Check = {
  id: "cancellation.malformed-ignored",
  title: "A malformed cancellation is ignored",
  subject: "server",
  level: "SHOULD",
  spec: ignoreSpec,
  advice: "Do nothing when requestId is missing or of a wrong type.",
  verify: (trace) => ignored(trace, "cancel-malformed", "the malformed cancellation"),
};
