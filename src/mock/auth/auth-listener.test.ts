import { createHash, randomUUID } from "node:crypto";
import {
  createLocalJWKSet,
  decodeJwt,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type JSONWebKeySet,
  jwtVerify,
  SignJWT,
} from "jose";
import { afterEach, describe, expect, it } from "vitest";
import { asObject, type JsonObject } from "../../jsonrpc/json.ts";
import { type AuthExchange, textField } from "./auth-exchange.ts";
import { openAuth } from "./auth-listener.ts";
import { authScript } from "./auth-script.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const now = Date.parse("2026-08-01T12:00:00Z");

async function opened(script: object = {}) {
  const seen: AuthExchange[] = [];
  const auth = await openAuth({
    script: authScript.parse({ id: "test", title: "Test", ...script }),
    world: { now: () => now, random: randomUUID },
    note: (exchange) => void seen.push(exchange),
    resource: () => "http://localhost/mcp",
    host: "127.0.0.1",
    port: 0,
  });
  closers.push(auth.close);
  return { ...auth, seen };
}

async function ask(
  url: string,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly body: JsonObject; readonly location: URL | undefined }> {
  const response = await fetch(url, { redirect: "manual", ...init });
  const location = response.headers.get("location");
  const text = await response.text();
  return {
    status: response.status,
    body: text.startsWith("{") ? (JSON.parse(text) as JsonObject) : {},
    location: location === null ? undefined : new URL(location),
  };
}

const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
  headers,
});

const text = (body: JsonObject, name: string): string => textField(body, name) ?? "";

const redirect = "http://localhost:3000/callback";

async function registered(issuer: string, more: object = {}): Promise<JsonObject> {
  const body = JSON.stringify({ redirect_uris: [redirect], token_endpoint_auth_method: "none", ...more });
  const headers = { "content-type": "application/json" };
  return (await ask(`${issuer}/register`, { method: "POST", body, headers })).body;
}

async function codeFor(issuer: string, client: string, verifier: string, more: Record<string, string> = {}): Promise<URL> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client,
    redirect_uri: redirect,
    state: "s-1",
    scope: "tools",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...more,
  });
  const { status, location } = await ask(`${issuer}/authorize?${query.toString()}`);
  expect([status, location]).toEqual([302, expect.any(URL)]);
  return location as URL;
}

