import { readBody } from "../../base/http/asked.ts";
import { askedOf } from "../../base/http/node-exchange.ts";
import { type JsonObject, valueAt } from "../../jsonrpc/json.ts";
import { parseFrame } from "../../jsonrpc/frame.ts";
import type { Front } from "../serve/listening.ts";
import type { Aliases } from "./aliases.ts";
import { type AuthAsk, type AuthExchange, type AuthReply, fieldsOf } from "./auth-exchange.ts";
import { askOf, sendReply } from "./auth-listener.ts";
import { endpointAt } from "./auth-metadata.ts";
import { byReserved, createRuleBook } from "./auth-rules.ts";
import type { AuthScript } from "./auth-script.ts";
import { type AuthServer, exchangeOf } from "./auth-server.ts";

/** What protecting an MCP server takes. */
export type ProtectionSetup = {
  readonly script: AuthScript;
  readonly issuer: AuthServer;
  readonly other: AuthServer | undefined;
  readonly aliases: Aliases;
  readonly note: (exchange: AuthExchange) => void;
  /** Told the MCP server's end point, as `resource` names it, with every request. */
  readonly reached: (origin: string, resource: string) => void;
};

/** What becomes of a request: let through, or refused with this status. */
type Ruling = {
  readonly token: string;
  readonly where: "header" | "query" | "none";
  readonly ruling: "accepted" | "missing" | "unknown" | "expired" | "too little scope" | "of another";
  readonly scope?: string;
};

/** The path of the metadata that only a 401 tells of. */
const elsewhere = "/about/this-resource.json";

/** Stands before an MCP server over HTTP: says who may enter (RFC 9728), and lets nobody in without a token. */
export function protect(setup: ProtectionSetup): Front {
  const { script, issuer, other, aliases, note, reached } = setup;
  const server = script.server ?? {};
  const rules = createRuleBook((script.rules ?? []).filter(({ on }) => on === "resource-metadata"));
  let accepted = 0;
  const uses = new Map<string, number>();

  const hasMoved = (): boolean => server.moves !== undefined && accepted >= server.moves.after;
  const current = (): AuthServer => (hasMoved() && other !== undefined ? other : issuer);

  function rule(ask: AuthAsk, fields: JsonObject): Ruling {
    const bearer = /^Bearer\s+(\S+)$/i.exec(ask.headers["authorization"] ?? "")?.[1];
    const queried = ask.url.searchParams.get("access_token") ?? undefined;
    const token = bearer ?? queried;
    const where = bearer !== undefined ? "header" : queried !== undefined ? "query" : "none";
    if (token === undefined) return { token: "", where, ruling: "missing" };
    const found = current().access(token);
    if (found === undefined) {
      const isOf = issuer.access(token) ?? other?.access(token);
      return { token, where, ruling: isOf === undefined ? "unknown" : "of another" };
    }
    const used = uses.get(token) ?? 0;
    if (server.expires !== undefined && found.place <= server.expires.tokens && used >= server.expires.after)
      return { token, where, ruling: "expired" };
    const lacks = (server.needs ?? []).find(
      ({ tool, method, scope, never }) =>
        (tool === undefined || tool === fields["name"]) &&
        (method === undefined || method === fields["method"]) &&
        (never === true || !found.grant.scope.includes(scope)),
    );
    if (lacks !== undefined) return { token, where, ruling: "too little scope", scope: lacks.scope };
    uses.set(token, used + 1);
    accepted += 1;
    return { token, where, ruling: "accepted" };
  }

  function metadataReply(origin: string, path: string): AuthReply | undefined {
    const places = {
      path: "/.well-known/oauth-protected-resource/mcp",
      root: "/.well-known/oauth-protected-resource",
      elsewhere,
    };
    if (!(server.metadata ?? []).some((kind) => places[kind] === path)) return undefined;
    // What a 401 named is about the end point; what a client looked for at the root may be about nothing but the origin (RFC 9728 section 3.3).
    const resource = path === places.root && server.linked === false ? origin : `${origin}/mcp`;
    const document: JsonObject = {
      resource,
      authorization_servers: [current().issuer()],
      bearer_methods_supported: ["header"],
    };
    const filling = {
      issuer: issuer.issuer(),
      origin,
      resource,
      other: other?.issuer() ?? "",
      reserved: byReserved(origin),
    };
    const plain: AuthReply = { status: 200, headers: { "content-type": "application/json" }, json: document };
    return rules.changed("resource-metadata", path, {}, plain, filling);
  }

  function challenge(origin: string, { ruling, scope }: Ruling): string {
    const place = (server.metadata ?? []).includes("elsewhere")
      ? elsewhere
      : (server.metadata ?? []).includes("path")
        ? "/.well-known/oauth-protected-resource/mcp"
        : "/.well-known/oauth-protected-resource";
    const error = ruling === "missing" ? undefined : ruling === "too little scope" ? "insufficient_scope" : "invalid_token";
    const wanted = scope ?? server.scope;
    const members = [
      ...(error === undefined ? [] : [`error="${error}"`]),
      ...(wanted === undefined ? [] : [`scope="${wanted}"`]),
      ...(server.linked === false || server.metadata === undefined ? [] : [`resource_metadata="${origin}${place}"`]),
    ];
    return members.length === 0 ? "Bearer" : `Bearer ${members.join(", ")}`;
  }

  return async (request, response) => {
    const origin = `http://${request.headers.host ?? "127.0.0.1"}`;
    reached(origin, `${origin}/mcp`);
    const body = await readBody(askedOf(request));
    const ask = askOf(request, origin, body);
    const { pathname } = ask.url;
    const endpoint = pathname === elsewhere ? "resource-metadata" : endpointAt(pathname);
    if (pathname === "/mcp" || pathname === "/") {
      const fields = messageFields(ask.body);
      const found = rule(ask, fields);
      const { token, where, ruling } = found;
      const facts = {
        ruling,
        where,
        ...(ask.url.searchParams.has("access_token") ? { queried: true } : {}),
        ...(token === "" ? {} : { token: aliases.value("token", token) }),
      };
      if (ruling === "accepted") {
        note(exchangeOf("server", "mcp", ask, fields, facts, undefined, aliases));
        return { request, body: body ?? new Uint8Array() };
      }
      const status = ruling === "too little scope" ? 403 : 401;
      const reply = { status, headers: { "www-authenticate": challenge(origin, found) }, text: "" };
      note(exchangeOf("server", "mcp", ask, fields, facts, reply, aliases));
      sendReply(response, reply);
      return undefined;
    }
    if (script.place === "server" && endpoint !== "resource-metadata") {
      sendReply(response, await issuer.answer(ask));
      return undefined;
    }
    const missing: AuthReply = { status: 404, headers: { "content-type": "application/json" }, json: { error: "not_found" } };
    const reply = (endpoint === "resource-metadata" ? metadataReply(origin, pathname) : undefined) ?? missing;
    note(exchangeOf("server", endpoint, ask, fieldsOf(ask), {}, reply, aliases));
    sendReply(response, reply);
    return undefined;
  };
}

/** What a message is about: its method, the name of what it uses, and its id. */
function messageFields(body: string): JsonObject {
  const frame = parseFrame(body);
  if (frame.kind !== "request" && frame.kind !== "notification") return {};
  const name = valueAt(frame.params, "name");
  return { method: frame.method, ...(name === undefined ? {} : { name }), ...(frame.kind === "request" ? { id: frame.id } : {}) };
}
