import { describe, expect, it } from "vitest";
import * as forms from "../../../../src/check/client/auth/registration-form.ts";
import * as checks from "../../../../src/check/client/auth/registration.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import type { Line } from "../../../support/traces/small-trace.ts";
import { answer, asks, broken, gets, issuer, kept, letIn, noOccasion, server, turnedAway, verdict } from "./auth-story.ts";

const sound = { issuer, code_challenge_methods_supported: ["S256"], registration_endpoint: `${issuer}/register` };
const metadata = (more: JsonObject = {}): Line => gets("metadata", { ...sound, ...more });
const resource = (at = `${server}/mcp`, who = issuer): Line =>
  gets("resource-metadata", { resource: at, authorization_servers: [who] });

describe("registering", () => {
  const missed = (seq: number): object => broken("it read the metadata and did not register", seq);
  const none = noOccasion("the client met no authorization server that registers clients");
  it.each<[string, readonly Line[], object]>([
    ["is done", [metadata(), asks("register")], kept(3)],
    ["is left out by a client that gives up", [turnedAway(), resource(), metadata(), letIn()], missed(4)],
    ["is left out where the resource names nobody", [turnedAway(), metadata(), letIn()], missed(3)],
    ["is left out after a first place had no metadata", [asks("metadata", answer(404)), metadata(), letIn()], missed(3)],
    ["is not needed by a client that asks for authorization", [metadata(), asks("authorize"), letIn()], none],
    ["is not needed by a client that asks for a token", [metadata(), asks("token"), letIn()], none],
    ["was not needed by a client that asked before it read the metadata", [asks("authorize"), metadata(), letIn()], missed(3)],
    ["is left out by a client that never gets in", [turnedAway(), resource(), metadata()], none],
    [
      "is wrong where the metadata are those of another resource",
      [turnedAway(), resource(`${server}/other`), metadata(), letIn()],
      none,
    ],
    ["is wrong where the issuer is another", [turnedAway(), resource(undefined, "https://x.example"), metadata(), letIn()], none],
    [
      "is wrong where nothing is said of code challenges",
      [gets("metadata", { issuer, registration_endpoint: `${issuer}/register` }), letIn()],
      none,
    ],
    [
      "is wrong at an unprotected address",
      [metadata({ registration_endpoint: "http://issuer.example/register" }), letIn()],
      none,
    ],
    ["is not offered", [gets("metadata", { issuer, code_challenge_methods_supported: ["S256"] }), letIn()], none],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.registers, lines)).toEqual(expected);
  });

  const refused = (status = 400): Line => asks("register", answer(status));
  const unknown = (id?: string, more: object = {}): Line =>
    asks("authorize", { fields: id === undefined ? {} : { client_id: id }, found: { client: "unknown" }, ...more });
  it.each<[string, readonly Line[], object]>([
    [
      "brought the id that is used",
      [asks("register", answer(201)), asks("authorize", { found: { client: "registered" } })],
      kept(3),
    ],
    ["did not bring the id that is used", [asks("register", answer(399)), unknown("me")], broken("nobody gave it the id me", 3)],
    ["was left out, and there is no id", [unknown()], broken("nobody gave it the id (none)", 2)],
    [
      "was refused, which is looked at elsewhere",
      [refused(), unknown("me")],
      noOccasion("the client sent no authorization request"),
    ],
    [
      "was done at another server",
      [asks("token", { party: "other", fields: { client_id: "me" } }), unknown("me")],
      noOccasion("the client sent no authorization request"),
    ],
    [
      "was done at another server under another id",
      [asks("token", { party: "other", fields: { client_id: "you" } }), unknown("me")],
      broken("nobody gave it the id me", 3),
    ],
    ["was never answered", [asks("register"), unknown("me")], broken("nobody gave it the id me", 3)],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.idObtained, lines)).toEqual(expected);
  });

  const accepted = noOccasion("no registration was refused");
  it.each<[string, readonly Line[], object]>([
    ["is refused, and the client stops", [refused()], kept(2)],
    ["is refused, and the client goes on", [refused(), unknown("me")], broken("it asked for authorization as me", 3)],
    [
      "is refused, and the client goes on without an id",
      [refused(500), unknown()],
      broken("it asked for authorization as nobody", 3),
    ],
    ["is refused, and the client uses an id it has", [refused(), asks("authorize", { found: { client: "given" } })], kept(2)],
    ["is refused after an unknown id was used", [unknown("me"), refused()], kept(3)],
    ["is refused, and a token is asked for", [refused(), asks("token", { found: { client: "unknown" } })], kept(2)],
    ["is redirected", [refused(399), unknown("me")], accepted],
    ["is not answered", [asks("register"), unknown("me")], accepted],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.registrationRefused, lines)).toEqual(expected);
  });
});

const form = (fields: JsonObject): Line => asks("register", { fields });
const back = (uri: Json): Line => asks("authorize", { fields: { redirect_uri: uri } });

