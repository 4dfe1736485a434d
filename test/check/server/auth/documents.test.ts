import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import * as metadata from "../../../../src/check/server/auth/metadata.ts";
import { serverMetadata } from "../../../../src/check/server/auth/own-server.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import type { Line } from "../../../support/traces/small-trace.ts";
import { broken, kept, moot, open, type Row, saidOf } from "../http/told.ts";
import { fetched, without } from "./asked.ts";

const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2026-07-28");
const saidFirst = ([, check, told]: Row): Outcome => saidOf(check, told, "2025-03-26");
const free = moot("the server demands no authorization");
const wellKnown = (code: number, document?: Json, number = 2, url?: string) =>
  fetched("protected-resource-metadata", number, code, document, url);
/** Lines 1 to 3, then. */
const shut = without(1, 401, "Bearer");
const named = 'Bearer resource_metadata="https://a.example/m"';

const found = metadata.metadataDiscoverable;
const nowhere = "neither WWW-Authenticate nor the well-known URIs lead to protected resource metadata";
const ownScheme = moot("the server uses an authorization scheme of its own");
it.each<Row>([
  ["by WWW-Authenticate", found, [without(1, 401, named)], kept(3)],
  ["by WWW-Authenticate of one of two", found, [shut, without(2, 401, named)], kept(6)],
  ["at a well-known URI", found, [shut, wellKnown(200, {})], kept(6)],
  ["at one of two well-known URIs", found, [shut, wellKnown(404), wellKnown(200, {}, 3)], kept(9)],
  ["by both", found, [without(1, 401, named), wellKnown(200, {})], kept(3, 6)],
  ["nowhere", found, [shut, wellKnown(404)], broken(nowhere, 3)],
  ["nowhere, and the 401 names no scheme", found, [without(1, 401), wellKnown(404)], broken(nowhere, 3)],
  [
    "nowhere, and one of two names another scheme",
    found,
    [without(1, 401, "Basic"), without(5, 401, "Bearer"), wellKnown(404)],
    broken(nowhere, 3, 6),
  ],
  ["nowhere, for the scheme is another", found, [without(1, 401, "Basic"), wellKnown(404)], ownScheme],
  [
    "nowhere, for the scheme is one whose name begins with Bearer",
    found,
    [without(1, 401, "BearerX"), wellKnown(404)],
    ownScheme,
  ],
  ["not yet, for nobody looked", found, [shut], open("the well-known URIs were not asked for")],
  ["nowhere, and need not", found, [without(1, 200), wellKnown(404)], free],
])("protected resource metadata is found %s", (...row) => expect(said(row)).toEqual(row[3]));

const [servers, resource, offline] = [metadata.metadataServers, metadata.metadataResource, metadata.noOfflineAccess];
const unserved = moot("no metadata is served at a well-known URI");
const unaskedFor = open("the well-known URIs were not asked for");
const halfDocument: Line[] = [
  ...wellKnown(200),
  { kind: "http-body", connection: 1, exchange: 2, text: "{", bytes: 1, cut: true },
];
const document = (authorization_servers: Json) => wellKnown(200, { authorization_servers });
it.each<Row>([
  ["one", servers, [shut, document(["https://as.example"])], kept(6)],
  ["none", servers, [shut, document([])], broken("authorization_servers is []", 6)],
  ["a text", servers, [shut, document("https://as.example")], broken('authorization_servers is "https://as.example"', 6)],
  [
    "one and a number",
    servers,
    [shut, document(["https://as.example", 1])],
    broken('authorization_servers is ["https://as.example",1]', 6),
  ],
  ["nothing of the kind", servers, [shut, wellKnown(200, {})], broken("authorization_servers is missing", 6)],
  ["nothing, for it is no JSON", servers, [shut, wellKnown(200, "<html>")], broken("authorization_servers is missing", 6)],
  ["nothing, for it is refused", servers, [shut, wellKnown(404, {})], unserved],
  ["nothing, for it has no body", servers, [shut, wellKnown(200)], unserved],
  ["nothing, for it was cut", servers, [shut, halfDocument], unserved],
  ["nothing that was asked for", servers, [shut], unaskedFor],
  ["nothing, and need not", servers, [without(1, 200), wellKnown(200, {})], free],
])("as authorization servers the metadata name %s", (...row) => expect(said(row)).toEqual(row[3]));

