import { valueAt } from "../../../jsonrpc/json.ts";
import { isRevision } from "../../../spec/revision.ts";
import { clientCalls, clientPosts } from "../../../trace/facts/client-facts.ts";
import { isOfEra } from "../../../trace/facts/client-era.ts";
import { sessionEnd } from "../../../trace/facts/client/session-end.ts";
import { type HttpExchange, httpExchanges } from "../../../trace/http-exchange.ts";
import { headerValue } from "../../../trace/message.ts";
import type { Trace } from "../../../trace/trace.ts";
import type { Check } from "../../check.ts";
import { type Exhibit, overall, overallIfAny } from "../../outcome.ts";
import { places } from "../../places.ts";

const noPost = "the client posted no message";

/** Whether an Accept header takes a media type. */
function accepts(exchange: HttpExchange, type: string): boolean {
  const [major = ""] = type.split("/");
  const ranges = (headerValue(exchange.request.headers, "accept") ?? "")
    .split(",")
    .map((one) => one.split(";")[0]?.trim().toLowerCase());
  return ranges.some((range) => range === type || range === `${major}/*` || range === "*/*");
}

const acceptTolerance = "A range such as */* is taken for the types it holds.";

function acceptDefect(exchange: HttpExchange, types: readonly string[]): string | undefined {
  const missing = types.filter((type) => !accepts(exchange, type));
  const given = headerValue(exchange.request.headers, "accept");
  return missing.length === 0
    ? undefined
    : `Accept is ${given === undefined ? "missing" : `"${given}"`}, without ${missing.join(" and ")}`;
}

/** A POST takes JSON and event streams. */
export const clientAccept: Check = {
  id: "http.client-accept",
  title: "Every POST of the client accepts application/json and text/event-stream",
  subject: "client",
  level: "MUST",
  spec: places.sending,
  transports: ["http"],
  advice: "Send Accept: application/json, text/event-stream with every message.",
  tolerance: acceptTolerance,
  verify: (trace) =>
    overall(
      clientPosts(trace).map(({ exchange }) => ({
        ref: exchange.request,
        wrong: acceptDefect(exchange, ["application/json", "text/event-stream"]),
      })),
      noPost,
    ),
};

/** A GET takes event streams. */
export const clientGetAccept: Check = {
  id: "http.client-get-accept",
  title: "A GET of the client accepts text/event-stream",
  subject: "client",
  level: "MUST",
  spec: places.getStream,
  transports: ["http"],
  advice: "Send Accept: text/event-stream with the GET that opens a stream.",
  tolerance: acceptTolerance,
  verify: (trace) =>
    overallIfAny(
      httpExchanges(trace, "GET")
        .filter(({ request }) => isEndPoint(request.url))
        .map((exchange) => ({ ref: exchange.request, wrong: acceptDefect(exchange, ["text/event-stream"]) })),
      "the client opened no stream by GET",
    ),
};

const isEndPoint = (url: string): boolean => /^\/(mcp)?(\?|$)/.test(url);

/** The exchanges of each session after its `initialize` was answered and before it was over, with the version that was agreed. */
function laterExchanges(trace: Trace): readonly { readonly exchange: HttpExchange; readonly version: string }[] {
  return clientCalls(trace, "initialize").flatMap(({ request, answer }) => {
    const version = answer?.frame.kind === "result" ? valueAt(answer.frame.result, "protocolVersion") : undefined;
    if (answer === undefined || !isRevision(version)) return [];
    const over = sessionEnd(trace, request.connection);
    return httpExchanges(trace)
      .filter(
        (exchange) =>
          exchange.connection === request.connection &&
          exchange.request.seq > answer.seq &&
          exchange.request.seq < over &&
          isEndPoint(exchange.request.url),
      )
      .map((exchange) => ({ exchange, version }));
  });
}

const versionHeaderPlace = { "2025-06-18": "basic/transports#protocol-version-header", "2026-07-28": "removed" } as const;

/** After the opening every request names the version. */
export const clientVersionHeader: Check = {
  id: "http.client-version-header",
  title: "After initialize every HTTP request of the client has MCP-Protocol-Version",
  subject: "client",
  level: "MUST",
  spec: versionHeaderPlace,
  transports: ["http"],
  advice: "Add MCP-Protocol-Version with the agreed version to every request after initialize: POST, GET and DELETE.",
  verify: (trace) =>
    overall(
      laterExchanges(trace).map(({ exchange: { request } }) => ({
        ref: request,
        wrong:
          headerValue(request.headers, "mcp-protocol-version") === undefined ? `a ${request.method} is without it` : undefined,
      })),
      "the client sent no HTTP request after initialize",
    ),
};

/** It is the one that was agreed. */
export const clientVersionHeaderAgreed: Check = {
  id: "http.client-version-header-agreed",
  title: "MCP-Protocol-Version is the version that was agreed",
  subject: "client",
  level: "SHOULD",
  spec: versionHeaderPlace,
  transports: ["http"],
  advice:
    "Take the version from the result of initialize, not the one you asked for: a server that does not speak the other has to refuse the request with 400.",
  verify: (trace) =>
    overall(
      laterExchanges(trace).flatMap(({ exchange: { request }, version }): Exhibit[] => {
        const given = headerValue(request.headers, "mcp-protocol-version");
        if (given === undefined) return [];
        return [{ ref: request, wrong: given === version ? undefined : `it is ${given}, where ${version} was agreed` }];
      }),
      "the client sent no MCP-Protocol-Version",
    ),
};

/** Every message is a POST of its own kind: JSON. */
export const clientContentType: Check = {
  id: "http.client-content-type",
  title: "The client posts messages as application/json",
  subject: "client",
  level: "PRACTICE",
  spec: places.sending,
  transports: ["http"],
  advice: "Send Content-Type: application/json: servers refuse a body they cannot tell to be JSON.",
  verify: (trace) =>
    overall(
      clientPosts(trace)
        .filter(({ message }) => isOfEra(trace, message))
        .map(({ exchange: { request } }) => {
          const type = headerValue(request.headers, "content-type");
          const isJson = type?.split(";")[0]?.trim().toLowerCase() === "application/json";
          return { ref: request, wrong: isJson ? undefined : `Content-Type is ${type ?? "missing"}` };
        }),
      noPost,
    ),
};
