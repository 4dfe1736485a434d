import { headerMismatch } from "../../../jsonrpc/error-codes.ts";
import { isId, looseId } from "../../../jsonrpc/frame.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { allCalls, calls } from "../../../trace/call.ts";
import { messagesOf } from "../../../trace/message.ts";
import { notificationAnsweredBy } from "../../../trace/facts/notification-answers.ts";
import { answers, malformedSent } from "../../../trace/facts/spoken.ts";
import { callsTagged, exchangesTagged } from "../../../trace/step.ts";
import { stepOf } from "../../../trace/step-index.ts";
import { eventsAt, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overdue, overall } from "../../outcome.ts";
import { places } from "../../places.ts";
import { errorCodeOf, resumedExchanges } from "../../../trace/facts/http-facts.ts";

/** The ids mcpcheck had used on a connection, as JSON text and without their type. */
function sentIds(
  trace: Trace,
): (connection: number) => { readonly exact: ReadonlySet<string>; readonly loose: ReadonlySet<string> } {
  const byConnection = new Map<number, { exact: Set<string>; loose: Set<string> }>();
  for (const { connection, frame } of messagesOf(trace, "sent", "request")) {
    const ids = byConnection.get(connection) ?? { exact: new Set(), loose: new Set() };
    ids.exact.add(JSON.stringify(frame.id));
    ids.loose.add(looseId(frame.id));
    byConnection.set(connection, ids);
  }
  return (connection) => byConnection.get(connection) ?? { exact: new Set(), loose: new Set() };
}

/** What mcpcheck wrote in an event: broken JSON too may hold an id that a lenient server reads. */
function textOf(trace: Trace, seq: number): string {
  const [event] = eventsAt(trace, [seq]);
  if (event?.kind === "frame") return event.text;
  return event?.kind === "http-request" ? (event.body ?? "") : "";
}

/** Requests whose headers said something else than their body: who tells so, by the error for it, has read the body. */
function comparedWithBody(trace: Trace): ReadonlySet<number> {
  const differing = ["method-header-mismatch", "name-header-mismatch"].flatMap((tag) => exchangesTagged(trace, tag));
  return new Set(
    differing.flatMap((one) => (one.response !== undefined && errorCodeOf(trace, one) === headerMismatch ? [one.exchange] : [])),
  );
}

export const responseId: Check = {
  id: "jsonrpc.response-id",
  title: "Every response carries the id of a request that was sent",
  subject: "server",
  level: "MUST",
  spec: places.responses,
  advice: "Copy the id of the request into the response, character by character.",
  tolerance:
    "An error without an id, or with id null, is accepted where the id of the request could not be read, and in the body of a refused HTTP request: JSON-RPC wants null there, the MCP schema leaves it out. Not where the refusal says that a header differs from the body: then that was read.",
  verify(trace) {
    const idsOf = sentIds(trace);
    const malformed = malformedSent(trace);
    const refused = new Set(httpExchanges(trace).flatMap((one) => ((one.response?.status ?? 0) >= 400 ? [one.exchange] : [])));
    const compared = comparedWithBody(trace);
    return overall(
      answers(trace).flatMap((message): Exhibit[] => {
        const { frame, connection, seq } = message;
        const { exact, loose } = idsOf(connection);
        const { exchange = -1 } = message;
        // Null was an id of ours only where mcpcheck tried that.
        if (exact.has(JSON.stringify(frame.id ?? null)) && (isId(frame.id) || !compared.has(exchange))) return [{ ref: message }];
        if (
          isId(frame.id) &&
          malformed.some((sent) => sent.connection === connection && textOf(trace, sent.seq).includes(JSON.stringify(frame.id)))
        )
          return [];
        if (isId(frame.id))
          return loose.has(looseId(frame.id))
            ? []
            : [{ ref: message, wrong: `a response to ${JSON.stringify(frame.id)}, which was never asked` }];
        const unreadable = malformed.some((sent) => sent.connection === connection && sent.seq < seq);
        const excused = frame.kind === "error" && !compared.has(exchange) && (unreadable || refused.has(exchange));
        if (excused || notificationAnsweredBy(trace, message) !== undefined) return [];
        return [
          {
            ref: message,
            wrong: frame.id === undefined ? "a response without an id" : `a response with id ${JSON.stringify(frame.id)}`,
          },
        ];
      }),
      "the server answered nothing",
    );
  },
};

export const idType: Check = {
  id: "jsonrpc.id-type",
  title: "The id comes back with its JSON type: a number stays a number, a string a string",
  subject: "server",
  level: "MUST",
  spec: places.responses,
  advice: "Keep the id as the JSON value it was; do not convert it on the way through your types.",
  verify(trace) {
    const idsOf = sentIds(trace);
    return overall(
      answers(trace).flatMap((message): Exhibit[] => {
        const { frame, connection } = message;
        const { exact, loose } = idsOf(connection);
        if (!isId(frame.id)) return [];
        if (exact.has(JSON.stringify(frame.id))) return [{ ref: message }];
        if (!loose.has(looseId(frame.id))) return [];
        return [{ ref: message, wrong: `the id came back as the ${typeof frame.id} ${JSON.stringify(frame.id)}` }];
      }),
      "the server answered nothing",
    );
  },
};

