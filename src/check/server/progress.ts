import { valueAt, type Json } from "../../jsonrpc/json.ts";
import { type Call, calls } from "../../trace/call.ts";
import type { FrameOf, Message } from "../../trace/message.ts";
import { cancelledCalls } from "../../trace/facts/cancelled-calls.ts";
import { notificationsFrom } from "../../trace/facts/server-message.ts";
import type { Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, notApplicable, overall, overallIfAny } from "../outcome.ts";
import { resumedExchanges } from "../../trace/facts/http-facts.ts";
import { cameAfter } from "../rules/in-flight.ts";
import { notByLateProgress } from "../rules/late-progress.ts";
import { textOrJson } from "../rules/text-forms.ts";

type Progress = Message<FrameOf<"notification">>;
const progress = (trace: Trace): readonly Progress[] => notificationsFrom(trace, "notifications/progress");
const tokenOf = (message: Progress): Json | undefined => valueAt(message.frame.params, "progressToken");
const noProgress = "the server sent no progress";

/** The requests that carried a token before the message came, on its connection. */
function requestsWith(trace: Trace, message: Progress, same: (token: Json) => boolean): Call[] {
  return calls(trace).filter((call) => {
    const token = valueAt(call.request.frame.params, "_meta", "progressToken");
    return token !== undefined && call.request.connection === message.connection && call.request.seq < message.seq && same(token);
  });
}

export const progressKnownToken: Check = {
  id: "progress.known-token",
  title: "Progress refers to a token a request carried",
  subject: "server",
  level: "MUST",
  spec: {
    "2024-11-05": "basic/utilities/progress#behavior-requirements",
    "2026-07-28": "basic/patterns/progress#behavior-requirements",
  },
  advice: "Send progress only for requests with _meta.progressToken, and send that token back.",
  verify(trace) {
    const outcome = overallIfAny(
      progress(trace).map((message) => ({
        ref: message,
        wrong:
          requestsWith(trace, message, (token) => textOrJson(token) === textOrJson(tokenOf(message))).length > 0
            ? undefined
            : `progress for the token ${JSON.stringify(tokenOf(message)) ?? "none"}, which no request carried`,
      })),
      noProgress,
    );
    return notByLateProgress(trace, outcome);
  },
};

export const progressTokenType: Check = {
  id: "progress.token-type",
  title: "A progress token comes back with the JSON type it was sent with",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "basic/utilities/progress#progress-flow", "2026-07-28": "basic/patterns/progress#progress-flow" },
  advice: 'Keep the token as it is: 7 and "7" are two tokens.',
  verify(trace) {
    if (progress(trace).length === 0) return notApplicable(noProgress);
    const outcome = overall(
      progress(trace).flatMap((message): Exhibit[] => {
        const token = tokenOf(message);
        const alike = requestsWith(trace, message, (sent) => textOrJson(sent) === textOrJson(token));
        if (alike.length === 0) return [];
        const exact = alike.some((call) => valueAt(call.request.frame.params, "_meta", "progressToken") === token);
        return [{ ref: message, wrong: exact ? undefined : `the token came back as ${JSON.stringify(token)}` }];
      }),
      "no progress with a known token came",
    );
    return notByLateProgress(trace, outcome);
  },
};

export const progressIncreases: Check = {
  id: "progress.increases",
  title: "Progress increases with each notification",
  subject: "server",
  level: "MUST",
  spec: { "2024-11-05": "basic/utilities/progress#progress-flow", "2026-07-28": "basic/patterns/progress#progress-flow" },
  advice: "Send a notification only when the value has grown, also when the total is unknown.",
  tolerance: "What comes on a stream that was resumed with Last-Event-ID is left out: it may be there for the second time.",
  verify(trace) {
    if (progress(trace).length === 0) return notApplicable(noProgress);
    const resumed = resumedExchanges(trace);
    const last = new Map<string, number>();
    const outcome = overall(
      progress(trace).flatMap((message): Exhibit[] => {
        if (message.exchange !== undefined && resumed.has(message.exchange)) return [];
        const value = valueAt(message.frame.params, "progress");
        if (typeof value !== "number") return [];
        const request = requestsWith(trace, message, (token) => token === tokenOf(message)).at(-1);
        const key = `${message.connection} ${JSON.stringify(tokenOf(message))} ${request?.request.seq ?? 0}`;
        const before = last.get(key);
        last.set(key, value);
        return [
          {
            ref: message,
            wrong: before !== undefined && value <= before ? `progress went from ${before} to ${value}` : undefined,
          },
        ];
      }),
      "no progress with a number came",
    );
    return notByLateProgress(trace, outcome);
  },
};

export const progressStops: Check = {
  id: "progress.stops",
  title: "No progress comes after the answer",
  subject: "server",
  level: "MUST",
  spec: {
    "2024-11-05": "basic/utilities/progress#implementation-notes",
    "2026-07-28": "basic/patterns/progress#implementation-notes",
  },
  advice: "Await or cancel whatever reports progress before answering.",
  tolerance: "Only progress on the channel that carried the answer counts; the token of a task stays valid until the task ends.",
  verify(trace) {
    const owned = progress(trace).map((message) => ({
      message,
      request: requestsWith(trace, message, (token) => token === tokenOf(message)).at(-1),
    }));
    const cancelled = new Set(cancelledCalls(trace).map(({ call }) => call.request.seq));
    const wasCancelled = ({ request }: Call): boolean => cancelled.has(request.seq);
    if (owned.length === 0) return notApplicable(noProgress);
    if (owned.every(({ request }) => request !== undefined && isTask(request)))
      return notApplicable("only tasks reported progress, which tasks.progress-ends judges");
    // What was cancelled need not be answered, and so has no end that progress could come after.
    if (owned.every(({ request }) => request !== undefined && request.answer === undefined && wasCancelled(request)))
      return notApplicable("only requests that were cancelled reported progress, which cancellation.work-stops judges");
    const outcome = overall(
      owned.flatMap(({ message, request }): Exhibit[] => {
        // Of a request that was never answered it shows nothing.
        if (request?.answer === undefined || isTask(request)) return [];
        return [
          {
            ref: message,
            wrong: cameAfter(message, request)
              ? `progress for request ${JSON.stringify(request.request.frame.id)} after its answer`
              : undefined,
          },
        ];
      }),
      "no progress with a known token came",
    );
    return notByLateProgress(trace, outcome);
  },
};

const isTask = (call: Call): boolean =>
  call.answer?.frame.kind === "result" && valueAt(call.answer.frame.result, "task") !== undefined;

export const progressWithinTotal: Check = {
  id: "progress.within-total",
  title: "Progress does not exceed its total",
  subject: "server",
  level: "PRACTICE",
  spec: { "2024-11-05": "basic/utilities/progress#progress-flow", "2026-07-28": "basic/patterns/progress#progress-flow" },
  advice: "Leave total out while it is unknown.",
  verify(trace) {
    const withTotal = progress(trace).filter((message) => typeof valueAt(message.frame.params, "total") === "number");
    const outcome = overallIfAny(
      withTotal.map((message) => {
        const [value, total] = [valueAt(message.frame.params, "progress"), valueAt(message.frame.params, "total")];
        return {
          ref: message,
          wrong:
            typeof value === "number" && typeof total === "number" && value > total ? `progress ${value} of ${total}` : undefined,
        };
      }),
      "no progress with a total was sent",
    );
    return notByLateProgress(trace, outcome);
  },
};
