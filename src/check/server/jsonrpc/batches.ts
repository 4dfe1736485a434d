import { answered, calls } from "../../../trace/call.ts";
import { fenced } from "../../../trace/facts/fence.ts";
import { answers } from "../../../trace/facts/spoken.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { eventsOf, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, notApplicable, overall, overallIfAny } from "../../outcome.ts";

/** The only revision with batches. It says how they travel, and for what they are points to JSON-RPC. */
const batching = { "2025-03-26": "basic/index#batching", "2025-06-18": "removed" } as const;

/** The requests of batches that were answered with a result. */
const batchedCalls = (trace: Trace) =>
  answered(calls(trace)).filter(({ request }) => request.batched && stepOf(trace, request)?.tag === "batch");

export const batchAnsweredTogether: Check = {
  id: "jsonrpc.batch-answered-together",
  title: "The requests of a batch are answered in one array",
  subject: "server",
  level: "SHOULD",
  spec: batching,
  transports: ["stdio"],
  advice:
    "Collect the responses to the members of an array, and write them as one array when the last is there (JSON-RPC 2.0, section 6).",
  tolerance: "Over Streamable HTTP single responses on the event stream are allowed.",
  verify: (trace) =>
    overallIfAny(
      batchedCalls(trace).map(({ answer }): Exhibit => ({
        ref: answer,
        wrong: answer.batched ? undefined : "the requests of a batch were answered one by one",
      })),
      "no request of a batch was answered",
    ),
};

export const batchOfNotifications: Check = {
  id: "jsonrpc.batch-of-notifications",
  title: "A batch of nothing but notifications is not answered, not even with an empty array",
  subject: "server",
  level: "MUST NOT",
  spec: batching,
  advice:
    "Where no member of an array asks for a response, send nothing (JSON-RPC 2.0, section 6); over HTTP that is 202 without a body.",
  tolerance: "Judged where the requests of a batch are answered. Over HTTP an error status may have an error without an id.",
  verify(trace) {
    const sent = fenced(trace, "notification-batch");
    if (sent.length === 0) return inconclusive("no batch of notifications was sent");
    if (batchedCalls(trace).length === 0) return notApplicable("the server does not answer batches at all");
    const refused = new Set(eventsOf(trace, "http-response").flatMap((one) => (one.status >= 400 ? [one.exchange] : [])));
    const ours = new Set(calls(trace).map(({ answer }) => answer?.frame));
    const stray = answers(trace).filter(({ frame }) => !ours.has(frame));
    return overall(
      sent.flatMap(({ received, fence }): Exhibit[] => {
        const told = received.find(
          (message) =>
            !refused.has(message.exchange ?? -1) &&
            (message.frame.kind === "batch" ? message.frame.items.length === 0 : stray.some(({ seq }) => seq === message.seq)),
        );
        if (told !== undefined)
          return [{ ref: told, wrong: `answered with ${told.frame.kind === "batch" ? "an empty array" : "a response"}` }];
        return fence?.answer === undefined ? [] : [{ ref: fence.answer }];
      }),
      "nothing was answered after a batch of notifications",
    );
  },
};