/**
 * Where a server shows that it answers no id that is text: at the requests with one, and at the errors without any id that it sends
 * instead. Nowhere when one was answered.
 */
function whereTextIsNoId(trace: Trace): number[] {
  const texts = allCalls(trace).filter(({ request }) => typeof request.frame.id === "string");
  if (texts.some(({ answer }) => answer !== undefined)) return [];
  const nameless = answers(trace).filter(({ frame }) => frame.kind === "error" && !isId(frame.id));
  return [...texts.map(({ request }) => request.seq), ...nameless.map(({ seq }) => seq)];
}

export const anyIdAnswered: Check = {
  id: "jsonrpc.any-id-answered",
  title: "A request with any string or integer id is answered: 0, negative, empty, not ASCII, large",
  subject: "server",
  level: "MUST",
  spec: places.requests,
  advice: "Test whether the member id is there, not whether it is truthy; keep integers up to 2^53 exact.",
  explains: [{ checks: ["jsonrpc.*", "lifecycle.ping"], within: "message", at: whereTextIsNoId }],
  verify(trace) {
    return overall(
      callsTagged(trace, "special-id").flatMap((call): Exhibit[] => {
        if (call.answer !== undefined) return [{ ref: call.answer }];
        const { connection, seq, frame } = call.request;
        const otherwise = answers(trace).some(
          (one) => one.connection === connection && one.seq > seq && looseId(one.frame.id) === looseId(frame.id),
        );
        const alive = allCalls(trace).some(
          (later) => later.request.connection === connection && later.request.seq > seq && later.answer !== undefined,
        );
        return otherwise || !alive
          ? []
          : [
              overdue(
                call.request,
                `no answer to a request with id ${JSON.stringify(frame.id)}, while later requests were answered`,
              ),
            ];
      }),
      "no request with a special id was sent",
    );
  },
};

export const oneResponse: Check = {
  id: "jsonrpc.one-response",
  title: "A request gets one response, not several",
  subject: "server",
  level: "MUST",
  spec: places.responses,
  advice: "Answer once: look for handlers that both return and send, and for retries that answer again.",
  verify(trace) {
    const resumed = resumedExchanges(trace);
    // An id that came back with another type was meant for the request: its type is for another check. What had no id that can be
    // read may be answered in the same words as often as it was sent.
    const asked = new Map<string, number>();
    for (const { connection, frame } of messagesOf(trace, "sent", "request")) {
      if (!isId(frame.id)) continue;
      const key = `${connection} ${looseId(frame.id)}`;
      asked.set(key, (asked.get(key) ?? 0) + 1);
    }
    const got = new Map<string, number>();
    return overall(
      answers(trace)
        .filter((message) => isId(message.frame.id) && (message.exchange === undefined || !resumed.has(message.exchange)))
        .flatMap((message): Exhibit[] => {
          const key = `${message.connection} ${looseId(message.frame.id)}`;
          const limit = asked.get(key);
          if (limit === undefined) return [];
          const count = (got.get(key) ?? 0) + 1;
          got.set(key, count);
          return [{ ref: message, wrong: count > limit ? `another response to ${JSON.stringify(message.frame.id)}` : undefined }];
        }),
      "the server answered nothing",
    );
  },
};

/** Requests that do no work of the server's own: silence on them is not slowness. */
const promptMethods: ReadonlySet<string> = new Set([
  "initialize",
  "server/discover",
  "ping",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
]);

export const everyRequestAnswered: Check = {
  id: "jsonrpc.every-request-answered",
  title: "Every request gets a response",
  subject: "server",
  level: "MUST",
  spec: places.responses,
  advice: "Answer each request with a result or an error; a handler that throws must lead to an error response.",
  verify(trace) {
    const plain = calls(trace).filter(
      (call) =>
        promptMethods.has(call.request.frame.method) &&
        isId(call.request.frame.id) &&
        stepOf(trace, call.request)?.tag === undefined,
    );
    return overall(
      plain.flatMap((call): Exhibit[] => {
        if (call.answer !== undefined) return [{ ref: call.answer }];
        const { connection, seq, frame } = call.request;
        const alive = plain.some(
          (later) => later.request.connection === connection && later.request.seq > seq && later.answer !== undefined,
        );
        if (call.silence === undefined || !alive) return [];
        return [
          overdue(
            call.request,
            `no response to ${frame.method} within ${call.silence.ms} ms, while later requests were answered`,
          ),
        ];
      }),
      "no request was answered",
    );
  },
};
