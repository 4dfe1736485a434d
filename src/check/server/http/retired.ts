import { asObject, isArray } from "../../../jsonrpc/json.ts";
import { eraOf, isRevision } from "../../../spec/revision.ts";
import { httpExchanges } from "../../../trace/http-exchange.ts";
import { posts, responded } from "../../../trace/facts/http-facts.ts";
import { headerValue } from "../../../trace/message.ts";
import { announcements } from "../../../trace/facts/server-facts.ts";
import { answers } from "../../../trace/facts/spoken.ts";
import { statelessServerRequests } from "../../../trace/facts/stateless.ts";
import { callsTagged, exchangesTagged } from "../../../trace/step.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, notApplicable, type Outcome, overall } from "../../outcome.ts";
import { statusAnyway } from "../../rules/status-anyway.ts";
import { overTellingCalls } from "../../rules/fails-anyway.ts";
import { places } from "../../places.ts";

/** Whether server/discover names a revision with sessions beside this one. */
function speaksOldRevisions(trace: Trace): boolean {
  return announcements(trace).some(({ result }) => {
    const { supportedVersions } = asObject(result);
    return (
      isArray(supportedVersions) && supportedVersions.some((version) => isRevision(version) && eraOf(version) === "stateful")
    );
  });
}

const oldRevisions =
  "Only servers of this revision alone are asked for 405. One that also serves earlier revisions without naming them in supportedVersions may open a stream, or refuse with 400, 401, 403 or 404.";

/** 405, or one of the refusals of a server that serves earlier revisions on the same endpoint. */
function methodRefused(trace: Trace, tag: string): Outcome {
  if (speaksOldRevisions(trace)) return notApplicable("the server also speaks revisions with sessions");
  return overall(
    responded(exchangesTagged(trace, tag)).map(({ response }): Exhibit => {
      if ([400, 401, 403, 404, 405].includes(response.status)) return { ref: response };
      const type = (headerValue(response.headers, "content-type") ?? "").toLowerCase();
      if (type.startsWith("text/event-stream")) return { ref: response };
      return { ref: response, wrong: `status ${response.status}, expected 405` };
    }),
    "no such request was sent",
  );
}

const base = {
  subject: "server",
  level: "SHOULD",
  spec: places.earlierHttp,
  transports: ["http"],
  tolerance: oldRevisions,
} as const;

export const getRefused: Check = {
  ...base,
  id: "http.get-405",
  title: "GET is answered with 405",
  advice: "There is no stream outside of requests in this revision; answer 405 with Allow: POST.",
  verify: (trace) => methodRefused(trace, "get-retired"),
};

export const deleteRefused: Check = {
  ...base,
  id: "http.delete-405",
  title: "DELETE is answered with 405",
  advice: "There are no sessions to end in this revision; answer 405 with Allow: POST.",
  verify: (trace) => methodRefused(trace, "delete-retired"),
};

export const noSessionMinted: Check = {
  ...base,
  id: "http.no-session-minted",
  title: "No session id is assigned",
  tolerance: "The answer to an initialize of old is left out.",
  advice: "Leave out Mcp-Session-Id from answers to requests of this revision.",
  verify(trace) {
    return overall(
      posts(trace)
        .filter(({ frame }) => frame.kind === "request" && frame.method !== "initialize")
        .map(({ response }): Exhibit => {
          const id = headerValue(response.headers, "mcp-session-id");
          return { ref: response, wrong: id === undefined ? undefined : "an answer with Mcp-Session-Id" };
        }),
      "no request was answered",
    );
  },
};

export const noServerRequests: Check = {
  id: "http.no-server-requests",
  title: "The server sends no JSON-RPC requests",
  subject: "server",
  level: "MUST NOT",
  spec: { "2026-07-28": "basic/transports/streamable-http#receiving-messages" },
  transports: ["http"],
  advice: "Ask for input with a result of type input_required instead of sending a request on the stream.",
  verify(trace) {
    return overall(
      [
        ...statelessServerRequests(trace).map((message): Exhibit => ({
          ref: message,
          wrong: `a request ${message.frame.method} from the server`,
        })),
        ...answers(trace).map((message): Exhibit => ({ ref: message })),
      ],
      "the server answered nothing",
    );
  },
};

export const headerNamesAnyCase: Check = {
  subject: "server",
  transports: ["http"],
  id: "http.header-names-any-case",
  title: "Header names are understood in any case",
  level: "MUST",
  spec: { "2026-07-28": "basic/transports/streamable-http#case-sensitivity" },
  advice: "Look headers up without regard to case: HTTP/2 sends them in lower case.",
  verify: (trace) => servedWithHeader(trace, "odd-header-case"),
};

export const sessionIdIgnored: Check = {
  subject: "server",
  transports: ["http"],
  id: "http.session-id-ignored",
  title: "A request with an Mcp-Session-Id of old is served as without it",
  level: "SHOULD",
  spec: places.earlierHttp,
  advice: "There are no sessions in this revision: ignore the header.",
  verify: (trace) => servedWithHeader(trace, "foreign-session-id"),
};

export const lastEventIdIgnored: Check = {
  subject: "server",
  transports: ["http"],
  id: "http.last-event-id-ignored",
  title: "A request with a Last-Event-ID of old is served as without it",
  level: "SHOULD",
  spec: places.earlierHttp,
  advice: "Streams cannot be resumed in this revision: ignore the header.",
  verify: (trace) => servedWithHeader(trace, "last-event-id"),
};

function servedWithHeader(trace: Trace, tag: string): Outcome {
  return overTellingCalls(
    trace,
    { special: callsTagged(trace, tag), none: "no such request was sent" },
    ({ answer, request }): Exhibit[] => {
      if (answer === undefined) {
        const refusal = responded(httpExchanges(trace)).find((exchange) => exchange.exchange === request.exchange);
        return refusal === undefined || statusAnyway(trace, refusal)
          ? []
          : [{ ref: refusal.response, wrong: `status ${refusal.response.status} without an answer` }];
      }
      if (answer.frame.kind === "result") return [{ ref: answer }];
      return [{ ref: answer, wrong: `refused with error code ${JSON.stringify(answer.frame.error.code ?? null)}` }];
    },
  );
}
