import { httpExchanges } from "../../../trace/http-exchange.ts";
import { isSuccess, posts, responded } from "../../../trace/facts/http-facts.ts";
import { headerValue } from "../../../trace/message.ts";
import { assignedSessions as assigned } from "../../../trace/facts/assigned-sessions.ts";
import { exchangesTagged } from "../../../trace/step.ts";
import { stepOf } from "../../../trace/step-index.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, type Outcome, overall } from "../../outcome.ts";
import { places } from "../../places.ts";
import { statusAnyway, turnedAwayAnyway } from "../../rules/status-anyway.ts";
import { expectStatus } from "../../rules/http-status.ts";

/** Not applicable where a server was initialized and assigned no session id; undefined otherwise. */
function withoutSessions(trace: Trace): Outcome | undefined {
  const initialized = posts(trace).some(
    ({ frame, response }) => frame.kind === "request" && frame.method === "initialize" && isSuccess(response.status),
  );
  return assigned(trace).length === 0 && initialized ? notApplicable("the server assigns no session ids") : undefined;
}

/** Judges the session ids, or says that the server does without sessions. */
function judgeIds(trace: Trace, wrong: (id: string, before: readonly string[]) => string | undefined): Outcome {
  const ids = assigned(trace).map(({ id }) => id);
  const exhibits = assigned(trace).map(({ id, response }, index) => ({ ref: response, wrong: wrong(id, ids.slice(0, index)) }));
  return withoutSessions(trace) ?? overall(exhibits, "no session was opened");
}

export const sessionIdCharacters: Check = {
  id: "http.session-id-characters",
  title: "A session id consists of visible ASCII characters",
  subject: "server",
  level: "MUST",
  spec: places.sessions,
  transports: ["http"],
  advice: "Use a UUID or hexadecimal digits.",
  verify: (trace) =>
    judgeIds(trace, (id) =>
      /^[\u0021-\u007E]+$/.test(id) ? undefined : `the session id ${JSON.stringify(id)} has other characters`,
    ),
};

/** A UUID without its dashes has 32 characters, 128 bits in base64url 22, and 96 bits in hexadecimal 24. */
const shortestStrongId = 16;

export const sessionIdStrong: Check = {
  id: "http.session-id-strong",
  title: "Session ids are unique and cannot be guessed",
  subject: "server",
  level: "SHOULD",
  spec: places.sessions,
  transports: ["http"],
  advice: "Draw session ids from a cryptographic source: a random UUID will do.",
  tolerance:
    "Randomness cannot be seen from outside; only repeated ids, bare numbers of fewer than 20 digits and ids shorter than 16 characters are reported.",
  verify: (trace) =>
    judgeIds(trace, (id, before) => {
      if (before.includes(id)) return "the same session id was assigned twice";
      if (/^\d{1,19}$/.test(id)) return `the session id ${id} is a bare number`;
      return id.length < shortestStrongId ? `a session id of ${id.length} characters` : undefined;
    }),
};

export const missingSession: Check = {
  id: "http.session-missing-400",
  title: "Where a session id is required, a request without one is answered with 400",
  subject: "server",
  level: "SHOULD",
  spec: places.sessions,
  transports: ["http"],
  advice: "Answer 400: 404 tells the client that a session it had is gone.",
  verify(trace) {
    const sessionless = withoutSessions(trace);
    if (sessionless !== undefined) return sessionless;
    const exchanges = responded(exchangesTagged(trace, "no-session-id"));
    if (exchanges.length > 0 && exchanges.every(({ response }) => isSuccess(response.status)))
      return notApplicable("the server does not require the session id");
    return overall(
      exchanges
        .filter((exchange) => !isSuccess(exchange.response.status) && !turnedAwayAnyway(trace, exchange))
        .map((exchange) => expectStatus(exchange, 400)),
      "no request without a session id was refused for that",
    );
  },
};

export const unknownSession: Check = {
  id: "http.session-unknown-404",
  title: "A request with a session id the server never gave is answered with 404",
  subject: "server",
  level: "PRACTICE",
  spec: places.sessions,
  transports: ["http"],
  advice: "After a restart your clients come with ids you do not know; only 404 makes them open a new session.",
  verify(trace) {
    return (
      withoutSessions(trace) ??
      overall(
        responded(exchangesTagged(trace, "unknown-session-id"))
          .filter((exchange) => !turnedAwayAnyway(trace, exchange))
          .map((exchange) => expectStatus(exchange, 404)),
        "no request with an unknown session id was sent, or it was turned away as plain ones are",
      )
    );
  },
};

