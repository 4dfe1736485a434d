import type { Check } from "../../../../src/check/check.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import type { EventOf } from "../../../../src/trace/wire-event.ts";
import { type Line, opened, smallTrace } from "../../../support/traces/small-trace.ts";

export { broken, kept, none as noOccasion } from "../told-trace.ts";

export const server = "https://mcp.example";
export const issuer = "https://issuer.example";

const places: Readonly<Record<string, string>> = {
  mcp: `${server}/mcp`,
  "resource-metadata": `${server}/.well-known/oauth-protected-resource/mcp`,
  metadata: `${issuer}/.well-known/oauth-authorization-server`,
  authorize: `${issuer}/authorize`,
  token: `${issuer}/token`,
  register: `${issuer}/register`,
};

/** The client turns to an end point, and is not answered unless `more` says how. */
export function asks(endpoint: string, more: Partial<EventOf<"auth">> = {}): Line {
  return {
    kind: "auth",
    connection: 1,
    party: endpoint === "mcp" || endpoint === "resource-metadata" ? "server" : "issuer",
    endpoint,
    method: endpoint === "authorize" || endpoint.endsWith("metadata") ? "GET" : "POST",
    url: places[endpoint] ?? "",
    headers: {},
    fields: {},
    found: {},
    ...more,
  };
}

/** How an end point answers. */
export const answer = (status: number, body: Json = null, headers: Readonly<Record<string, string>> = {}) => ({
  answer: { status, headers, body },
});

/** The client asks an end point for a document, and is given it. */
export const gets = (endpoint: string, body: JsonObject, more: Partial<EventOf<"auth">> = {}): Line =>
  asks(endpoint, { ...answer(200, body), ...more });

/** A request to the MCP server that is turned away, with these members of the challenge. */
export function turnedAway(challenge = "", more: Partial<EventOf<"auth">> = {}, status = 401): Line {
  return asks("mcp", { ...answer(status, null, { "www-authenticate": `Bearer ${challenge}` }), ...more });
}

/** A request with a token that lets it in. */
export const letIn = (token = "a", found: JsonObject = {}): Line => asks("mcp", { found: { token, where: "header", ...found } });

/** The user is sent back with this query. */
export const sentBackWith = (query: string) => answer(302, null, { location: `http://localhost:1/back?${query}` });

/** What a check says of a client that was started once: the events are numbered from 2 on. */
export const verdict = (check: Check, lines: readonly Line[]): Outcome =>
  check.verify(smallTrace("client", [opened({ transport: "http" }), ...lines], "http"));
