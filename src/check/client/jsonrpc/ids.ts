import { isId } from "../../../jsonrpc/frame.ts";
import { clientCalls, clientNotifications } from "../../../trace/facts/client-facts.ts";
import { isOfEra, requestsOfEra } from "../../../trace/facts/client-era.ts";
import { messagesOf } from "../../../trace/message.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { eraOf } from "../../../spec/revision.ts";
import { revisionOf } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import { places } from "../../places.ts";
import { shortJson } from "../../rules/text-forms.ts";

const noRequest = "the client sent no request";

/** The id of a request is a string or an integer. */
export const clientIdType: Check = {
  id: "jsonrpc.client-id-type",
  title: "Every request of the client has an id that is a string or an integer",
  subject: "client",
  level: "MUST",
  spec: places.requests,
  advice: "Number the requests from 0 or 1 on, or use a string; null and fractions are not allowed.",
  verify: (trace) =>
    overall(
      messagesOf(trace, "received", "request").map((message) => ({
        ref: message,
        wrong: isId(message.frame.id) ? undefined : `${message.frame.method} has the id ${shortJson(message.frame.id)}`,
      })),
      noRequest,
    ),
};

/** No id is used twice: in a session, or from 2026-07-28 on while a request with it is under way. */
export const clientIdUnique: Check = {
  id: "jsonrpc.client-id-unique",
  title: "No request of the client has an id that another one has used in the session, or that still waits for its answer",
  subject: "client",
  level: "MUST NOT",
  spec: places.requests,
  advice: "Take a new id for every request, retries included; count one up for each connection.",
  verify(trace) {
    const stateless = eraOf(revisionOf(trace) ?? "2025-11-25") === "stateless";
    const ended = new Map(httpExchanges(trace).map(({ exchange, end }) => [exchange, end?.seq]));
    const own = new Set(requestsOfEra(trace).map(({ seq }) => seq));
    const calls = clientCalls(trace).filter(({ request }) => own.has(request.seq));
    const before = new Map<string, (typeof calls)[number]>();
    const exhibits = calls.map((call): Exhibit => {
      const { request } = call;
      const key = `${request.connection} ${JSON.stringify(request.frame.id)}`;
      const earlier = before.get(key);
      before.set(key, call);
      if (earlier === undefined || earlier.request.seq === request.seq) return { ref: request };
      // The end of its exchange ends a request, too: what is answered later under its id is another one's answer.
      const over = Math.min(earlier.answer?.seq ?? Infinity, ended.get(earlier.request.exchange ?? -1) ?? Infinity);
      if (stateless && over < request.seq) return { ref: request };
      return { ref: request, wrong: `${request.frame.method} has the id ${shortJson(request.frame.id)} of an earlier request` };
    });
    return overall(exhibits, noRequest);
  },
};

/** What is called a notification has no id. */
export const clientNotificationWithoutId: Check = {
  id: "jsonrpc.client-notification-without-id",
  title: "Notifications of the client have no id",
  subject: "client",
  level: "MUST NOT",
  spec: places.notifications,
  advice: "Leave the member id out of notifications, also as null.",
  verify: (trace) =>
    overallIfAny(
      [
        ...clientNotifications(trace)
          .filter((message) => isOfEra(trace, message))
          .map((ref) => ({ ref })),
        ...messagesOf(trace, "received", "request")
          .filter(({ frame }) => frame.method.startsWith("notifications/"))
          .map((message) => ({ ref: message, wrong: `${message.frame.method} has the id ${shortJson(message.frame.id)}` })),
      ],
      "the client sent no notification",
    ),
};