export const endedSession: Check = {
  id: "http.session-ended-404",
  title: "A request with the id of an ended session is answered with 404",
  subject: "server",
  level: "MUST",
  spec: places.sessions,
  transports: ["http"],
  advice: "Forget the session on DELETE, and answer 404 to its id from then on.",
  verify(trace) {
    const sessionless = withoutSessions(trace);
    if (sessionless !== undefined) return sessionless;
    const deletes = responded(httpExchanges(trace, "DELETE")).filter(({ request }) => stepOf(trace, request)?.deviant !== true);
    if (deletes.length > 0 && deletes.every(({ response }) => !isSuccess(response.status)))
      return notApplicable("the server does not let clients end a session");
    const after = responded(exchangesTagged(trace, "after-delete")).filter((exchange) =>
      deletes.some(
        ({ connection, response }) =>
          connection === exchange.connection && isSuccess(response.status) && response.seq < exchange.request.seq,
      ),
    );
    return overall(
      after
        .filter(({ request }) => headerValue(request.headers, "mcp-session-id") !== undefined)
        .filter((exchange) => !turnedAwayAnyway(trace, exchange))
        .map((exchange) => expectStatus(exchange, 404)),
      "no request was sent in a session that had been ended, or it was turned away as plain ones are",
    );
  },
};

export const deleteStatus: Check = {
  id: "http.session-delete-status",
  title: "DELETE of a session succeeds, or is refused with 405",
  subject: "server",
  level: "PRACTICE",
  spec: places.sessions,
  transports: ["http"],
  advice: "Answer 200 or 204 when the session was ended, 405 when clients may not end sessions.",
  verify(trace) {
    return (
      withoutSessions(trace) ??
      overall(
        responded(httpExchanges(trace, "DELETE"))
          .filter(({ request }) => stepOf(trace, request)?.deviant !== true)
          .filter(({ request }) => headerValue(request.headers, "mcp-session-id") !== undefined)
          .map(({ response }): Exhibit => ({
            ref: response,
            wrong:
              isSuccess(response.status) || response.status === 405
                ? undefined
                : `status ${response.status}, expected 2xx or 405`,
          })),
        "no session was ended",
      )
    );
  },
};

export const getStream: Check = {
  id: "http.get-stream-or-405",
  title: "GET opens an event stream or is answered with 405",
  subject: "server",
  level: "MUST",
  spec: places.getStream,
  transports: ["http"],
  advice: "Answer 405 when you have nothing to send outside of requests; no page, no 404.",
  tolerance: "Judged by the first stream of each session: a server may refuse a second one beside it.",
  verify(trace) {
    const endpoint = posts(trace)[0]?.request.url;
    const seen = new Set<number>();
    const first = httpExchanges(trace, "GET").filter(({ request, connection }) => {
      const opens = request.url === endpoint && headerValue(request.headers, "last-event-id") === undefined;
      if (!opens || seen.has(connection)) return false;
      seen.add(connection);
      return true;
    });
    return overall(
      responded(first).flatMap((exchange): Exhibit[] => {
        const { response } = exchange;
        if (turnedAwayAnyway(trace, exchange)) return [];
        if (response.status === 405) return [{ ref: response }];
        const type = (headerValue(response.headers, "content-type") ?? "").toLowerCase();
        if (isSuccess(response.status) && type.startsWith("text/event-stream")) return [{ ref: response }];
        const wrong = `status ${response.status} with Content-Type ${JSON.stringify(type)}, expected an event stream or 405`;
        return [{ ref: response, wrong }];
      }),
      "no GET was sent, or it was turned away as plain requests are",
    );
  },
};

export const versionHeaderInvalid: Check = {
  id: "http.version-header-invalid-400",
  title: "A request with an invalid MCP-Protocol-Version is answered with 400",
  subject: "server",
  level: "MUST",
  spec: { "2025-06-18": "basic/transports#protocol-version-header", "2026-07-28": "removed" },
  transports: ["http"],
  advice: "Check the header of every request after initialize against the versions you support.",
  explains: [{ checks: ["http.no-server-error"], within: "exchange" }],
  verify(trace) {
    return overall(
      responded(exchangesTagged(trace, "bad-version-header"))
        .filter((exchange) => !turnedAwayAnyway(trace, exchange))
        .map(({ response, request }): Exhibit => ({
          ref: response,
          wrong:
            response.status === 400
              ? undefined
              : `status ${response.status} to version ${JSON.stringify(headerValue(request.headers, "mcp-protocol-version") ?? null)}, expected 400`,
        })),
      "no request with an invalid version was sent, or it was turned away as plain ones are",
    );
  },
};

export const versionHeaderAbsent: Check = {
  id: "http.version-header-absent",
  title: "A request without MCP-Protocol-Version is served all the same",
  subject: "server",
  level: "SHOULD",
  spec: { "2025-06-18": "basic/transports#protocol-version-header", "2026-07-28": "removed" },
  transports: ["http"],
  advice: "Take the version negotiated for the session, or else 2025-03-26: older clients do not know the header.",
  verify(trace) {
    return overall(
      responded(exchangesTagged(trace, "no-version-header"))
        .filter((exchange) => !statusAnyway(trace, exchange))
        .map(({ response }): Exhibit => ({
          ref: response,
          wrong: isSuccess(response.status) ? undefined : `status ${response.status} to a request without the header`,
        })),
      "no request without the header was sent",
    );
  },
};