describe("a scripted authorization server", () => {
  it("stands where its script says, and nowhere else", async () => {
    const { base, issuer } = await opened({ path: "/tenant", metadata: ["openid-appended"] });
    expect(issuer).toBe(`${base}/tenant`);
    const appended = await ask(`${base}/tenant/.well-known/openid-configuration`);
    expect(appended.body).toMatchObject({ issuer, token_endpoint: `${issuer}/token`, subject_types_supported: ["public"] });
    for (const path of ["oauth-authorization-server/tenant", "openid-configuration/tenant", "oauth-authorization-server"])
      expect((await ask(`${base}/.well-known/${path}`)).status).toBe(404);
  });

  it("registers no way to authenticate that it does not take", async () => {
    const { issuer } = await opened({ authentication: ["client_secret_post"] });
    for (const wish of ["none", "client_secret_basic", undefined])
      expect(await registered(issuer, { token_endpoint_auth_method: wish })).toMatchObject({
        token_endpoint_auth_method: "client_secret_post",
        client_secret: expect.any(String),
      });
  });

  it("registers a client, consents at once, and gives a token for the code, once", async () => {
    const { issuer, jwks, seen } = await opened();
    const client = text(await registered(issuer), "client_id");
    const back = await codeFor(issuer, client, "v".repeat(43), { resource: "http://localhost/mcp" });
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: "s-1", iss: issuer });
    const code = back.searchParams.get("code") ?? "";
    const fields = {
      grant_type: "authorization_code",
      client_id: client,
      code,
      redirect_uri: redirect,
      code_verifier: "v".repeat(43),
    };
    const { body } = await ask(`${issuer}/token`, form(fields));
    expect(body).toMatchObject({ token_type: "Bearer", scope: "tools" });
    const keys = createLocalJWKSet((await ask(jwks)).body as unknown as JSONWebKeySet);
    const options = { issuer, audience: "http://localhost/mcp", currentDate: new Date(now) };
    expect((await jwtVerify(text(body, "access_token"), keys, options)).payload).toMatchObject({ client_id: client });
    expect((await ask(`${issuer}/token`, form(fields))).body).toMatchObject({ error: "invalid_grant" });
    expect(seen.filter(({ endpoint }) => endpoint === "token").map(({ found }) => found)).toMatchObject([
      { code: "fresh", verifier: "matches", client: "registered", authentication: "none" },
      { code: "used" },
    ]);
    const written = JSON.stringify(seen);
    for (const secret of [code, text(body, "access_token"), text(body, "refresh_token"), "v".repeat(43)])
      expect(written).not.toContain(secret);
    expect(written).toContain("code=<code 1>");
  });

  it("changes a refresh token with every use, and takes none twice", async () => {
    const { issuer } = await opened();
    const client = text(await registered(issuer), "client_id");
    const code = (await codeFor(issuer, client, "v")).searchParams.get("code") ?? "";
    const first = (
      await ask(`${issuer}/token`, form({ grant_type: "authorization_code", client_id: client, code, code_verifier: "v" }))
    ).body;
    const again = { grant_type: "refresh_token", client_id: client, refresh_token: text(first, "refresh_token") };
    const second = (await ask(`${issuer}/token`, form(again))).body;
    expect(second["refresh_token"]).not.toBe(first["refresh_token"]);
    expect((await ask(`${issuer}/token`, form(again))).body).toMatchObject({ error: "invalid_grant" });
  });

  it("sends nobody to an address that was not registered, and knows no strangers", async () => {
    const { issuer } = await opened();
    const client = text(await registered(issuer), "client_id");
    const query = (fields: Record<string, string>) =>
      `${issuer}/authorize?${new URLSearchParams({ response_type: "code", ...fields }).toString()}`;
    expect((await ask(query({ client_id: client, redirect_uri: "http://localhost:3000/other" }))).status).toBe(400);
    expect((await ask(query({ client_id: "nobody", redirect_uri: redirect }))).status).toBe(400);
    expect((await ask(`${issuer}/token`, form({ grant_type: "authorization_code", client_id: "nobody" }))).status).toBe(401);
  });

  it("gives a client its own token for a secret or a signed assertion alone", async () => {
    const script = {
      grants: ["client_credentials"],
      clients: [{ client_id: "robot", client_secret: "top" }, { client_id: "signer" }],
      hands: { client_id: "signer", private_key_pem: "{key}" },
    };
    const { issuer, server } = await opened(script);
    const grant = { grant_type: "client_credentials" };
    const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`robot:${secret}`).toString("base64")}` });
    expect((await ask(`${issuer}/token`, form(grant, basic("top")))).status).toBe(200);
    expect((await ask(`${issuer}/token`, form(grant, basic("guess")))).status).toBe(401);
    const { private_key_pem: pem = "" } = await server.hands();
    const assertion = async (key: string) =>
      await new SignJWT({ iss: "signer", sub: "signer", aud: issuer, exp: now / 1000 + 60 })
        .setProtectedHeader({ alg: "ES256" })
        .sign(await importPKCS8(key, "ES256"));
    const signed = async (key: string) =>
      (await ask(`${issuer}/token`, form({ ...grant, client_assertion: await assertion(key), client_assertion_type: "jwt" })))
        .status;
    expect(await signed(pem)).toBe(200);
    const stranger = await generateKeyPair("ES256", { extractable: true });
    expect(await signed(await exportPKCS8(stranger.privateKey))).toBe(401);
  });

  it("makes tokens as they are wished: expired, for others, unsigned, by a stranger", async () => {
    const { issuer, issue, server } = await opened({ algorithm: "RS256" });
    const keys = createLocalJWKSet((await server.jwks()) as unknown as JSONWebKeySet);
    const verified = async (token: string) => await jwtVerify(token, keys, { issuer, audience: "a", currentDate: new Date(now) });
    const right = await issue({ audience: "a", scope: ["tools"] });
    expect((await verified(right)).payload).toMatchObject({ scope: "tools" });
    for (const wish of [
      { expiresIn: -60 },
      { audience: "b" },
      { notBefore: 600 },
      { issuer: "http://other" },
      { signedBy: "stranger" },
      { signedBy: "none" },
    ] as const)
      await expect(verified(await issue({ audience: "a", ...wish }))).rejects.toThrow(/claim|signature|"alg"/);
    expect(decodeJwt(await issue({ audience: "a", signedBy: "none" })).aud).toBe("a");
  });

  it("does what its rules say differently, with placeholders filled in", async () => {
    const { base, issuer } = await opened({
      rules: [
        { on: "metadata", nth: 1, body: "<html>" },
        { on: "metadata", nth: 2, status: 500 },
        { on: "metadata", from: 3, merge: { issuer: "{origin}/somebody", code_challenge_methods_supported: null } },
        { on: "authorize", redirect: { iss: "http://other", state: null } },
      ],
    });
    const metadata = () => ask(`${base}/.well-known/oauth-authorization-server`);
    expect(await metadata()).toMatchObject({ status: 200, body: {} });
    expect(await metadata()).toMatchObject({ status: 500 });
    const { body } = await metadata();
    expect(body["issuer"]).toBe(`${base}/somebody`);
    expect(asObject(body)).not.toHaveProperty("code_challenge_methods_supported");
    const client = text(await registered(issuer), "client_id");
    const back = await codeFor(issuer, client, "v");
    expect([back.searchParams.get("iss"), back.searchParams.get("state")]).toEqual(["http://other", null]);
  });
});