const about = (what: Json, url?: string) => wellKnown(200, { resource: what }, 2, url);
const expected = (what: string, here = "http://127.0.0.1") => broken(`resource is ${what}, expected a URL at ${here}`, 6);
const published = moot("the server names another address than that of this machine, under which it may be published");
const abroad = "https://mcp.example:8443/.well-known/x";
it.each<Row>([
  ["this server", resource, [shut, about("http://127.0.0.1/mcp")], kept(6)],
  ["this server, in capitals", resource, [shut, about("HTTPS://MCP.Example:8443/mcp", abroad)], kept(6)],
  ["another port", resource, [shut, about("http://127.0.0.1:99/mcp")], expected('"http://127.0.0.1:99/mcp"')],
  [
    "another scheme",
    resource,
    [shut, about("http://mcp.example:8443/mcp", abroad)],
    expected('"http://mcp.example:8443/mcp"', "https://mcp.example:8443"),
  ],
  [
    "another server",
    resource,
    [shut, about("https://other.example/", abroad)],
    expected('"https://other.example/"', "https://mcp.example:8443"),
  ],
  [
    "this machine, where the server is elsewhere",
    resource,
    [shut, about("https://localhost/", abroad)],
    expected('"https://localhost/"', "https://mcp.example:8443"),
  ],
  ["the address it is published at", resource, [shut, about("https://mcp.example/mcp")], published],
  ["an address without protection", resource, [shut, about("http://mcp.example/mcp")], expected('"http://mcp.example/mcp"')],
  ["a scheme without an address", resource, [shut, about("https://")], expected('"https://"')],
  ["this machine, by another name", resource, [shut, about("https://localhost/mcp")], expected('"https://localhost/mcp"')],
  ["a path with an address in it", resource, [shut, about("/x?https://mcp.example/")], expected('"/x?https://mcp.example/"')],
  ["a number", resource, [shut, about(7)], expected("7")],
  ["nothing", resource, [shut, wellKnown(200, {})], expected("missing")],
  [
    "the address it is published at, and once this one",
    resource,
    [shut, about("https://mcp.example/mcp"), wellKnown(200, { resource: "http://127.0.0.1/" }, 3)],
    kept(6, 10),
  ],
  [
    "the address it is published at, and once nothing",
    resource,
    [shut, about("https://mcp.example/mcp"), wellKnown(200, {}, 3)],
    broken("resource is missing, expected a URL at http://127.0.0.1", 10),
  ],
  ["nothing, for there is none", resource, [shut, wellKnown(404)], unserved],
  ["nothing that was asked for", resource, [shut], unaskedFor],
])("the metadata are about %s", (...row) => expect(said(row)).toEqual(row[3]));

it.each<Row>([
  [
    "in a challenge",
    offline,
    [without(1, 401, 'Bearer scope="read offline_access"')],
    broken("offline_access in WWW-Authenticate", 3),
  ],
  [
    "in a challenge in capitals",
    offline,
    [without(1, 401, 'Bearer Scope = "OFFLINE_ACCESS"')],
    broken("offline_access in WWW-Authenticate", 3),
  ],
  ["in the realm of a challenge", offline, [without(1, 401, 'Bearer scope="read", realm="offline_access"')], kept(3)],
  ["in a longer word", offline, [without(1, 401, 'Bearer scope="offline_access2 my_offline_access"')], kept(3)],
  [
    "in a document",
    offline,
    [shut, wellKnown(200, { scopes_supported: ["a", "offline_access"] })],
    broken("offline_access in scopes_supported", 6),
  ],
  ["in no document", offline, [shut, wellKnown(200, { scopes_supported: ["a"] })], kept(3, 6)],
  ["in a text of a document", offline, [shut, wellKnown(200, { scopes_supported: "offline_access" })], kept(3, 6)],
  [
    "in nothing, and nobody leads there: all is answered with 403",
    found,
    [without(1, 403), wellKnown(404)],
    open("no 401 was seen"),
  ],
  ["in nothing, for there is neither", offline, [without(1, 403)], open("no 401 and no metadata was seen")],
])("offline_access is asked for %s", (...row) => expect(said(row)).toEqual(row[3]));

