import { describe, expect, it } from "vitest";
import * as addresses from "../../../../src/check/client/auth/addresses.ts";
import * as proof from "../../../../src/check/client/auth/pkce.ts";
import * as named from "../../../../src/check/client/auth/resource.ts";
import * as trust from "../../../../src/check/client/auth/trust.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import type { Line } from "../../../support/traces/small-trace.ts";
import { answer, asks, broken, gets, issuer, kept, letIn, noOccasion, server, verdict } from "./auth-story.ts";

const authorize = (fields: JsonObject): Line => asks("authorize", { fields });

describe("a code", () => {
  const redeemed = (verifier: Json): Line => asks("token", { found: { verifier } });
  const unasked = noOccasion("the client asked for no code");
  it.each<[string, readonly Line[], object]>([
    [
      "is asked for with a challenge, and redeemed with its verifier",
      [authorize({ code_challenge: "x" }), redeemed("matches")],
      kept(2, 3),
    ],
    ["is asked for without a challenge", [authorize({})], broken("an authorization request has no code_challenge", 2)],
    [
      "is redeemed with another verifier",
      [redeemed("differs")],
      broken("the code_verifier of a token request is not that of the challenge", 2),
    ],
    ["is redeemed without a verifier", [redeemed("missing")], broken("the code_verifier of a token request is missing", 2)],
    ["is redeemed with who knows what", [redeemed(7)], broken("the code_verifier of a token request is unknown", 2)],
    ["was asked for without a challenge, so no verifier is wanted", [redeemed("unasked")], unasked],
    ["is none, as a token is refreshed", [asks("token")], unasked],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(proof.pkce, lines)).toEqual(expected);
  });

  it.each<[string, JsonObject, object]>([
    ["S256", { code_challenge: "x", code_challenge_method: "S256" }, kept(2)],
    ["plain text", { code_challenge: "x", code_challenge_method: "plain" }, broken("code_challenge_method is plain", 2)],
    ["what is not said", { code_challenge: "x" }, broken("code_challenge_method is missing, which means plain", 2)],
    ["nothing, without a challenge", { code_challenge_method: "plain" }, noOccasion("the client sent no challenge")],
  ])("has a challenge made by %s", (_situation, fields, expected) => {
    expect(verdict(proof.pkceS256, [authorize(fields)])).toEqual(expected);
  });
});

describe("the resource", () => {
  it.each<[string, readonly Line[], object, object]>([
    ["is named everywhere", [authorize({ resource: "r" }), asks("token", { fields: { resource: "r" } })], kept(2), kept(3)],
    [
      "is named nowhere",
      [authorize({}), asks("token", { fields: { grant_type: "refresh_token" } })],
      broken("it is missing in one", 2),
      broken("it is missing in one (refresh_token)", 3),
    ],
    [
      "is not asked for",
      [asks("register")],
      noOccasion("the client sent no authorization request"),
      noOccasion("the client sent no token request"),
    ],
  ])("%s", (_situation, lines, atAuthorize, atToken) => {
    expect(verdict(named.resourceAuthorize, lines)).toEqual(atAuthorize);
    expect(verdict(named.resourceToken, lines)).toEqual(atToken);
  });

  it.each<[string, boolean]>([
    [`${server}/mcp`, true],
    [`${server}/mcp/`, true],
    [server, true],
    [`${server}/`, true],
    ["HTTPS://MCP.example/mcp", true],
    [`${server}/MCP`, false],
    [`${server}/mcp#part`, false],
    [`${server}/mc`, false],
    [`${server}/mcp/more`, false],
    ["https://mcp.exam", false],
    ["https:", false],
    ["https://", false],
    [issuer, false],
  ])("%s names the MCP server: %s", (resource, isNamed) => {
    const expected = isNamed ? kept(3) : broken(`it is ${resource}, and the MCP server is ${server}/mcp`, 3);
    expect(verdict(named.resourceCanonical, [asks("mcp"), asks("token", { fields: { resource } })])).toEqual(expected);
  });

  it.each<[string, readonly Line[], object]>([
    [
      "is named rightly to both",
      [asks("mcp"), asks("token", { fields: { resource: server } }), authorize({ resource: server })],
      kept(4, 3),
    ],
    ["is not named", [asks("mcp"), authorize({})], noOccasion("the client named no resource")],
    ["is named where the MCP server was never asked", [authorize({ resource: "x" })], noOccasion("the client named no resource")],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(named.resourceCanonical, lines)).toEqual(expected);
  });
});

const names = (...servers: readonly string[]): Line => gets("resource-metadata", { authorization_servers: servers });

