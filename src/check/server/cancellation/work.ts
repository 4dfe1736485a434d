import { valueAt } from "../../../jsonrpc/json.ts";
import { cancelledCalls } from "../../../trace/facts/cancelled-calls.ts";
import { endedByItself, fenced } from "../../../trace/facts/fence.ts";
import { notificationsFrom } from "../../../trace/facts/server-message.ts";
import type { Message } from "../../../trace/message.ts";
import { heardUntil, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall } from "../../outcome.ts";

/** Whether a connection was listened to after a cancellation for longer than the request had ever gone without progress before. */
function wasWatched(trace: Trace, request: Message, progress: readonly Message[], told: number): boolean {
  const times = new Map(trace.events.map(({ seq, at }) => [seq, at]));
  const at = (seq: number): number => times.get(seq) ?? 0;
  const steps = [request, ...progress].map(({ seq }) => at(seq));
  const longest = Math.max(...steps.slice(1).map((time, index) => time - (steps[index] ?? time)));
  return heardUntil(trace, request.connection) - Math.max(at(told), ...steps) > longest;
}

export const cancellationWorkStops: Check = {
  id: "cancellation.work-stops",
  title: "The work on a cancelled request stops",
  subject: "server",
  level: "SHOULD",
  spec: { "2024-11-05": "basic/utilities/cancellation#behavior-requirements", "2026-07-28": "removed" },
  advice: "Hand the cancellation on to what does the work, so that it stops too: progress shows that it goes on.",
  tolerance:
    "Progress that may have crossed the cancellation on its way is accepted. Work that goes on in silence does not show: only requests that reported progress before are judged.",
  verify(trace) {
    const progress = notificationsFrom(trace, "notifications/progress");
    return overall(
      cancelledCalls(trace).flatMap(({ call, told, knew, givenUp }): Exhibit[] => {
        // Whether a request that is given up has reported progress by then depends on the machine.
        if (givenUp) return [];
        const token = valueAt(call.request.frame.params, "_meta", "progressToken");
        const own = progress.filter(
          (message) =>
            token !== undefined &&
            message.connection === call.request.connection &&
            message.seq > call.request.seq &&
            valueAt(message.frame.params, "progressToken") === token,
        );
        if (knew === undefined || !own.some(({ seq }) => seq < told)) return [];
        const late = own.find(({ seq }) => seq > knew);
        if (late === undefined && !wasWatched(trace, call.request, own, told)) return [];
        return late === undefined
          ? [{ ref: told }]
          : [{ ref: late, wrong: `progress for request ${JSON.stringify(call.request.frame.id)} after it had been cancelled` }];
      }),
      "no request that reports progress was cancelled",
    );
  },
};

export const cancellationRaceSurvived: Check = {
  id: "cancellation.race-survived",
  title: "A cancellation that crosses the answer on its way does no harm",
  subject: "server",
  level: "MUST",
  spec: {
    "2024-11-05": "basic/utilities/cancellation#timing-considerations",
    "2026-07-28": "basic/patterns/cancellation#timing-considerations",
  },
  advice: "Ignore a cancellation of a request that has just been answered, or is being answered now.",
  verify(trace) {
    return overall(
      fenced(trace, "cancel-race").flatMap(({ step, fence, received }): Exhibit[] => {
        const stray = received.find(({ frame }) => frame.kind === "error" && frame.id === null);
        if (stray !== undefined) return [{ ref: stray, wrong: "the cancellation was answered with an error" }];
        if (fence?.answer !== undefined) return [{ ref: fence.answer }];
        const end = endedByItself(trace, step.connection) ?? fence?.silence;
        return end === undefined
          ? []
          : [{ ref: end, wrong: "nothing was answered any more after a request was sent and cancelled at once" }];
      }),
      "no request was cancelled in the moment it was sent",
    );
  },
};
