import { parseFrame } from "../../../jsonrpc/frame.ts";
import { valueAt } from "../../../jsonrpc/json.ts";
import { callsIn, toldSteps } from "../../../trace/told-steps.ts";
import { allCalls } from "../../../trace/call.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { connections, eventsOf, revisionOf } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import { places } from "../../places.ts";
import { canonical } from "../../rules/text-forms.ts";

const kinds: readonly string[] = ["request", "notification", "result", "error"];

/** A POST brings one message. */
export const oneMessage: Check = {
  id: "http.client-one-message",
  title: "The body of every POST is one JSON-RPC message",
  subject: "client",
  level: "MUST",
  spec: places.sending,
  transports: ["http"],
  advice:
    "Send every message as a POST of its own; 2025-03-26 alone allows batches, of requests and notifications or of responses.",
  tolerance: "Batches are the matter of another check, but for those of 2025-03-26 that mix responses with requests.",
  verify: (trace) =>
    overall(
      httpExchanges(trace, "POST").flatMap(({ request, end }): Exhibit[] => {
        const frame = request.body === null ? undefined : parseFrame(request.body);
        const isWhole = frame !== undefined && (frame.kind === "batch" || kinds.includes(frame.kind));
        // A client that goes away while it sends leaves a part of its message behind, or nothing.
        if (!isWhole && end?.how === "closed-by-peer") return [];
        if (frame === undefined) return [{ ref: request, wrong: "a POST has no body" }];
        if (frame.kind === "batch") {
          if (revisionOf(trace) !== "2025-03-26") return [];
          const answers = frame.items.filter(({ kind }) => kind === "result" || kind === "error").length;
          const mixed = answers > 0 && answers < frame.items.length;
          return [{ ref: request, wrong: mixed ? "a batch has responses beside other messages" : undefined }];
        }
        return [{ ref: request, wrong: kinds.includes(frame.kind) ? undefined : "the body of a POST is not one message" }];
      }),
      "the client sent no POST",
    ),
};

/** What may have been done is not asked for twice. */
export const notPostedAgain: Check = {
  id: "http.client-no-repost",
  title: "A call whose answer broke off is not sent again by itself",
  subject: "client",
  level: "PRACTICE",
  spec: {
    "2025-03-26": "basic/transports#sending-messages-to-the-server",
    "2026-07-28": "basic/transports/streamable-http#receiving-messages",
  },
  transports: ["http"],
  advice: "Tell the caller that the answer was lost: the tool may have done its work.",
  verify: (trace) =>
    overallIfAny(
      toldSteps(trace, "call-tool").flatMap(({ scenario, told }): Exhibit[] => {
        const alike = toldSteps(trace, "call-tool").filter(
          (one) => one.scenario === scenario && canonical(one.told) === canonical(told),
        );
        const calls = callsIn(trace, scenario, "tools/call").filter(
          ({ request }) =>
            valueAt(request.frame.params, "name") === told["name"] &&
            canonical(valueAt(request.frame.params, "arguments")) === canonical(told["arguments"]),
        );
        const broken = httpExchanges(trace).find(
          ({ exchange, end }) => end?.how === "broken" && calls.some(({ request }) => request.exchange === exchange),
        );
        const [, again] = calls;
        if (broken === undefined || alike.length > 1) return [];
        return [{ ref: again?.request ?? broken.request, wrong: again && "it was sent again" }];
      }),
      "no answer broke off",
    ),
};

/** Requests of a server come on any stream. */
export const askedOnAnyStream: Check = {
  id: "http.client-any-stream",
  title: "A client answers what a server asks on the stream of its GET, as it does on the stream of a call",
  subject: "client",
  level: "SHOULD",
  spec: {
    "2025-03-26": "basic/transports#listening-for-messages-from-the-server",
    "2025-11-25": "basic/utilities/tasks#input-required-status",
    "2026-07-28": "removed",
  },
  transports: ["http"],
  advice: "Read the stream you opened by GET like any other: requests on it want an answer by POST.",
  tolerance: "Only of clients that opened such a stream, answered a ping on the stream of a call, and left in order.",
  verify(trace) {
    const streams = new Set(httpExchanges(trace, "GET").map(({ exchange }) => exchange));
    const pings = allCalls(trace, "ping");
    const sessions = new Map(connections(trace).map(({ connection, session }) => [connection, session]));
    return overallIfAny(
      pings.flatMap(({ request, answer }): Exhibit[] => {
        if (request.exchange === undefined || !streams.has(request.exchange)) return [];
        const control = pings.some(
          (one) =>
            one.answer !== undefined &&
            one.request.connection === request.connection &&
            one.request.exchange !== undefined &&
            !streams.has(one.request.exchange),
        );
        const session = sessions.get(request.connection);
        const left = eventsOf(trace, "exit").some(({ connection, code }) => code === 0 && sessions.get(connection) === session);
        if (answer !== undefined) return [{ ref: answer }];
        return control && left ? [{ ref: request, wrong: "a ping on the stream of the GET was never answered" }] : [];
      }),
      "no server asked on the stream of a GET",
    );
  },
};
