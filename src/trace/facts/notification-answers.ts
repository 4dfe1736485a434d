import { isId } from "../../jsonrpc/frame.ts";
import { allCalls, calls } from "../call.ts";
import { type FrameOf, type Message, messagesOf } from "../message.ts";
import { malformedSent } from "./spoken.ts";
import type { Trace } from "../trace.ts";

/**
 * The notification an answer without an id seems to answer: the last one sent before it on its connection (over HTTP: in
 * its exchange), unless a request sent after that notification had been answered by then, or something malformed was sent
 * meanwhile that may have caused it. Undefined when it cannot be blamed on a notification, or was meant for a request.
 */
export function notificationAnsweredBy(
  trace: Trace,
  answer: Message<FrameOf<"result"> | FrameOf<"error">>,
): Message<FrameOf<"notification">> | undefined {
  if (isId(answer.frame.id) || allCalls(trace).some((call) => call.answer?.frame === answer.frame)) return undefined;
  const sent = messagesOf(trace, "sent", "notification").findLast(
    (one) =>
      one.connection === answer.connection &&
      one.seq < answer.seq &&
      !one.batched &&
      (answer.exchange === undefined || one.exchange === answer.exchange),
  );
  if (sent === undefined) return undefined;
  const settled = calls(trace).findLast(
    (call) => call.request.connection === answer.connection && call.answer !== undefined && call.answer.seq < answer.seq,
  );
  if (settled !== undefined && settled.request.seq > sent.seq) return undefined;
  const since = settled?.request.seq ?? 0;
  const muddied = malformedSent(trace).some(
    (one) => one.connection === answer.connection && one.seq > since && one.seq < answer.seq,
  );
  return muddied && answer.exchange === undefined ? undefined : sent;
}
