import type { JsonObject } from "../../jsonrpc/json.ts";
import type { Aliases } from "./aliases.ts";
import {
  type AuthAsk,
  type AuthExchange,
  type AuthParty,
  type AuthReply,
  fieldsOf,
  tellingHeaders,
  textField,
} from "./auth-exchange.ts";
import { authenticationOf, endpointAt, metadataOf, metadataPaths } from "./auth-metadata.ts";
import { byReserved, createRuleBook, filled } from "./auth-rules.ts";
import type { AuthEndpoint, AuthScript } from "./auth-script.ts";
import { createClientBook } from "./client-book.ts";
import { type GrantDesk, authorized, tokens } from "./grants.ts";
import { type KeyPair, makeKeys, pemOf } from "./signing.ts";
import { issueToken, type TokenWish } from "./issue-token.ts";
import { createTokenStore, type Grant } from "./token-store.ts";

/** Time and chance of an authorization server: milliseconds since 1970, and fresh strings nobody can guess. */
export type AuthWorld = { readonly now: () => number; readonly random: () => string };

/** What an authorization server is made from. */
export type AuthServerSetup = {
  readonly script: AuthScript;
  readonly world: AuthWorld;
  readonly party: AuthParty;
  /** Scheme, host and port it is reached at, once it listens. */
  readonly origin: () => string;
  /** The MCP server it protects, as `resource` names it; empty where there is none. */
  readonly resource: () => string;
  /** The issuer of the other authorization server; empty where there is none. */
  readonly other: () => string;
  readonly aliases: Aliases;
  readonly note: (exchange: AuthExchange) => void;
};

/** An authorization server, apart from the port it listens on. */
export type AuthServer = {
  readonly issuer: () => string;
  /** Answers a request to any of its endpoints, and tells of it. */
  readonly answer: (ask: AuthAsk) => Promise<AuthReply>;
  /** What an access token it gave out stands for, and which it is; undefined for one that is not its own. */
  readonly access: (token: string) => { readonly grant: Grant; readonly place: number } | undefined;
  /** A token as somebody wishes it: expired, for others, with too little scope, or signed by a stranger. */
  readonly issue: (wish: TokenWish) => Promise<string>;
  /** What a client is handed beforehand. */
  readonly hands: () => Promise<Readonly<Record<string, string>>>;
  readonly jwks: () => Promise<JsonObject>;
};

/** Plays a script as an authorization server. */
export function createAuthServer(setup: AuthServerSetup): AuthServer {
  const { script, world, party, origin, aliases, note } = setup;
  const path = script.path ?? "";
  const issuer = (): string => `${origin()}${path}`;
  const filling = () => ({
    issuer: issuer(),
    origin: origin(),
    resource: setup.resource(),
    other: setup.other(),
    reserved: byReserved(origin()),
  });
  const rules = createRuleBook(script.rules ?? []);
  const store = createTokenStore();
  let made: Promise<KeyPair> | undefined;
  let handed: KeyPair | undefined;
  const keys = (): Promise<KeyPair> => (made ??= makeKeys(script.algorithm ?? "ES256", "mcpcheck-1"));
  const clients = createClientBook({
    clients: script.clients ?? [],
    documents: script.documents === true,
    methods: authenticationOf(script),
    handedKey: () => handed?.jwk,
    random: world.random,
    now: world.now,
  });
  const jwks = async (): Promise<JsonObject> => ({ keys: [(await keys()).jwk] });
  const issue = async (wish: TokenWish): Promise<string> =>
    await issueToken(wish, { keys: await keys(), issuer: issuer(), now: world.now(), id: world.random() });
  const desk: GrantDesk = { script, world, clients, store, issuer, resource: setup.resource, issue };
  const places = metadataPaths(path);
  const served = new Set((script.metadata ?? ["oauth"]).map((kind) => places[kind]));

  async function right(
    endpoint: AuthEndpoint,
    ask: AuthAsk,
    fields: JsonObject,
    found: Record<string, string>,
  ): Promise<AuthReply> {
    switch (endpoint) {
      case "metadata":
        return ask.method === "GET" && served.has(ask.url.pathname) ? json(200, metadataOf(script, issuer())) : notFound;
      case "jwks":
        return json(200, await jwks());
      case "register":
        if (script.registration === false) return notFound;
        return ask.method === "POST" ? json(201, clients.register(fields) as JsonObject) : notFound;
      case "authorize":
        return authorized(desk, fields, found);
      case "token":
        return ask.method === "POST" ? await tokens(desk, fields, ask.headers["authorization"], found) : notFound;
      case "revoke":
        store.revoke(textField(fields, "token") ?? "");
        return json(200, {});
      case "introspect":
        return json(200, introspection(textField(fields, "token") ?? "", store.access, issuer()));
      case "resource-metadata":
      case "elsewhere":
        return notFound;
    }
  }

  return {
    issuer,
    jwks,
    issue,
    access(token) {
      const grant = store.access(token);
      return grant === undefined ? undefined : { grant, place: store.placeOf(token) };
    },
    async hands() {
      const wanted = script.hands ?? {};
      if (!Object.values(wanted).includes("{key}")) return filled(wanted, filling());
      handed ??= await makeKeys("ES256", "client-1");
      const pem = await pemOf(handed);
      const entries = Object.entries(filled(wanted, filling()));
      return Object.fromEntries(entries.map(([name, value]) => [name, value === "{key}" ? pem : value]));
    },
    async answer(ask) {
      const endpoint = endpointAt(ask.url.pathname);
      const isOurs = endpoint === "metadata" || ask.url.pathname.startsWith(`${path}/`);
      const fields = fieldsOf(ask);
      const found: Record<string, string> = {};
      const plain = isOurs ? await right(endpoint, ask, fields, found) : notFound;
      const reply = rules.changed(endpoint, ask.url.pathname, fields, plain, filling());
      note(exchangeOf(party, endpoint, ask, fields, found, reply, aliases));
      return reply;
    },
  };
}

const json = (status: number, body: JsonObject): AuthReply => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  json: body,
});

const notFound: AuthReply = json(404, { error: "not_found" });

/** What is written down of a request and its answer. */
export function exchangeOf(
  party: AuthParty,
  endpoint: AuthExchange["endpoint"],
  ask: AuthAsk,
  fields: JsonObject,
  found: JsonObject,
  reply: AuthReply | undefined,
  aliases: Aliases,
): AuthExchange {
  const { method, url, headers } = ask;
  const common = {
    party,
    endpoint,
    method,
    url: `${url.origin}${url.pathname}`,
    headers: tellingHeaders(headers),
    fields: aliases.json(fields),
    found,
  };
  if (reply === undefined) return common;
  const { location, ...rest } = tellingHeaders(reply.headers);
  const shown = { ...rest, ...(location === undefined ? {} : { location: aliases.url(location) }) };
  const body = reply.json === undefined ? (reply.text ?? null) : aliases.json(reply.json);
  return { ...common, answer: { status: reply.status, headers: shown, body } };
}

/** What an authorization server says of a token (RFC 7662). */
function introspection(token: string, access: (token: string) => Grant | undefined, issuer: string): JsonObject {
  const grant = access(token);
  if (grant === undefined) return { active: false };
  const { client, scope, audience } = grant;
  return {
    active: true,
    iss: issuer,
    sub: "mcpcheck-user",
    client_id: client,
    scope: scope.join(" "),
    aud: audience,
    token_type: "Bearer",
  };
}