const whole = { issuer: "https://a", authorization_endpoint: "https://a/authorize", token_endpoint: "https://a/token" };
const atRoot = (code: number, text?: Json) => fetched("server-metadata", 2, code, text);
const fallback = (code: number) => fetched("default-endpoint", 3, code);
const lacks = (names: string) => broken(`the metadata of the authorization server lack ${names}`, 6);
const later = moot("the server names its authorization server in the way of later revisions");
it.each<Row>([
  ["whole", serverMetadata, [shut, atRoot(200, whole)], kept(6)],
  ["without a token endpoint", serverMetadata, [shut, atRoot(200, { ...whole, token_endpoint: 1 })], lacks("token_endpoint")],
  ["empty", serverMetadata, [shut, atRoot(200, {})], lacks("issuer, authorization_endpoint, token_endpoint")],
  ["without a body", serverMetadata, [shut, atRoot(200)], lacks("issuer, authorization_endpoint, token_endpoint")],
  [
    "not there, though /authorize is",
    serverMetadata,
    [shut, atRoot(404), fallback(400)],
    broken("there is no metadata of an authorization server", 6),
  ],
  ["not there, where everything is answered with 403", serverMetadata, [without(1, 403), atRoot(404)], open("no 401 was seen")],
  [
    "not there, nor is /authorize",
    serverMetadata,
    [shut, atRoot(404), fallback(404)],
    broken("there is neither metadata of an authorization server, nor /authorize where clients look instead", 6),
  ],
  ["refused", serverMetadata, [shut, atRoot(403)], moot("the well-known URI is answered neither with a document nor with 404")],
  ["refused once, and whole then", serverMetadata, [shut, atRoot(500), fetched("server-metadata", 4, 200, whole)], kept(9)],
  ["not asked for", serverMetadata, [shut], open("the metadata of an authorization server was not asked for")],
  ["not there, for the scheme is another", serverMetadata, [without(1, 401, "Basic"), atRoot(404)], ownScheme],
  [
    "not there, for the scheme is one whose name begins with Bearer",
    serverMetadata,
    [without(1, 401, "BearerX"), atRoot(404)],
    ownScheme,
  ],
  [
    "not there, and one of two schemes is another",
    serverMetadata,
    [without(4, 401, "Basic"), shut, atRoot(200, {})],
    broken("the metadata of the authorization server lack issuer, authorization_endpoint, token_endpoint", 9),
  ],
  ["not there, but named in WWW-Authenticate", serverMetadata, [shut, without(5, 401, named), atRoot(404)], later],
  ["not there, but at the URI of later revisions", serverMetadata, [shut, atRoot(404), wellKnown(200, {}, 6)], later],
  [
    "not there, nor at the URI of later revisions",
    serverMetadata,
    [shut, atRoot(404), wellKnown(404, undefined, 6), wellKnown(404, undefined, 7)],
    broken("there is neither metadata of an authorization server, nor /authorize where clients look instead", 6),
  ],
  ["not there, and need not", serverMetadata, [without(1, 200), atRoot(404)], free],
])("the metadata of the authorization server at the origin are %s", (...row) => expect(saidFirst(row)).toEqual(row[3]));
