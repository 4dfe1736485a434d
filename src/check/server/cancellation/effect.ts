import { valueAt } from "../../../jsonrpc/json.ts";
import { type CancelledCall, cancelledCalls } from "../../../trace/facts/cancelled-calls.ts";
import { messages } from "../../../trace/message.ts";
import { isHeardOut } from "../../rules/calls/heard-out.ts";
import { notificationsFrom } from "../../../trace/facts/server-message.ts";
import { heardOutMs } from "../../../trace/facts/tools/tools-seen.ts";
import { stepOf } from "../../../trace/step-index.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, type Outcome, unreachable } from "../../outcome.ts";

/** It was cancelled in the moment it was sent: whether a server had begun to answer by then, and what that crosses, is chance. */
const isRace = (trace: Trace, one: CancelledCall): boolean => stepOf(trace, one.call.request)?.tag === "cancel-race";

/** Those mcpcheck cancelled on purpose while they were at work: which others it gave up, and when, depends on the machine. */
const cancelledOnPurpose = (trace: Trace): CancelledCall[] =>
  cancelledCalls(trace).filter((one) => !one.givenUp && !isRace(trace, one));

/**
 * The outcome over cancelled calls. Where all there was is a tool that takes longer than is listened for, or not always comes to an end,
 * it is as open as where no tool was cancelled: whether such a tool is taken for a slow one is chance.
 * @param unseen why nothing was shown otherwise
 */
function overHeardOut(trace: Trace, exhibits: readonly Exhibit[], unseen: string): Outcome {
  const showsNothing = (one: CancelledCall): boolean => one.call.answer === undefined && !isHeardOut(trace, one);
  if (exhibits.length > 0 || !cancelledOnPurpose(trace).some(showsNothing)) return overall(exhibits, unseen);
  return unreachable(
    `the tool that was cancelled does not succeed within ${heardOutMs} ms each time it is called, so that its silence afterwards shows nothing`,
  );
}

const isListen = (one: CancelledCall): boolean => one.call.request.frame.method === "subscriptions/listen";

export const cancellationNoResponse: Check = {
  id: "cancellation.no-response",
  title: "A cancelled request is not answered",
  subject: "server",
  level: "SHOULD NOT",
  spec: {
    "2024-11-05": "basic/utilities/cancellation#behavior-requirements",
    "2026-07-28": "basic/patterns/cancellation#behavior-requirements",
  },
  advice: "Pass the cancellation on to the handler, and drop what it returns.",
  tolerance:
    "An answer that may have crossed the cancellation on its way is accepted: one counts only when the server answered something later before it. That nothing comes shows something only of a tool that succeeds in little time whenever it is called.",
  verify(trace) {
    return overHeardOut(
      trace,
      cancelledOnPurpose(trace)
        .filter((one) => !isListen(one) && one.knew !== undefined)
        .flatMap((one): Exhibit[] => {
          const answer = one.call.answer;
          if (answer === undefined) return isHeardOut(trace, one) ? [{ ref: one.told }] : [];
          if (answer.seq < (one.knew ?? 0)) return [];
          return [
            {
              ref: answer,
              wrong: `request ${JSON.stringify(one.call.request.frame.id)} was answered after it had been cancelled`,
            },
          ];
        }),
      "no request that takes its time was cancelled",
    );
  },
};

export const cancellationSilentAfter: Check = {
  id: "cancellation.silent-after",
  title: "Nothing more is sent for a cancelled request",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": "basic/transports/stdio#cancellation" },
  transports: ["stdio", "memory"],
  advice: "Once a request is cancelled, send neither progress nor log messages nor an answer for it.",
  tolerance:
    "What may have crossed the cancellation on its way is accepted, and so is the answer that ends a subscription. That nothing comes shows something only of a tool that succeeds in little time whenever it is called.",
  verify(trace) {
    return overHeardOut(
      trace,
      cancelledOnPurpose(trace)
        .filter((one) => one.knew !== undefined)
        .flatMap((one): Exhibit[] => {
          const late = messagesFor(trace, one).find((message) => message.seq > (one.knew ?? 0));
          if (late === undefined) return isHeardOut(trace, one) ? [{ ref: one.told }] : [];
          const wrong = `${late.what} for request ${JSON.stringify(one.call.request.frame.id)} after it had been cancelled`;
          return [{ ref: late.seq, wrong }];
        }),
      "no request that takes its time was cancelled",
    );
  },
};

export const cancellationDisconnectSilent: Check = {
  id: "cancellation.disconnect-silent",
  title: "Nothing more is sent for a request whose stream the client closed, on no other stream either",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": "basic/transports/streamable-http#cancellation" },
  transports: ["http"],
  advice: "Take the end of the stream for a cancellation: stop the work, and send what is left of it nowhere.",
  tolerance: "Whether the work itself stops does not show; what shows is that nothing comes of it and that the server goes on.",
  verify(trace) {
    return overHeardOut(
      trace,
      cancelledOnPurpose(trace)
        .filter((one) => !isListen(one) && one.call.request.exchange !== undefined)
        .flatMap((one): Exhibit[] => {
          const stray = strayFor(trace, one);
          if (stray !== undefined)
            return [
              {
                ref: stray,
                wrong: `${stray.what} for request ${JSON.stringify(one.call.request.frame.id)} came on another stream`,
              },
            ];
          return one.knew === undefined || !isHeardOut(trace, one) ? [] : [{ ref: one.told }];
        }),
      "no stream of a request that takes its time was closed",
    );
  },
};

/** What came for a cancelled request after its stream was closed, on the stream of another exchange. */
function strayFor(trace: Trace, one: CancelledCall): { seq: number; what: string } | undefined {
  const { id } = one.call.request.frame;
  const token = valueAt(one.call.request.frame.params, "_meta", "progressToken");
  for (const message of messages(trace)) {
    const { frame } = message;
    if (message.direction !== "received" || message.seq < one.told || message.connection !== one.call.request.connection)
      continue;
    if (message.exchange === one.call.request.exchange) continue;
    if ((frame.kind === "result" || frame.kind === "error") && frame.id === id && id !== null)
      return { seq: message.seq, what: "an answer" };
    const progress = frame.kind === "notification" && frame.method === "notifications/progress";
    if (progress && token !== undefined && valueAt(frame.params, "progressToken") === token)
      return { seq: message.seq, what: "progress" };
  }
  return undefined;
}

function messagesFor(trace: Trace, { call }: CancelledCall): { seq: number; what: string }[] {
  const token = valueAt(call.request.frame.params, "_meta", "progressToken");
  const progress = notificationsFrom(trace, "notifications/progress").filter(
    (message) =>
      token !== undefined &&
      message.connection === call.request.connection &&
      valueAt(message.frame.params, "progressToken") === token,
  );
  const answer =
    call.answer === undefined || call.request.frame.method === "subscriptions/listen"
      ? []
      : [{ seq: call.answer.seq, what: "an answer" }];
  return [...progress.map((message) => ({ seq: message.seq, what: "progress" })), ...answer];
}
