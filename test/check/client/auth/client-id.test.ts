import { describe, expect, it } from "vitest";
import * as checks from "../../../../src/check/client/auth/client-id.ts";
import { type Line, opened, smallTrace } from "../../../support/traces/small-trace.ts";
import { asks, broken, gets, issuer, kept, noOccasion, verdict } from "./auth-story.ts";

const known = (id: string | undefined, client: string, more: object = {}): Line =>
  asks("authorize", { fields: id === undefined ? {} : { client_id: id }, found: { client }, ...more });
const other = { party: "other" } as const;
const elsewhere = gets("metadata", {}, other);

describe("an id", () => {
  const stayed = noOccasion("no authorization server was replaced by another one");
  it.each<[string, readonly Line[], object]>([
    ["is not shown to the next server", [known("me", "registered"), elsewhere, known("you", "registered", other)], kept(3)],
    [
      "is shown to the next server",
      [known("me", "registered"), elsewhere, known("me", "unknown", other)],
      broken("it named itself me to another authorization server", 4),
    ],
    [
      "is shown to the next server by a token request",
      [known("me", "registered"), elsewhere, asks("token", { fields: { client_id: "me" }, ...other })],
      broken("it named itself me to another authorization server", 4),
    ],
    ["is used at the old server still", [known("me", "registered"), elsewhere, known("me", "registered")], kept(3)],
    ["was not given by registration", [known("me", "given"), elsewhere, known("me", "unknown", other)], stayed],
    [
      "was given after the next server had been asked",
      [elsewhere, known("me", "registered"), known("me", "unknown", other)],
      stayed,
    ],
    [
      "is used where the same server is asked again",
      [known("me", "registered"), gets("metadata", {}), known("me", "registered")],
      stayed,
    ],
    [
      "is used where something else is asked of another server",
      [known("me", "registered"), asks("authorize", other), known("me", "unknown", other)],
      stayed,
    ],
    [
      "is used at the token end point alone",
      [asks("token", { fields: { client_id: "me" }, found: { client: "registered" } }), elsewhere, known("me", "unknown", other)],
      stayed,
    ],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.credentialsBound, lines)).toEqual(expected);
  });

  it.each<[string, readonly Line[], object]>([
    [
      "arranged with one server is tried at another",
      [known("me", "given"), elsewhere, known("me", "unknown", other)],
      broken("it named itself me to another authorization server", 4),
    ],
    ["arranged with one server is kept from another", [known("me", "given"), elsewhere], kept(3)],
    ["given by registration is not looked at", [known("me", "registered"), elsewhere, known("me", "unknown", other)], stayed],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.knownIdBound, lines)).toEqual(expected);
  });

  const inScenario = (session: string, lines: readonly Line[]): unknown =>
    checks.knownIdFirst.verify(smallTrace("client", [opened({ session }), ...lines], "http"));
  const none = noOccasion("no client with an id was met");
  it.each<[string, string, readonly Line[], object]>([
    ["is used", "auth.known-client", [known("me", "given")], kept(2)],
    [
      "is there, and the client registers",
      "auth.known-client",
      [asks("register"), known("you", "registered")],
      broken("it registered, though it had an id", 2),
    ],
    [
      "is used, and the client registers as well",
      "auth.known-client",
      [known("me", "given"), asks("register")],
      broken("it registered, though it had an id", 3),
    ],
    ["is there, and another one is used", "auth.known-client", [known("you", "document")], none],
    ["is named to the token end point only", "auth.known-client", [asks("token", { found: { client: "given" } })], none],
    ["was not given in this scenario", "auth.known-client.not", [asks("register")], none],
  ])("that %s comes before registering", (_situation, session, lines, expected) => {
    expect(inScenario(session, lines)).toEqual(expected);
  });
});

describe("a metadata document", () => {
  const takes = gets("metadata", { client_id_metadata_document_supported: true });
  const takesNot = gets("metadata", { client_id_metadata_document_supported: false });
  const none = noOccasion("no authorization server that takes metadata documents was met");
  const registers = asks("register");
  it.each<[string, readonly Line[], object]>([
    ["is used where one is taken", [takes, known("https://a.example/c", "document")], kept(3)],
    ["is not used, and the client registers", [takes, registers, known("you", "registered")], broken("it registered instead", 3)],
    ["is used, and the client registers later", [takes, known("https://a.example/c", "document"), registers], kept(3)],
    ["is not needed by a client with an id", [takes, known("me", "given")], none],
    ["is not taken", [takesNot, registers], none],
    ["is taken by another party", [gets("metadata", { client_id_metadata_document_supported: true }, other), registers], none],
    ["is taken, as the client learns too late", [registers, takes], none],
    ["is taken, and the client asks for nothing", [takes, asks("token")], none],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.documentFirst, lines)).toEqual(expected);
  });

  const unmet = noOccasion("the client asked no authorization server with metadata for authorization");
  const wrong = broken("its client_id is a URL, of which the metadata say nothing", 3);
  const url = "https://a.example/c";
  it.each<[string, readonly Line[], object]>([
    ["is not sent where the metadata say nothing of it", [gets("metadata", {}), known("me", "registered")], kept(3)],
    ["is sent where the metadata say nothing of it", [gets("metadata", {}), known(url, "document")], wrong],
    ["is sent where the metadata say no", [takesNot, known("HTTP://a.example/c", "document")], wrong],
    ["is sent where nobody is named", [gets("metadata", {}), known(undefined, "unknown")], kept(3)],
    ["is something with a URL within", [gets("metadata", {}), known(`id ${url}`, "registered")], kept(3)],
    ["is taken", [takes, known(url, "document")], unmet],
    ["is sent where there are no metadata", [known(url, "document")], unmet],
    ["is sent to another party than that of the metadata", [gets("metadata", {}, other), known(url, "document")], unmet],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.documentAdvertised, lines)).toEqual(expected);
  });

  it.each<[string, boolean]>([
    ["https://a.example/c", true],
    ["https://a.example/client/of/mine.json?x=1", true],
    ["https://a.example/", false],
    ["https://a.example", false],
    ["https://a.example?/c", false],
    ["https://a.example#/c", false],
    ["https://a.example/?c", false],
    ["https://a.example/#c", false],
    ["https:///c/d", false],
    ["http://a.example/c", false],
    ["http://a.example/?at=https://a.example/c", false],
  ])("at %s is good for an id: %s", (id, isGood) => {
    expect(verdict(checks.idUrl, [known(id, "document")])).toEqual(isGood ? kept(2) : broken(`it is ${id}`, 2));
  });

  it.each<[string, readonly Line[]]>([
    ["an id is no URL", [known("https:me", "given")]],
    ["there is no id", [known(undefined, "unknown")]],
    ["a URL is named to the token end point only", [asks("token", { fields: { client_id: `${issuer}/` } })]],
  ])("has no address where %s", (_situation, lines) => {
    expect(verdict(checks.idUrl, lines)).toEqual(noOccasion("no client_id was a URL"));
  });
});
