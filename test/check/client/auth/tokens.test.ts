import { describe, expect, it } from "vitest";
import * as checks from "../../../../src/check/client/auth/tokens.ts";
import type { JsonObject } from "../../../../src/jsonrpc/json.ts";
import type { Line } from "../../../support/traces/small-trace.ts";
import { answer, asks, broken, gets, kept, letIn, noOccasion, turnedAway, verdict } from "./auth-story.ts";

const granted = (fields: JsonObject = {}, body: JsonObject = { access_token: "a" }, found: JsonObject = {}): Line =>
  asks("token", { fields, found, ...answer(200, body) });
const refused = (fields: JsonObject = {}): Line => asks("token", { fields, ...answer(400, { error: "invalid_grant" }) });
const noToken = noOccasion("the client sent no token");

describe("a token", () => {
  it.each<[string, readonly Line[], object]>([
    ["is in the header", [granted(), letIn()], kept(3)],
    ["is in the body", [granted(), letIn("a", { where: "body" })], broken('a token came in the "body"', 3)],
    ["is sent to nobody but the authorization server", [asks("token", { found: { token: "a", where: "body" } })], noToken],
    ["is not there", [granted(), asks("mcp")], noToken],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.bearerHeader, lines)).toEqual(expected);
  });

  it.each<[string, readonly Line[], object]>([
    ["is in no address", [granted(), letIn()], kept(3)],
    ["is in an address", [granted(), letIn("a", { queried: true })], broken("a token is in the query of an address", 3)],
    ["is asked for with something like it in the address", [asks("token", { found: { token: "a", queried: true } })], noToken],
    ["is not there, so no address has it", [granted(), asks("mcp", { found: { queried: true } })], noToken],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.tokenNotInAddress, lines)).toEqual(expected);
  });

  const bare = (more: object = {}): Line => asks("mcp", more);
  const never = noOccasion("no token of the client let it in");
  it.each<[string, readonly Line[], object]>([
    ["comes with every request", [granted(), letIn(), letIn()], kept(3, 4)],
    [
      "is left out of a later request",
      [granted(), letIn(), bare({ fields: { method: "tools/list" } })],
      broken("tools/list is without one", 4),
    ],
    [
      "is left out of a DELETE",
      [granted(), letIn(), bare({ method: "DELETE", ...answer(401) })],
      broken("a DELETE is without one", 4),
    ],
    ["was refused, and the client goes on without", [granted(), turnedAway("", { found: { token: "a" } }), turnedAway()], never],
    [
      "was too little, and the client goes on without",
      [granted(), turnedAway("", { found: { token: "a" } }, 403), turnedAway()],
      broken("a POST is without one", 4),
    ],
    ["may be thrown away once another one was refused", [granted(), letIn(), refused(), turnedAway()], kept(3)],
    [
      "may be thrown away still where it was sent after another one was refused",
      [granted(), letIn(), refused(), letIn(), turnedAway()],
      kept(3, 5),
    ],
    [
      "is wanted again once another one was granted",
      [refused(), granted(), letIn(), turnedAway()],
      broken("a POST is without one", 5),
    ],
    ["is not there yet, and the server takes no heed", [granted(), bare()], kept(3)],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.tokenEverywhere, lines)).toEqual(expected);
  });

  const names = (who: string, status = 200): Line => asks("resource-metadata", answer(status, { authorization_servers: [who] }));
  const old = letIn("a", { ruling: "of another" });
  const stayed = noOccasion("no MCP server changed its authorization server while a client with a token was there");
  it.each<[string, readonly Line[], object]>([
    ["of the old server is dropped", [names("x"), letIn(), names("y"), asks("authorize"), granted(), letIn("b")], kept(7)],
    [
      "of the old server is sent again and again",
      [names("x"), letIn(), names("y"), old, old, old],
      broken("it sent a token of the authorization server of before", 6, 7),
    ],
    [
      "of the old server was on its way when the new one was named",
      [names("x"), letIn(), names("y"), old, letIn("b")],
      kept(5, 6),
    ],
    [
      "of the old server may be tried while the new one is asked",
      [names("x"), names("y"), old, asks("authorize"), old, granted(), letIn("b")],
      kept(4, 8),
    ],
    [
      "of the old server is sent after the new one was had",
      [names("x"), names("y"), old, asks("authorize"), granted(), old],
      broken("it sent a token of the authorization server of before", 7),
    ],
    ["of the old server is none where the document says the same", [names("x"), names("x"), old, old], stayed],
    ["of the old server is none where the second document is missing", [names("x"), names("y", 404), old, old], stayed],
    ["of the old server goes on where nothing was named", [granted(), old, old], stayed],
    ["of the new server is not yet there", [names("x"), names("y"), turnedAway()], stayed],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.ownTokens, lines)).toEqual(expected);
  });
});