describe("metadata", () => {
  const foreign = gets("metadata", { issuer: "https://evil.example" });
  const other = { party: "other" } as const;
  const went = (at: string, seq: number): object =>
    broken(`it went on to ${issuer}/${at}, and the issuer was "https://evil.example" instead of ${issuer}`, seq);
  const fit = noOccasion("no metadata of somebody else were given to a client");
  it.each<[string, readonly Line[], object]>([
    ["of somebody else are left", [names(issuer), foreign], kept(3)],
    ["of somebody else are used to ask the user", [names(issuer), foreign, asks("authorize")], went("authorize", 4)],
    ["of somebody else are used to get a token", [names(issuer), foreign, asks("token")], went("token", 4)],
    ["of somebody else are used to register", [names(issuer), foreign, asks("register")], went("register", 4)],
    ["of somebody else are left, and another party is asked", [names(issuer), foreign, asks("authorize", other)], kept(3)],
    ["of somebody else are left, and other metadata are asked for", [names(issuer), foreign, asks("metadata")], kept(3)],
    ["of the issuer itself are used", [names(issuer), gets("metadata", { issuer }), asks("token")], fit],
    ["without an issuer are used", [names(issuer), gets("metadata", {}), asks("token")], fit],
    ["of anybody are used where the resource names nobody", [foreign, asks("token")], fit],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(trust.issuerVerified, lines)).toEqual(expected);
  });

  const of = (resource: Json): Line => gets("resource-metadata", { resource });
  const evil = "https://evil.example/mcp";
  const own = noOccasion("no metadata of another resource were given to a client");
  it.each<[string, readonly Line[], object]>([
    ["of another resource are left", [of(evil)], kept(2)],
    [
      "of another resource are used",
      [of(evil), asks("authorize")],
      broken(`it went on to ${issuer}/authorize, and the metadata were those of ${evil}`, 3),
    ],
    [
      "of a server whose name only begins so are used",
      [of(`${server}.evil.example/mcp`), asks("authorize")],
      broken(`it went on to ${issuer}/authorize, and the metadata were those of ${server}.evil.example/mcp`, 3),
    ],
    ["of the server itself are used", [of(server), asks("token")], own],
    ["of another resource are left, and the server itself is asked", [of(evil), asks("token", { party: "server" })], kept(2)],
    ["of another resource are left, and the metadata of an issuer are read", [of(evil), asks("metadata")], kept(2)],
    ["of the same origin are used", [of(`${server}/else`), asks("token")], own],
    ["that name no resource are used", [of(7), asks("token")], own],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(trust.resourceVerified, lines)).toEqual(expected);
  });

  const said = noOccasion("every authorization server said that it knows PKCE");
  const silent = gets("metadata", {});
  const knows = gets("metadata", { code_challenge_methods_supported: ["S256"] });
  const wrong = (seq: number): object =>
    broken("it sent the user to an authorization server that does not say that it knows PKCE", seq);
  it.each<[string, readonly Line[], object]>([
    ["that say nothing of PKCE are left", [silent, asks("token")], kept(2)],
    ["that say nothing of PKCE are used", [silent, asks("authorize")], wrong(3)],
    ["that say nothing of PKCE come last", [knows, silent, asks("authorize")], wrong(4)],
    ["that say nothing of PKCE come first", [silent, knows, asks("authorize")], said],
    ["that say nothing of PKCE come before an error", [silent, asks("metadata", answer(404)), asks("authorize")], wrong(4)],
    ["of the resource need not know it", [names(issuer), asks("authorize")], said],
    ["that say nothing of PKCE came too late", [asks("authorize"), silent], kept(3)],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(trust.pkceVerified, lines)).toEqual(expected);
  });
});

describe("an address", () => {
  const bad = "http://0.0.0.0:1/x";
  const none = noOccasion("no client that can get itself authorized was named such an address");
  const asked = asks("token", { url: bad });
  it.each(["registration_endpoint", "authorization_endpoint", "token_endpoint"])("that is plain is refused as %s", (name) => {
    const document = gets("metadata", { [name]: bad });
    expect(verdict(addresses.protectedAddresses, [document, asked])).toEqual(broken(`it asked ${bad}`, 3));
    expect(verdict(addresses.protectedAddresses, [document, asks("authorize"), letIn()])).toEqual(kept(2));
  });
  it.each<[string, readonly Line[], object]>([
    ["that is plain is not asked by a client that gets in nowhere", [gets("metadata", { token_endpoint: bad })], none],
    ["that is plain is asked before it is named", [asked, gets("metadata", { token_endpoint: bad }), letIn()], kept(3)],
    ["that is plain is that of somebody else's page", [gets("metadata", { service_documentation: bad }), asked, letIn()], none],
    ["is that of this machine", [gets("metadata", { token_endpoint: "http://localhost:1/" }), asked, letIn()], none],
    ["is none", [gets("metadata", { token_endpoint: 7 }), letIn()], kept(2)],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(addresses.protectedAddresses, lines)).toEqual(expected);
  });

  const leads = (location: string): Line => asks("metadata", answer(302, null, { location }));
  const unled = noOccasion("no client that can get itself authorized was led to such an address");
  it.each<[string, readonly Line[], object]>([
    ["that a redirection leads to is not asked", [leads(bad), letIn()], kept(2)],
    ["that a redirection leads to is asked", [leads(bad), asks("metadata", { url: bad })], broken(`it followed to ${bad}`, 3)],
    [
      "that a redirection leads to is not asked, though another one is",
      [leads(bad), asks("token", { url: bad }), asks("metadata"), letIn()],
      kept(2),
    ],
    ["that a redirection leads to is not asked by a client that gets in nowhere", [leads(bad)], unled],
    ["that a redirection leads to is safe", [leads(`${issuer}/else`), asks("metadata", { url: bad }), letIn()], unled],
    ["is that of plain metadata, without a redirection", [gets("metadata", {}), asks("metadata", { url: bad }), letIn()], unled],
    ["is that of metadata nobody answered", [asks("metadata", { url: bad }), letIn()], unled],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(addresses.redirectionsChecked, lines)).toEqual(expected);
  });
});
