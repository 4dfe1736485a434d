import { describe, expect, it } from "vitest";
import * as checks from "../../../../src/check/client/auth/discovery.ts";
import type { Line } from "../../../support/traces/small-trace.ts";
import { answer, asks, broken, gets, issuer, kept, letIn, noOccasion, server, turnedAway, verdict } from "./auth-story.ts";

const root = "/.well-known/oauth-protected-resource";
const oauth = "/.well-known/oauth-authorization-server";
const openid = "/.well-known/openid-configuration";
const missing = answer(404);
const resource = (at = `${root}/mcp`, more: object = answer(200, {})): Line =>
  asks("resource-metadata", { url: `${server}${at}`, ...more });
const metadata = (at: string, more: object = answer(200, {})): Line => asks("metadata", { url: `${issuer}${at}`, ...more });
const names = (...servers: readonly (string | number)[]): Line => gets("resource-metadata", { authorization_servers: servers });

describe("the metadata of the resource", () => {
  const nowhere = noOccasion("the client tried to be let in nowhere");
  it.each<[string, readonly Line[], object]>([
    ["are asked for first by a client that was turned away", [turnedAway(), resource(), metadata(oauth)], kept(3)],
    [
      "are asked for too late by a client that asked for those of 2025-03-26 before",
      [turnedAway(), metadata(oauth), resource()],
      broken(`it asked ${issuer}${oauth} first`, 3),
    ],
    ["are nothing to a client that asks only the MCP server", [letIn()], nowhere],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.resourceMetadata, lines)).toEqual(expected);
  });

  const named = `resource_metadata="${server}/elsewhere"`;
  const unnamed = noOccasion("no 401 named the metadata to a client that asks for them");
  it.each<[string, readonly Line[], object]>([
    ["are asked for at the place the challenge names", [turnedAway(named), resource("/elsewhere")], kept(3)],
    [
      "are asked for at a well-known place though the challenge names another",
      [turnedAway(named), metadata(oauth), resource()],
      broken(`it asked ${server}${root}/mcp, where the 401 names ${server}/elsewhere`, 4),
    ],
    ["may be at any place where the challenge names none", [turnedAway(), resource()], unnamed],
    ["are not asked for at all", [turnedAway(named), metadata(oauth)], unnamed],
    [
      "are asked for at the place of the challenge, which comes after a request that was let in",
      [letIn(), turnedAway(named), resource("/elsewhere")],
      kept(4),
    ],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.challengeUrl, lines)).toEqual(expected);
  });

  it.each<[string, readonly Line[], object]>([
    ["are found at the place with the path", [turnedAway(), resource()], kept(3)],
    [
      "are found without the path, after the place with it",
      [turnedAway(), resource(`${root}/mcp`, missing), resource(root)],
      kept(3),
    ],
    [
      "are found without the path by a client that did not try the place with it",
      [turnedAway(), resource(root)],
      broken(`it tried ${root}; the order is ${root}/mcp, then ${root}`, 3),
    ],
    [
      "are looked for in the wrong order",
      [turnedAway(), resource(root, missing), resource(`${root}/mcp`, missing)],
      broken(`it tried ${root}, then ${root}/mcp; the order is ${root}/mcp, then ${root}`, 3),
    ],
    [
      "are nowhere, and the second place is not tried",
      [turnedAway(), resource(`${root}/mcp`, missing)],
      broken(`it tried ${root}/mcp; the order is ${root}/mcp, then ${root}`, 3),
    ],
    [
      "are nowhere, and the second place was asked only after the first had been asked twice",
      [turnedAway(), resource(`${root}/mcp`, missing), resource(`${root}/mcp`, missing), resource(root, missing)],
      kept(3),
    ],
    [
      "are looked for at a place of the client's own only, where the request broke off",
      [turnedAway(), resource("/own", {})],
      broken(`it tried none of them; the order is ${root}/mcp, then ${root}`, 3),
    ],
    [
      "may be anywhere where the challenge names the place",
      [turnedAway(named), resource(root)],
      noOccasion("every 401 named the metadata"),
    ],
    ["are not looked for", [turnedAway(), metadata(oauth)], noOccasion("every 401 named the metadata")],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.wellKnownOrder, lines)).toEqual(expected);
  });
});

