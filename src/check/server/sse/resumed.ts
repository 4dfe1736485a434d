import { valueAt } from "../../../jsonrpc/json.ts";
import { isSuccess } from "../../../trace/facts/http-facts.ts";
import { frameIn } from "../../../trace/frame-in.ts";
import { type HttpExchange, httpExchanges } from "../../../trace/http-exchange.ts";
import { type Call, calls } from "../../../trace/call.ts";
import { headerValue } from "../../../trace/message.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { EventOf } from "../../../trace/wire-event.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overallIfAny, overdue } from "../../outcome.ts";
import { answerIds, carriesData } from "./streamed.ts";

/** A stream that was resumed by its last event id, with the stream of a request that event had come on. */
type Resumed = {
  readonly from: HttpExchange;
  readonly resumed: HttpExchange;
  readonly stream: readonly EventOf<"sse-event">[];
  readonly last: string;
};

function resumedStreams(trace: Trace): Resumed[] {
  const all = httpExchanges(trace);
  return all.flatMap((one) => {
    const last = headerValue(one.request.headers, "last-event-id");
    if (one.request.method !== "GET" || last === undefined) return [];
    const from = all.find(
      (other) =>
        other.connection === one.connection &&
        other.request.method === "POST" &&
        other.request.seq < one.request.seq &&
        other.stream.some((event) => event.id === last),
    );
    return from === undefined ? [] : [{ from, resumed: one, stream: one.stream.filter(carriesData), last }];
  });
}

const spec: Check["spec"] = { "2025-03-26": "basic/transports#resumability-and-redelivery", "2026-07-28": "removed" };
const unseen = "no stream was resumed, or nothing came on it";

export const resumedOwnStream: Check = {
  id: "sse.resumed-own-stream",
  title: "A resumed stream brings nothing of other streams",
  subject: "server",
  level: "MUST NOT",
  spec,
  transports: ["http"],
  advice: "Keep the stream with every event you store, and replay those of the stream whose event id the client names.",
  tolerance: "Accused are responses to requests that were sent on other streams, and events whose ids came on other streams.",
  verify(trace) {
    const streams = httpExchanges(trace).filter(({ request }) => headerValue(request.headers, "last-event-id") === undefined);
    return overallIfAny(
      resumedStreams(trace).flatMap(({ from, stream }) => {
        const frame = frameIn(from.request);
        const asked = frame?.kind === "request" ? JSON.stringify(frame.id) : undefined;
        return stream.map((event): Exhibit => {
          const foreign = answerIds(event).find((id) => id !== asked);
          if (foreign !== undefined)
            return { ref: event, wrong: `the response to ${foreign} on the resumed stream of ${asked ?? "a batch"}` };
          const home = streams.find(
            (one) => one.connection === from.connection && event.id !== undefined && one.stream.some(({ id }) => id === event.id),
          );
          const moved = home !== undefined && home.exchange !== from.exchange;
          return { ref: event, wrong: moved ? `the event ${JSON.stringify(event.id)} of another stream` : undefined };
        });
      }),
      unseen,
    );
  },
};

export const resumedAfter: Check = {
  id: "sse.resumed-after",
  title: "A resumed stream goes on after the event the client names",
  subject: "server",
  level: "PRACTICE",
  spec,
  transports: ["http"],
  advice: "Replay what came after Last-Event-ID, not that event or those before it.",
  verify(trace) {
    return overallIfAny(
      resumedStreams(trace).flatMap(({ from, stream }) => {
        const had = new Set(from.stream.flatMap(({ id }) => (id === undefined ? [] : [id])));
        return stream.map((event): Exhibit => {
          const twice = event.id !== undefined && had.has(event.id);
          return { ref: event, wrong: twice ? `the event ${JSON.stringify(event.id)} came a second time` : undefined };
        });
      }),
      unseen,
    );
  },
};

/** How much longer than ever before a call must have been listened for, before its answer counts as one that does not come. */
const patience = 1.3;

export const disconnectedGoesOn: Check = {
  id: "sse.disconnected-goes-on",
  title: "A request whose connection broke is worked on: its stream, once resumed, brings more",
  subject: "server",
  level: "SHOULD NOT",
  spec: { "2025-03-26": "basic/transports#sending-messages-to-the-server", "2026-07-28": "removed" },
  transports: ["http"],
  advice:
    "Go on with a request when its connection closes, and keep the answer for the stream: only notifications/cancelled cancels.",
  tolerance:
    "Judged where events have ids and the tool was called before to its end; the stream is listened to, and asked for once more where the server closes it, for longer than it took then.",
  verify(trace) {
    const streams = resumedStreams(trace);
    return overallIfAny(
      streams.flatMap(({ from, resumed, stream }): Exhibit[] => {
        const [first] = stream;
        if (first !== undefined) return [{ ref: first }];
        const call = calls(trace).find(({ request }) => request.exchange === from.exchange);
        const more = streams.some((other) => other.from === from && other.resumed.request.seq > resumed.request.seq);
        if (call === undefined || more || !isSuccess(resumed.response?.status ?? 0)) return [];
        if (call.answer !== undefined) return call.answer.seq < resumed.request.seq ? [] : [{ ref: call.answer }];
        const before = longestAlike(trace, call);
        return before === undefined || (resumed.end?.at ?? 0) - call.request.at < patience * before
          ? []
          : [
              overdue(
                resumed.request,
                "nothing came of a request whose connection had been closed, on the resumed stream or elsewhere",
              ),
            ];
      }),
      unseen,
    );
  },
};

/** How long the same tool took at most to answer, in ms; undefined where it never did. */
function longestAlike(trace: Trace, { request }: Call): number | undefined {
  const name = JSON.stringify(valueAt(request.frame.params, "name"));
  const took = calls(trace, request.frame.method).flatMap((one) =>
    one.answer !== undefined && JSON.stringify(valueAt(one.request.frame.params, "name")) === name
      ? [one.answer.at - one.request.at]
      : [],
  );
  return took.length === 0 ? undefined : Math.max(...took);
}
