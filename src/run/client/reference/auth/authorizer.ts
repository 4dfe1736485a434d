import { createHash, randomBytes } from "node:crypto";
import { importPKCS8, SignJWT } from "jose";
import { isArray, type JsonObject } from "../../../../jsonrpc/json.ts";
import type { AuthFault } from "./auth-faults.ts";
import { challengeIn } from "./challenge.ts";
import { discover, type Found } from "./discover.ts";
import { askJson } from "./http-json.ts";

/** A deviation of what is sent to an authorization server: members to set, or with null to leave out. */
export type FieldChange = { readonly on: string; readonly fields: JsonObject };

/** What a client that gets itself authorized is made from. */
export type AuthorizerSetup = {
  /** The end point of the MCP server. */
  readonly url: string;
  /** What it was handed beforehand: `client_id`, `client_secret`, `private_key_pem`, `client_metadata_url`, `grant_type`. */
  readonly context: Readonly<Record<string, string>>;
  readonly faults: ReadonlySet<AuthFault>;
  readonly changes: readonly FieldChange[];
};

/** A client that gets itself authorized. */
export type Authorizer = {
  readonly token: () => string | undefined;
  /**
   * Told of a 401 or 403 and what it demands: gets a token, or says (false) that it can do no more. `what` the request was about bounds
   * how often more scopes are asked for. @throws Error when the way to a token is not to be gone on
   */
  readonly challenged: (status: number, header: string | undefined, what: string) => Promise<boolean>;
};

type Client = { readonly id: string; readonly secret?: string; readonly key?: string };

/** Where the user's browser is sent back to: nobody listens there, for consent comes at once, by a redirection. */
const redirectUri = "http://localhost:39123/callback";

/** Most times more scopes are asked for one operation. */
const mostUpgrades = 2;
/** Whoever asks so often has no limit, and ends here so that a busy machine need not cut it off. */
const farTooMany = 8;

