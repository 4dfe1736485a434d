import { clientCalls, clientNotifications } from "../../../trace/facts/client-facts.ts";
import { sessionEnd } from "../../../trace/facts/client/session-end.ts";
import { type HttpExchange, httpExchanges } from "../../../trace/http-exchange.ts";
import { headerValue } from "../../../trace/message.ts";
import { connections, eventsOf, type Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, inconclusive, notApplicable, overall, overallIfAny } from "../../outcome.ts";
import { places } from "../../places.ts";

const header = "mcp-session-id";

/** A session a server gave: its id, the connection it is, and the exchange in which it was given. */
type Session = { readonly id: string; readonly connection: number; readonly given: number };

function sessionsOf(trace: Trace): readonly Session[] {
  return clientCalls(trace, "initialize").flatMap(({ request }): Session[] => {
    const exchange = httpExchanges(trace).find((one) => one.exchange === request.exchange);
    const id = exchange?.response === undefined ? undefined : headerValue(exchange.response.headers, header);
    return id === undefined ? [] : [{ id, connection: request.connection, given: exchange?.response?.seq ?? 0 }];
  });
}

const noSession = "no server gave the client a session";

/** The session id comes with everything that follows. */
export const clientSessionId: Check = {
  id: "http.client-session-id",
  title: "The client sends the session id it was given with every later request",
  subject: "client",
  level: "MUST",
  spec: places.sessions,
  transports: ["http"],
  advice: "Keep the Mcp-Session-Id of the answer to initialize, and send it with every POST, GET and DELETE.",
  tolerance: "What comes after the client has deleted the session, or the server has answered 404 for it, belongs to none.",
  verify: (trace) =>
    overall(
      sessionsOf(trace).flatMap(({ id, connection, given }): Exhibit[] => {
        const over = sessionEnd(trace, connection);
        return httpExchanges(trace)
          .filter((one) => one.connection === connection && one.request.seq > given && one.request.seq < over)
          .map(({ request }) => {
            const sent = headerValue(request.headers, header);
            return {
              ref: request,
              wrong: sent === id ? undefined : `a ${request.method} has ${sent === undefined ? "none" : "another one"}`,
            };
          });
      }),
      noSession,
    ),
};

/** A session that is no longer needed is deleted. */
export const clientSessionDeleted: Check = {
  id: "http.client-session-deleted",
  title: "The client deletes its session when it leaves",
  subject: "client",
  level: "SHOULD",
  spec: places.sessions,
  transports: ["http"],
  advice: "Send DELETE with the session id when the client closes the connection for good.",
  verify(trace) {
    const left = new Set(
      connections(trace).flatMap(({ connection, session }) =>
        eventsOf(trace, "exit").some((exit) => exit.connection === connection && exit.code === 0) ? [session] : [],
      ),
    );
    // A DELETE that was refused for want of a token was sent all the same.
    const refused = new Set(
      eventsOf(trace, "auth").flatMap((one) =>
        one.endpoint === "mcp" && one.method === "DELETE" && one.answer !== undefined ? [one.connection] : [],
      ),
    );
    for (const { connection, session } of connections(trace)) if (refused.has(connection)) left.delete(session);
    const ended = connections(trace).filter(({ session }) => left.has(session));
    // A client whose session died of an answer that was cut off has nothing to delete it with.
    const isCut = (connection: number): boolean =>
      httpExchanges(trace, "POST").some(
        (one) => one.connection === connection && one.response !== undefined && one.end?.how !== "complete",
      );
    const isExpired = (id: string): boolean =>
      httpExchanges(trace).some(
        ({ request, response }) => headerValue(request.headers, header) === id && response?.status === 404,
      );
    if (sessionsOf(trace).length > 0 && left.size === 0)
      return notApplicable("no client with a session came to its end with exit code 0");
    return overall(
      sessionsOf(trace)
        .filter(
          ({ connection, id }) =>
            ended.some((one) => one.connection === connection) &&
            !isExpired(id) &&
            !isCut(connection) &&
            clientNotifications(trace, "notifications/initialized").some((note) => note.connection === connection),
        )
        .map(({ id, connection, given }): Exhibit => {
          const goodbye = httpExchanges(trace, "DELETE").find(
            (one) => one.connection === connection && headerValue(one.request.headers, header) === id,
          );
          return { ref: goodbye?.request ?? given, wrong: goodbye === undefined ? "it ended without a DELETE" : undefined };
        }),
      noSession,
    );
  },
};

/** A forgotten session is replaced by a new one. */
export const clientNewSession: Check = {
  id: "http.client-new-session",
  title: "After a 404 for its session the client opens a new one by initialize without a session id",
  subject: "client",
  level: "MUST",
  spec: places.sessions,
  transports: ["http"],
  advice: "Treat 404 with a session id as the end of the session: initialize again, without the old id, then go on.",
  tolerance:
    "A client that tells its caller of the end and sends nothing more is not accused: it may be about to. One that goes on with the id that is gone is, whoever asked it to: no answer can come of it.",
  verify(trace) {
    const gone = sessionsGone(trace);
    if (gone.length === 0) return inconclusive("no session was forgotten under a client");
    return overallIfAny(
      gone.flatMap(({ opened, wentOn }): Exhibit[] => {
        if (opened !== undefined) return [{ ref: opened.request }];
        return wentOn === undefined ? [] : [{ ref: wentOn.request, wrong: "it went on with the session that was gone" }];
      }),
      "the client sent nothing more after its session was gone",
    );
  },
};

/** A session whose id was answered by 404, and what the client posted once it knew. */
type SessionGone = { readonly opened: HttpExchange | undefined; readonly wentOn: HttpExchange | undefined };

function sessionsGone(trace: Trace): readonly SessionGone[] {
  const exchanges = httpExchanges(trace, "POST");
  const scenarios = new Map(connections(trace).map(({ connection, session }) => [connection, session]));
  const seen = new Set<string>();
  const goodbyes = httpExchanges(trace, "DELETE");
  return exchanges.flatMap(({ request, response, connection }): SessionGone[] => {
    const id = headerValue(request.headers, header);
    if (id === undefined || response?.status !== 404 || seen.has(id)) return [];
    seen.add(id);
    // What it ended itself nobody forgot; what it sent meanwhile may come late.
    const isEnded = goodbyes.some((one) => one.request.seq < response.seq && headerValue(one.request.headers, header) === id);
    if (isEnded) return [];
    const isHere = (other: number): boolean => scenarios.get(other) === scenarios.get(connection);
    const later = exchanges.filter((one) => one.request.seq > response.seq && isHere(one.connection));
    const sameId = later.filter((one) => headerValue(one.request.headers, header) === id);
    const known = sameId.flatMap((one) => one.response ?? []);
    return [
      {
        opened: later.find((one) => headerValue(one.request.headers, header) === undefined),
        // What was sent beside the request that was answered by 404 may be on its way still.
        wentOn: sameId.find((one) => known.some(({ seq }) => seq < one.request.seq)),
      },
    ];
  });
}
