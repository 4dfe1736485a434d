import { valueAt } from "../../jsonrpc/json.ts";
import { calls } from "../../trace/call.ts";
import { notificationsFrom } from "../../trace/facts/server-message.ts";
import { eventsOf, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, notApplicable, overall, type Outcome } from "../outcome.ts";
import { notByLateProgress } from "../rules/late-progress.ts";

/** Progress whose token one request alone carried, and whether it came on the stream of that request while it was open. */
function onOwnStream(trace: Trace): Outcome {
  const sent = notificationsFrom(trace, "notifications/progress");
  if (sent.length === 0) return notApplicable("the server sent no progress");
  const ends = eventsOf(trace, "http-end");
  const outcome = overall(
    sent.flatMap((message): Exhibit[] => {
      const token = valueAt(message.frame.params, "progressToken");
      const carriers = calls(trace).filter(
        ({ request }) =>
          request.connection === message.connection &&
          request.seq < message.seq &&
          token !== undefined &&
          valueAt(request.frame.params, "_meta", "progressToken") === token,
      );
      const [carrier] = carriers;
      if (carrier === undefined || carriers.length > 1) return [];
      if (message.exchange === carrier.request.exchange) return [{ ref: message }];
      // What comes after the answer, or after the stream was closed, is late, which is another fault.
      const ended = [carrier.answer, ends.find(({ exchange }) => exchange === carrier.request.exchange)];
      if (ended.some((end) => end !== undefined && end.seq < message.seq)) return [];
      const id = JSON.stringify(carrier.request.frame.id);
      return [{ ref: message, wrong: `progress of request ${id} came on another stream than that of the request` }];
    }),
    "no progress with a token of one request alone came",
  );
  return notByLateProgress(trace, outcome);
}

export const progressOwnStream: Check = {
  id: "progress.own-stream",
  title: "Progress comes on the stream of the request it is about",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-03-26": "basic/transports#listening-for-messages-from-the-server", "2026-07-28": "removed" },
  transports: ["http"],
  advice:
    "Send notifications about a request by what the request handler was given for it, not by the server as a whole: so they take its stream.",
  verify: onOwnStream,
};

export const progressOnlyOwnStream: Check = {
  id: "progress.only-own-stream",
  title: "Progress comes on no other stream than that of its request",
  subject: "server",
  level: "MUST",
  spec: { "2026-07-28": "basic/transports/streamable-http#receiving-messages" },
  transports: ["http"],
  advice: "Send progress on the response stream of its request; a subscription or another request is no place for it.",
  verify: onOwnStream,
};