describe("the metadata of an issuer", () => {
  const none = noOccasion("the client looked for no metadata of an issuer without a path");
  it.each<[string, readonly Line[], object]>([
    ["are found by OAuth", [names(issuer), metadata(oauth)], kept(3)],
    ["are found by OpenID Connect after OAuth", [names(issuer), metadata(oauth, missing), metadata(openid)], kept(4)],
    [
      "are found by OpenID Connect without asking by OAuth",
      [names(issuer), metadata(openid)],
      broken(`it tried ${openid}; the order is ${oauth}, then ${openid}`, 3),
    ],
    [
      "are nowhere, and only one place was tried",
      [names(issuer), metadata(oauth, missing)],
      broken(`it tried ${oauth}; the order is ${oauth}, then ${openid}`, 3),
    ],
    ["are nowhere, and both places were tried", [names(issuer), metadata(oauth, missing), metadata(openid, missing)], kept(3)],
    ["are not looked for", [names(issuer), asks("authorize")], none],
    ["are those of another party", [names(issuer), metadata(oauth, { party: "other", ...missing })], none],
    ["are looked for without an issuer", [resource(), metadata(openid)], none],
    ["are looked for where the list of issuers is empty", [names(), metadata(openid)], none],
    [
      "are looked for where the list of issuers is a text",
      [gets("resource-metadata", { authorization_servers: issuer }), metadata(openid)],
      none,
    ],
    ["are looked for where the issuer is a number", [names(7), metadata(openid)], none],
    ["are looked for where the metadata of the resource are missing", [resource(root, missing), metadata(openid)], none],
    [
      "are those of the issuer that was named last",
      [names(`${issuer}/old`), resource(root, missing), names(issuer), metadata(oauth)],
      kept(5),
    ],
    ["are those of an issuer with a path", [names(`${issuer}/t`), metadata(`${oauth}/t`)], none],
  ])("without a path %s", (_situation, lines, expected) => {
    expect(verdict(checks.metadataOrderRoot, lines)).toEqual(expected);
  });

  const order = `${oauth}/t, then ${openid}/t, then /t${openid}`;
  it.each<[string, readonly Line[], object]>([
    ["are found at the first place", [names(`${issuer}/t`), metadata(`${oauth}/t`)], kept(3)],
    [
      "are found at the third place, after the others",
      [names(`${issuer}/t`), metadata(`${oauth}/t`, missing), metadata(`${openid}/t`, missing), metadata(`/t${openid}`)],
      kept(5),
    ],
    [
      "are found at the third place, and the second was left out",
      [names(`${issuer}/t`), metadata(`${oauth}/t`, missing), metadata(`/t${openid}`)],
      broken(`it tried ${oauth}/t, then /t${openid}; the order is ${order}`, 4),
    ],
    [
      "are nowhere, and two places were tried",
      [names(`${issuer}/t`), metadata(`${oauth}/t`, missing), metadata(`${openid}/t`, missing)],
      broken(`it tried ${oauth}/t, then ${openid}/t; the order is ${order}`, 3),
    ],
    [
      "are those of an issuer without one",
      [names(issuer), metadata(oauth)],
      noOccasion("the client looked for no metadata of an issuer with a path"),
    ],
  ])("with a path %s", (_situation, lines, expected) => {
    expect(verdict(checks.metadataOrderPath, lines)).toEqual(expected);
  });
});

describe("the end points", () => {
  const whole = {
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
  };
  const none = noOccasion("the client asked no authorization server with metadata for anything");
  const all = [asks("register"), asks("authorize"), asks("token")];
  it.each<[string, readonly Line[], object]>([
    ["are those of the metadata", [gets("metadata", whole), ...all], kept(3, 4, 5)],
    [
      "are each another than in the metadata",
      [gets("metadata", { authorization_endpoint: "a", token_endpoint: "t", registration_endpoint: "r" }), ...all],
      broken(
        `it asked ${issuer}/register, and the metadata name "r"; it asked ${issuer}/authorize, and the metadata name "a"; it asked ${issuer}/token, and the metadata name "t"`,
        3,
        4,
        5,
      ),
    ],
    [
      "are not in the metadata",
      [gets("metadata", {}), asks("token")],
      broken(`it asked ${issuer}/token, and the metadata name none`, 3),
    ],
    [
      "are used before the metadata are known",
      [asks("authorize"), gets("metadata", whole)],
      broken(`it asked ${issuer}/authorize before it knew the metadata`, 2),
    ],
    ["are used where there are no metadata", [metadata(oauth, missing), ...all], none],
    [
      "are those of one party, and the metadata those of another",
      [gets("metadata", whole, { party: "other" }), asks("token")],
      none,
    ],
    ["are none, but the MCP server itself", [gets("metadata", whole), letIn()], none],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.serverMetadata, lines)).toEqual(expected);
  });

  const met = noOccasion("no server without metadata was met");
  it.each<[string, readonly Line[], object]>([
    ["are the default ones where there are no metadata", [metadata(oauth, missing), ...all], kept(3, 4, 5)],
    [
      "are others than the default ones",
      [metadata(oauth, missing), asks("register"), asks("token", { url: `${issuer}/oauth/token` })],
      broken(`it asked ${issuer}/oauth/token`, 4),
    ],
    [
      "are not used where there are no metadata",
      [metadata(oauth, missing), letIn()],
      broken("it gave up when there were no metadata", 2),
    ],
    [
      "need not be the default ones where the metadata were found later",
      [metadata(oauth, missing), metadata(openid), asks("token", { url: "x" })],
      met,
    ],
    [
      "need not be the default ones where asking for the metadata failed",
      [metadata(oauth, answer(500)), asks("token", { url: "x" })],
      met,
    ],
    [
      "need not be the default ones where the request for metadata broke off",
      [metadata(oauth, {}), asks("token", { url: "x" })],
      met,
    ],
    [
      "need not be the default ones where another document is missing",
      [resource(root, missing), asks("token", { url: "x" })],
      met,
    ],
  ])("by default %s", (_situation, lines, expected) => {
    expect(verdict(checks.defaultEndPoints, lines)).toEqual(expected);
  });

  it.each<[string, readonly Line[], object]>([
    ["are used after the metadata were looked for", [metadata(oauth, missing), asks("register")], kept(3)],
    ["are used at once", [asks("register"), metadata(oauth)], broken(`it asked ${issuer}/register before ${oauth}`, 2)],
    [
      "are used after something else was asked for",
      [metadata(openid), asks("authorize")],
      broken(`it asked ${issuer}/authorize before ${oauth}`, 3),
    ],
    ["are not used", [metadata(oauth)], noOccasion("the client tried to be let in nowhere")],
  ])("of an origin %s", (_situation, lines, expected) => {
    expect(verdict(checks.discoversFirst, lines)).toEqual(expected);
  });
});
