import type { Json, JsonObject } from "../../jsonrpc/json.ts";
import type { AuthEndpoint } from "./auth-script.ts";

/** Who was asked: the protected MCP server, its authorization server, or the other one. */
export type AuthParty = "server" | "issuer" | "other";

/** A request to a party of an authorization, read. */
export type AuthAsk = {
  readonly method: string;
  readonly url: URL;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** What is answered; `json` is the body, or `text`. */
export type AuthReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: JsonObject;
  readonly text?: string;
};

/** A request and its answer, for whoever writes them down: nothing in it opens anything. */
export type AuthExchange = {
  readonly party: AuthParty;
  /** `mcp`: a request to the protected end point itself, and what was made of its token. */
  readonly endpoint: AuthEndpoint | "mcp";
  readonly method: string;
  /** The whole address but for its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What was sent in the query, the form or the JSON body. */
  readonly fields: JsonObject;
  /** What the party found out about it, which takes keys or a memory. */
  readonly found: JsonObject;
  /** Absent where the request was let through. */
  readonly answer?: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Json };
};

/** What a request sent, in its query and in its body: a form, or JSON. */
export function fieldsOf({ url, headers, body }: AuthAsk): JsonObject {
  const query = Object.fromEntries(url.searchParams);
  if (body === "") return query;
  if (headers["content-type"]?.includes("json") === true) {
    try {
      const parsed: unknown = JSON.parse(body);
      return typeof parsed === "object" && parsed !== null ? { ...query, ...(parsed as JsonObject) } : query;
    } catch {
      return { ...query, unreadable: true };
    }
  }
  return { ...query, ...Object.fromEntries(new URLSearchParams(body)) };
}

/** A field that is a text. */
export function textField(fields: JsonObject, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" ? value : undefined;
}

/** The headers that say something about an authorization; credentials are not among them. */
const telling = ["host", "accept", "content-type", "origin", "mcp-protocol-version", "location", "www-authenticate"];

/** Those headers alone. */
export const tellingHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => telling.includes(name.toLowerCase())));