describe("a refresh token", () => {
  const refresh = { grant_type: "refresh_token" };
  const withRefresh = granted({}, { access_token: "a", refresh_token: "r" });
  const expired = turnedAway("", { found: { token: "a", ruling: "expired" } });
  const nothing = noOccasion("no token of a client with a refresh token expired");
  it.each<[string, readonly Line[], object]>([
    ["is used when the token expired", [withRefresh, expired, granted(refresh)], kept(4)],
    [
      "is not used, and the user is asked",
      [withRefresh, expired, asks("authorize"), granted(refresh)],
      broken("it asked for authorization anew", 4),
    ],
    [
      "is not used, and another token is asked for",
      [withRefresh, expired, granted({ grant_type: "authorization_code" })],
      broken("it asked for authorization anew", 4),
    ],
    ["is not used, and the client gives up", [withRefresh, expired, gets("metadata", {})], broken("it gave up", 3)],
    ["was not given", [granted(), expired, asks("authorize")], nothing],
    [
      "is named by the metadata only",
      [gets("metadata", { grant_types_supported: ["refresh_token"] }), granted(), expired],
      nothing,
    ],
    [
      "is not needed, as the token has not expired",
      [withRefresh, turnedAway("", { found: { ruling: "unknown" } }), asks("authorize")],
      nothing,
    ],
    ["was never answered", [asks("token", { fields: refresh }), expired, asks("authorize")], nothing],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.refreshes, lines)).toEqual(expected);
  });

  const again = (refreshed: string): Line => granted(refresh, { access_token: "b" }, { refresh: refreshed });
  const second = [expired, again("fresh"), letIn("b"), turnedAway("", { found: { token: "b" } })];
  const once = noOccasion("the client used no two refresh tokens");
  it.each<[string, readonly Line[], object]>([
    ["is a new one the second time", [...second, again("fresh")], kept(6)],
    ["is the old one the second time", [...second, again("used")], broken("it was used a second time", 6)],
    ["is used once", [expired, again("used"), letIn("b")], once],
    ["is used by two refreshes at once", [expired, again("fresh"), again("used"), letIn("b")], once],
    [
      "is used by two refreshes at once, between which nobody was let in",
      [expired, again("fresh"), turnedAway("", { found: { token: "b" } }), again("used"), letIn("c")],
      once,
    ],
    ["was used for the same token that was refused before", [expired, again("fresh"), letIn("b"), expired, again("used")], once],
    ["is followed by a code", [...second, granted({ grant_type: "authorization_code" }, {}, { refresh: "used" })], once],
    ["comes after a code", [granted({ grant_type: "authorization_code" }), letIn(), expired, again("used")], once],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.refreshRotated, lines)).toEqual(expected);
  });
});

describe("at the token end point a client", () => {
  const takes = (...methods: readonly string[]): Line => gets("metadata", { token_endpoint_auth_methods_supported: methods });
  const uses = (authentication: string | number): Line => asks("token", { found: { authentication } });
  const unsaid = noOccasion("the client asked for no token where the metadata say how to authenticate");
  it.each<[string, readonly Line[], object]>([
    ["authenticates as the metadata say", [takes("none", "client_secret_post"), uses("client_secret_post")], kept(3)],
    [
      "authenticates in another way",
      [takes("none", "client_secret_post"), uses("client_secret_basic")],
      broken("it used client_secret_basic, and the server takes none, client_secret_post", 3),
    ],
    ["authenticates in any way where the metadata say nothing", [gets("metadata", {}), uses("client_secret_basic")], unsaid],
    ["authenticates in a way nobody made out", [takes("none"), asks("token")], unsaid],
    ["authenticates before it read the metadata", [uses("x"), takes("none")], unsaid],
    [
      "authenticates at another party than that of the metadata",
      [takes("none"), asks("token", { party: "other", found: { authentication: "x" } })],
      unsaid,
    ],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.authenticationMethod, lines)).toEqual(expected);
  });

  const grants = (...types: readonly string[]): Line => gets("metadata", { grant_types_supported: types });
  const own = { grant_type: "client_credentials" };
  const none = noOccasion("no client that acts for itself asked for a token");
  it.each<[string, readonly Line[], object]>([
    ["acts for itself", [grants("client_credentials"), asks("token", { fields: own })], kept(3)],
    [
      "acts for itself with a wrong secret",
      [grants("client_credentials"), asks("token", { fields: own, found: { defect: "the secret is wrong" } })],
      broken("the secret is wrong", 3),
    ],
    [
      "sends a code nobody gives there",
      [grants("client_credentials"), asks("token", { fields: { grant_type: "authorization_code" } })],
      broken("grant_type is authorization_code", 3),
    ],
    ["does not say what it brings", [grants("client_credentials"), asks("token")], broken("grant_type is missing", 3)],
    ["may act for a user, too", [grants("authorization_code", "client_credentials"), asks("token")], none],
    ["reads no metadata", [asks("token")], none],
    ["asks another party than that of the metadata", [grants("client_credentials"), asks("token", { party: "other" })], none],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.ownCredentials, lines)).toEqual(expected);
  });
});
