import type { JsonObject } from "../../jsonrpc/json.ts";
import { type AuthReply, textField } from "./auth-exchange.ts";
import { grantsOf } from "./auth-metadata.ts";
import type { AuthScript } from "./auth-script.ts";
import type { ClientBook } from "./client-book.ts";
import type { TokenWish } from "./issue-token.ts";
import { type Grant, type TokenStore, verifierFinding } from "./token-store.ts";

/** What giving codes and tokens takes. */
export type GrantDesk = {
  readonly script: AuthScript;
  readonly world: { readonly random: () => string };
  readonly clients: ClientBook;
  readonly store: TokenStore;
  readonly issuer: () => string;
  readonly resource: () => string;
  readonly issue: (wish: TokenWish) => Promise<string>;
};

type Found = Record<string, string>;

const words = (text: string | undefined): readonly string[] => (text ?? "").split(" ").filter((word) => word !== "");

const json = (status: number, body: JsonObject): AuthReply => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  json: body,
});

const refused = (error: string, error_description: string, status = 400): AuthReply => json(status, { error, error_description });

/** Consents at once: sends the user's browser back with a code (RFC 6749 section 4.1.2), or says why it cannot. */
export function authorized(desk: GrantDesk, fields: JsonObject, found: Found): AuthReply {
  const { clients, store, issuer, script, world } = desk;
  const [id, redirectUri] = [textField(fields, "client_id"), textField(fields, "redirect_uri")];
  found["client"] = clients.known(id);
  found["redirect"] = clients.allows(id, redirectUri) ? "allowed" : "other";
  // Nobody is sent to an address that was not said before.
  if (found["client"] === "unknown") return refused("invalid_client", "the client is unknown");
  if (found["redirect"] === "other" || redirectUri === undefined || !URL.canParse(redirectUri))
    return refused("invalid_request", "the redirect_uri is not one of the client's");
  const back = new URL(redirectUri);
  const state = textField(fields, "state");
  if (textField(fields, "response_type") === "code") {
    const code = `code-${world.random()}`;
    const challenge = textField(fields, "code_challenge");
    store.addCode(code, {
      ...grantOf(desk, fields, id ?? ""),
      redirectUri,
      challenge,
      challengeMethod: textField(fields, "code_challenge_method") ?? (challenge === undefined ? undefined : "plain"),
    });
    back.searchParams.set("code", code);
  } else back.searchParams.set("error", "unsupported_response_type");
  if (state !== undefined) back.searchParams.set("state", state);
  if (script.issuesIss !== false) back.searchParams.set("iss", issuer());
  return { status: 302, headers: { location: back.href, "cache-control": "no-store" } };
}

function grantOf({ resource }: GrantDesk, fields: JsonObject, client: string): Grant {
  const named = textField(fields, "resource");
  return { client, scope: words(textField(fields, "scope")), audience: [named ?? resource()].filter((one) => one !== "") };
}

/** Gives tokens for a code, a refresh token, or a client's own credentials. */
export async function tokens(
  desk: GrantDesk,
  fields: JsonObject,
  authorization: string | undefined,
  found: Found,
): Promise<AuthReply> {
  const { clients, issuer, script } = desk;
  const who = await clients.authenticate(fields, authorization, [issuer(), `${issuer()}/token`]);
  Object.assign(found, { client: who.known, authentication: who.method });
  if (who.defect !== undefined) {
    found["defect"] = who.defect;
    return refused("invalid_client", who.defect, 401);
  }
  const grantType = textField(fields, "grant_type") ?? "";
  if (!grantsOf(script).includes(grantType)) return refused("unsupported_grant_type", `${grantType} is not supported`);
  if (grantType === "authorization_code") return await byCode(desk, fields, who.id, found);
  if (grantType === "refresh_token") return await byRefresh(desk, fields, who.id, found);
  if (grantType === "client_credentials" && who.method !== "none")
    return await given(desk, grantOf(desk, fields, who.id ?? ""), false);
  return refused("unauthorized_client", "this client may not use this grant");
}

async function byCode(desk: GrantDesk, fields: JsonObject, client: string | undefined, found: Found): Promise<AuthReply> {
  const redeemed = desk.store.redeem(textField(fields, "code") ?? "");
  found["code"] = redeemed === undefined ? "unknown" : redeemed.used ? "used" : "fresh";
  if (redeemed === undefined || redeemed.used) return refused("invalid_grant", "the code is not valid");
  const { grant } = redeemed;
  found["verifier"] = verifierFinding(grant, textField(fields, "code_verifier"));
  const uri = textField(fields, "redirect_uri");
  found["redirect"] = uri === undefined ? "absent" : uri === grant.redirectUri ? "same" : "other";
  if (grant.client !== client) return refused("invalid_grant", "the code was given to another client");
  if (found["verifier"] === "differs") return refused("invalid_grant", "the code_verifier does not fit");
  const named = textField(fields, "resource");
  return await given(desk, named === undefined ? grant : { ...grant, audience: [named] }, true);
}

async function byRefresh(desk: GrantDesk, fields: JsonObject, client: string | undefined, found: Found): Promise<AuthReply> {
  const known = desk.store.refresh(textField(fields, "refresh_token") ?? "");
  found["refresh"] = known === undefined ? "unknown" : known.used ? "used" : "fresh";
  if (known === undefined || known.used || known.grant.client !== client)
    return refused("invalid_grant", "the refresh token is not valid");
  const scope = words(textField(fields, "scope"));
  return await given(desk, scope.length === 0 ? known.grant : { ...known.grant, scope }, true);
}

async function given({ script, store, world, issue }: GrantDesk, grant: Grant, refreshable: boolean): Promise<AuthReply> {
  const { client, scope, audience } = grant;
  const lifetime = script.lifetime ?? 3600;
  const token = await issue({
    audience: audience.length === 1 ? (audience[0] ?? "") : audience,
    scope,
    client,
    expiresIn: lifetime,
  });
  store.addAccess(token, { client, scope, audience });
  const refresh = `refresh-${world.random()}`;
  const refreshes = refreshable && script.refreshes !== false;
  if (refreshes) store.addRefresh(refresh, { client, scope, audience });
  return json(200, {
    access_token: token,
    token_type: "Bearer",
    expires_in: lifetime,
    ...(scope.length === 0 ? {} : { scope: scope.join(" ") }),
    ...(refreshes ? { refresh_token: refresh } : {}),
  });
}
