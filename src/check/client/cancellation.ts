import { type Json, valueAt } from "../../jsonrpc/json.ts";
import { eraOf } from "../../spec/revision.ts";
import { clientCalls, clientNotifications, sameId, stepReports } from "../../trace/facts/client-facts.ts";
import { httpExchanges } from "../../trace/http-exchange.ts";
import type { Message } from "../../trace/message.ts";
import { connections, eventsOf, revisionOf, type Trace } from "../../trace/trace.ts";
import type { Check } from "../check.ts";
import { type Exhibit, overall, overallIfAny } from "../outcome.ts";
import { shortJson } from "../rules/text-forms.ts";

const behaviour = {
  "2024-11-05": "basic/utilities/cancellation#behavior-requirements",
  "2026-07-28": "basic/patterns/cancellation#behavior-requirements",
} as const;

const cancelled = (trace: Trace) => clientNotifications(trace, "notifications/cancelled");

/** Only requests of one's own are cancelled. */
export const clientCancelsOwn: Check = {
  id: "cancellation.client-own-requests",
  title: "What the client cancels it has asked for",
  subject: "client",
  level: "MUST",
  spec: behaviour,
  advice: "Send notifications/cancelled with the id of a request of your own, in the type you sent it with.",
  tolerance: "A request that was refused for want of a token, or of scope, was asked all the same.",
  verify: (trace) =>
    overallIfAny(
      cancelled(trace).map((note): Exhibit => {
        const id = valueAt(note.frame.params, "requestId");
        const known =
          wasRefused(trace, note, id) ||
          clientCalls(trace).some(
            ({ request }) => request.seq < note.seq && request.connection === note.connection && sameId(request.frame.id, id),
          );
        return { ref: note, wrong: known ? undefined : `it cancels ${shortJson(id)}, which it never asked` };
      }),
      "the client cancelled nothing by a notification",
    ),
};

/** Whether a request of this id was refused before, in the same scenario, by whoever looks at tokens: it never reached the server. */
function wasRefused(trace: Trace, { seq, connection }: Message, id: Json | undefined): boolean {
  const sessionOf = (number: number): string | undefined => connections(trace).find((one) => one.connection === number)?.session;
  if (id === undefined) return false;
  return eventsOf(trace, "auth").some(
    (step) =>
      step.endpoint === "mcp" &&
      step.answer !== undefined &&
      step.seq < seq &&
      sameId(step.fields["id"], id) &&
      sessionOf(step.connection) === sessionOf(connection),
  );
}

/** The opening is not cancelled. */
export const clientKeepsInitialize: Check = {
  id: "cancellation.client-not-initialize",
  title: "The client does not cancel initialize",
  subject: "client",
  level: "MUST NOT",
  spec: { "2024-11-05": "basic/utilities/cancellation#behavior-requirements", "2026-07-28": "removed" },
  advice: "Close the connection instead of cancelling initialize.",
  verify: (trace) =>
    overallIfAny(
      cancelled(trace).map((note): Exhibit => {
        const id = valueAt(note.frame.params, "requestId");
        const opening = clientCalls(trace, "initialize").some(
          ({ request }) => request.connection === note.connection && sameId(request.frame.id, id),
        );
        return { ref: note, wrong: opening ? "it cancels initialize" : undefined };
      }),
      "the client cancelled nothing by a notification",
    ),
};

/** A call that is given up is cancelled at the server. */
export const clientTellsCancellation: Check = {
  id: "cancellation.client-signals",
  title: "A call the client gives up is cancelled at the server",
  subject: "client",
  level: "SHOULD",
  spec: { "2025-03-26": "basic/lifecycle#timeouts", "2026-07-28": "basic/patterns/cancellation#timeouts" },
  advice:
    "Send notifications/cancelled when a request times out; over HTTP from 2026-07-28 on close its response stream instead.",
  verify(trace) {
    const stateless = eraOf(revisionOf(trace) ?? "2025-11-25") === "stateless";
    const givenUp = stepReports(trace).filter(
      ({ told, report }) => valueAt(told, "cancelAfterMs") !== undefined && report.value["ok"] === false,
    );
    return overall(
      givenUp.flatMap(({ told, report }): Exhibit[] => {
        const call = clientCalls(trace, "tools/call").findLast(
          ({ request }) => request.seq < report.seq && valueAt(request.frame.params, "name") === valueAt(told, "name"),
        );
        if (call === undefined || (call.answer !== undefined && call.answer.seq < report.seq)) return [];
        const { request } = call;
        const note = cancelled(trace).find(
          ({ connection, seq, frame }) =>
            connection === request.connection &&
            seq > request.seq &&
            sameId(valueAt(frame.params, "requestId"), request.frame.id),
        );
        const end = httpExchanges(trace).find(({ exchange }) => exchange === request.exchange)?.end;
        const closed = stateless && end?.how === "closed-by-peer" ? end : undefined;
        const shown = note ?? closed;
        return [
          { ref: shown ?? request, wrong: shown === undefined ? "a call was given up, and the server not told" : undefined },
        ];
      }),
      "no client that reports its steps gave a call up",
    );
  },
};