/** An authorizer: discovery, registration, PKCE, refresh and step-up, as the newest revision has them. */
export function createAuthorizer({ url, context, faults, changes }: AuthorizerSetup): Authorizer {
  const clients = new Map<string, Client>();
  const upgrades = new Map<string, number>();
  const anywhere = faults.has("asks-any-address");
  let token: string | undefined;
  let tokenOf: string | undefined;
  let refresh: { readonly issuer: string; readonly token: string } | undefined;
  let asked: readonly string[] = [];
  let failures = 0;

  const changed = (on: string, fields: JsonObject): Record<string, string> => {
    const all = changes
      .filter((change) => change.on === `auth:${on}`)
      .reduce<JsonObject>((sum, one) => ({ ...sum, ...one.fields }), fields);
    return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
  };

  async function clientAt({ issuer, metadata }: Found): Promise<Client> {
    const known = clients.get(faults.has("keeps-client-id") ? "" : issuer);
    if (known !== undefined) return known;
    const client = await newClient(metadata);
    clients.set(faults.has("keeps-client-id") ? "" : issuer, client);
    return client;
  }

  async function newClient(metadata: JsonObject): Promise<Client> {
    const { client_id: id, client_secret: secret, private_key_pem: key, client_metadata_url: document } = context;
    if (faults.has("makes-up-an-id")) return { id: "a-client" };
    // What was handed out is for the authorization server it was handed out for: the first.
    if (id !== undefined && !faults.has("registers-always") && clients.size === 0)
      return { id, ...(secret === undefined ? {} : { secret }), ...(key === undefined ? {} : { key }) };
    if (id !== undefined && clients.size > 0 && !faults.has("registers-always"))
      throw new Error("the credentials this client has are for another authorization server");
    const takesDocuments = metadata["client_id_metadata_document_supported"] === true && !faults.has("ignores-documents");
    if (document !== undefined && (takesDocuments || faults.has("is-always-a-document"))) return { id: document };
    const endpoint = metadata["registration_endpoint"];
    if (typeof endpoint !== "string" || faults.has("never-registers"))
      throw new Error("this client has no id for the authorization server");
    const all = changes
      .filter(({ on }) => on === "auth:register")
      .reduce<JsonObject>((sum, one) => ({ ...sum, ...one.fields }), {
        client_name: "mcpcheck reference client",
        redirect_uris: [redirectUri],
        application_type: "native",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: methodFor(metadata),
      });
    const body = JSON.stringify(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)));
    const headers = { "content-type": "application/json", accept: "application/json" };
    const reply = await askJson(endpoint, { method: "POST", headers, body }, anywhere);
    const { client_id: given, client_secret: own } = reply.body ?? {};
    if (typeof given !== "string" && !faults.has("goes-on-unregistered"))
      throw new Error(`the authorization server refused to register this client: ${String(reply.status)}`);
    return { id: typeof given === "string" ? given : "undefined", ...(typeof own === "string" ? { secret: own } : {}) };
  }

  function methodFor(metadata: JsonObject): string {
    const offered = metadata["token_endpoint_auth_methods_supported"];
    const methods = isArray(offered) ? offered : ["none"];
    if (faults.has("prefers-basic")) return "client_secret_basic";
    return ["none", "client_secret_basic", "client_secret_post"].find((one) => methods.includes(one)) ?? "none";
  }

  async function codeFor(found: Found, client: Client, scope: readonly string[], verifier: string): Promise<string> {
    const state = randomBytes(16).toString("base64url");
    const query = changed("authorize", {
      response_type: "code",
      client_id: client.id,
      redirect_uri: redirectUri,
      state,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      resource: url,
      ...(scope.length === 0 ? {} : { scope: scope.join(" ") }),
    });
    const address = new URL(endpointOf(found, "authorization_endpoint"));
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const { location, status } = await askJson(address.href, {}, anywhere);
    if (location === undefined) throw new Error(`the authorization server sent nobody back: ${String(status)}`);
    const back = new URL(location).searchParams;
    checkIssuer(found, back.get("iss") ?? undefined, back.get("error_description") ?? "");
    if (back.get("state") !== (query["state"] ?? null) && !faults.has("ignores-state"))
      throw new Error("the state is not the one that was sent");
    const code = back.get("code");
    if (code === null) throw new Error(`authorization was refused: ${back.get("error") ?? "without a reason"}`);
    return code;
  }

  /** RFC 9207 section 2.4, as the specification has it (basic/authorization#authorization-response-validation). */
  function checkIssuer({ issuer, metadata, named }: Found, iss: string | undefined, said: string): void {
    if (faults.has("ignores-iss") || !named) return;
    const plain = (text: string): string => (faults.has("normalizes-iss") ? new URL(text).href : text);
    const announced = metadata["authorization_response_iss_parameter_supported"] === true;
    if (iss === undefined ? !announced : plain(iss) === plain(issuer)) return;
    throw new Error(
      `the answer is not of the authorization server it was asked of${faults.has("shows-foreign-errors") ? `: ${said}` : ""}`,
    );
  }

  async function post(found: Found, client: Client, on: string, fields: JsonObject): Promise<JsonObject> {
    const { headers, fields: own } = await authentication(found, client);
    const form = changed("token", changed(on, { ...fields, ...own, resource: url }));
    const init = { method: "POST", headers: { accept: "application/json", ...headers }, body: new URLSearchParams(form) };
    const { status, body } = await askJson(endpointOf(found, "token_endpoint"), init, anywhere);
    if (status !== 200 || body === undefined || typeof body["access_token"] !== "string")
      throw new Error(`the authorization server gave no token: ${String(status)}`);
    return body;
  }

  async function authentication(found: Found, { id, secret, key }: Client) {
    if (key !== undefined) {
      const assertion = new SignJWT({ jti: randomBytes(8).toString("hex") })
        .setProtectedHeader({ alg: "ES256" })
        .setIssuer(id)
        .setSubject(id)
        .setAudience(found.issuer)
        .setIssuedAt()
        .setExpirationTime("5m");
      const signed = await assertion.sign(await importPKCS8(key, "ES256"));
      const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
      return { headers: {}, fields: { client_id: id, client_assertion_type: type, client_assertion: signed } };
    }
    if (secret === undefined) return { headers: {}, fields: { client_id: id } };
    if (methodFor(found.metadata) === "client_secret_post")
      return { headers: {}, fields: { client_id: id, client_secret: secret } };
    const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64");
    return { headers: { authorization: `Basic ${basic}` }, fields: {} };
  }

  function keep(issuer: string, { access_token: access, refresh_token: again }: JsonObject): void {
    if (typeof access === "string") [token, tokenOf] = [access, issuer];
    if (typeof again === "string" && !(faults.has("keeps-refresh-token") && refresh !== undefined))
      refresh = { issuer, token: again };
  }

  async function authorize(found: Found, scope: readonly string[]): Promise<void> {
    const client = await clientAt(found);
    if (context["grant_type"] === "client_credentials" && !faults.has("acts-for-a-user")) {
      const fields = { grant_type: "client_credentials", ...(scope.length === 0 ? {} : { scope: scope.join(" ") }) };
      return keep(found.issuer, await post(found, client, "credentials", fields));
    }
    const verifier = randomBytes(32).toString("base64url");
    const code = await codeFor(found, client, scope, verifier);
    const fields = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
    keep(found.issuer, await post(found, client, "code", fields));
  }

  async function refreshed(found: Found): Promise<boolean> {
    if (refresh === undefined || refresh.issuer !== found.issuer || faults.has("never-refreshes")) return false;
    const fields = { grant_type: "refresh_token", refresh_token: refresh.token };
    try {
      keep(found.issuer, await post(found, await clientAt(found), "refresh", fields));
      return true;
    } catch {
      refresh = undefined; // it is not valid any more: the user is asked again
      return false;
    }
  }

  async function upgraded(what: string, challenge: Readonly<Record<string, string>>): Promise<boolean> {
    const tried = upgrades.get(what) ?? 0;
    const most = faults.has("steps-up-for-ever") ? farTooMany : mostUpgrades;
    if (challenge["error"] !== "insufficient_scope" || tried >= most || faults.has("never-steps-up")) return false;
    upgrades.set(what, tried + 1);
    const wanted = words(challenge["scope"]);
    asked = faults.has("forgets-scopes") ? wanted : [...new Set([...asked, ...wanted])];
    await authorize(await discover(url, challenge["resource_metadata"], faults), asked);
    return true;
  }

  return {
    token: () => token,
    async challenged(status, header, what) {
      const challenge = challengeIn(header);
      if (status === 403) return await upgraded(what, challenge);
      // Whoever is refused with a token that is fresh is not helped by another one.
      if (token !== undefined && (failures += 1) > 4) return false;
      const found = await discover(url, challenge["resource_metadata"], faults);
      // A token of another authorization server is not this server's any more.
      if (tokenOf !== found.issuer && !faults.has("keeps-token")) token = undefined;
      if (token !== undefined && tokenOf !== found.issuer) return true;
      if (token !== undefined && (await refreshed(found))) return true;
      asked = challenge["scope"] === undefined ? (found.scopes ?? []) : words(challenge["scope"]);
      await authorize(found, asked);
      return true;
    },
  };
}

const words = (text: string | undefined): readonly string[] => (text ?? "").split(" ").filter((word) => word !== "");

function endpointOf({ metadata }: Found, name: string): string {
  const endpoint = metadata[name];
  if (typeof endpoint !== "string") throw new Error(`the authorization server names no ${name}`);
  return endpoint;
}