describe("a redirect URI", () => {
  it.each<[string]>([
    ["http://localhost"],
    ["http://LOCALHOST:8080/back"],
    ["http://localhost/back"],
    ["http://localhost?x"],
    ["http://127.0.0.1:1"],
    ["http://[::1]:1/"],
    ["https://example.com/back"],
    ["HTTPS://example.com/back"],
  ])("%s is safe", (uri) => {
    expect(verdict(forms.redirectUri, [back(uri)])).toEqual(kept(2));
  });

  it.each<[string]>([
    ["http://localhost.example/"],
    ["http://example.com/http://localhost/"],
    ["http://127.0.0.12/"],
    ["http://127x0.0.1/"],
    ["app:/back"],
    ["ahttps://example.com/"],
  ])("%s is not safe", (uri) => {
    expect(verdict(forms.redirectUri, [back(uri)])).toEqual(broken(`${uri} is neither`, 2));
  });

  it.each<[string, readonly Line[], object]>([
    [
      "of a registration is unsafe beside a safe one",
      [form({ redirect_uris: ["http://localhost/", "app:/x", 7] })],
      broken("app:/x is neither", 2),
    ],
    ["is in registration and request", [back("http://localhost"), form({ redirect_uris: ["http://localhost"] })], kept(3, 2)],
    ["is a number", [back(7)], noOccasion("the client named no redirect URI")],
    [
      "is named to the token end point only",
      [asks("token", { fields: { redirect_uri: "app:/x" } })],
      noOccasion("the client named no redirect URI"),
    ],
  ])("that %s", (_situation, lines, expected) => {
    expect(verdict(forms.redirectUri, lines)).toEqual(expected);
  });

  const asked = (redirect: string, client = "registered", fields: JsonObject = {}): Line =>
    asks("authorize", { found: { client, redirect }, fields });
  it.each<[string, readonly Line[], object]>([
    ["was registered", [asked("allowed")], kept(2)],
    [
      "was not registered",
      [asked("foreign", "registered", { redirect_uri: "http://localhost/x" })],
      broken("http://localhost/x was not registered", 2),
    ],
    ["is missing", [asked("missing")], broken("none was not registered", 2)],
    [
      "is that of a client with an arranged id",
      [asked("foreign", "given")],
      noOccasion("no client that had registered asked for authorization"),
    ],
  ])("that %s is compared with those of the registration", (_situation, lines, expected) => {
    expect(verdict(forms.redirectRegistered, lines)).toEqual(expected);
  });
});

describe("a registration", () => {
  it.each<[string, JsonObject, object]>([
    ["of a native client", { application_type: "native" }, kept(2)],
    ["of a web client", { application_type: "web" }, kept(2)],
    ["of another kind", { application_type: "desktop" }, broken("application_type is desktop", 2)],
    ["that does not say", {}, broken("application_type is missing", 2)],
    ["that says it by a number", { application_type: 1 }, broken("application_type is missing", 2)],
  ])("%s says what the client is", (_situation, fields, expected) => {
    expect(verdict(forms.applicationType, [form(fields)])).toEqual(expected);
  });

  const local = "http://localhost/";
  const site = "https://example.com/";
  const unsaid = noOccasion("no registration said what kind of application the client is");
  const misfit = (type: string, ...uris: readonly string[]): object =>
    broken(`application_type is ${type}, and it is to be sent back to ${uris.join(", ")}`, 2);
  it.each<[string, JsonObject, object]>([
    ["of a native client on this machine", { application_type: "native", redirect_uris: [local] }, kept(2)],
    ["of a web client on this machine", { application_type: "web", redirect_uris: [local] }, misfit("web", local)],
    [
      "of a web client on this machine and a site",
      { application_type: "web", redirect_uris: [site, local] },
      misfit("web", site, local),
    ],
    ["of a web client at a site", { application_type: "web", redirect_uris: [site] }, kept(2)],
    ["of a native client at a site", { application_type: "native", redirect_uris: [site] }, misfit("native", site)],
    [
      "of a native client at a site and by a scheme of its own",
      { application_type: "native", redirect_uris: [site, "app:/x"] },
      kept(2),
    ],
    ["of a web client by a scheme of its own", { application_type: "web", redirect_uris: ["app:/x"] }, kept(2)],
    ["of a client that names no place", { application_type: "native", redirect_uris: [] }, unsaid],
    ["of a client that does not say what it is", { redirect_uris: [local] }, unsaid],
  ])("%s fits where it is sent back to", (_situation, fields, expected) => {
    expect(verdict(forms.applicationTypeFits, [form(fields)])).toEqual(expected);
  });

  const refresh = asks("token", { fields: { grant_type: "refresh_token" } });
  const unused = noOccasion("no client that had registered used a refresh token");
  it.each<[string, readonly Line[], object]>([
    ["named the grant type", [form({ grant_types: ["authorization_code", "refresh_token"] }), refresh], kept(2)],
    [
      "named others",
      [form({ grant_types: ["authorization_code", "implicit"] }), refresh],
      broken("grant_types is authorization_code, implicit", 2),
    ],
    ["named none", [form({}), refresh], broken("grant_types is missing", 2)],
    ["was followed by no refresh", [form({}), asks("token", { fields: { grant_type: "authorization_code" } })], unused],
    ["was not made", [refresh], unused],
  ])("%s, as far as a refresh token is used", (_situation, lines, expected) => {
    expect(verdict(forms.grantTypes, lines)).toEqual(expected);
  });
});
