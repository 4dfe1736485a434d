import { describe, expect, it } from "vitest";
import * as checks from "../../../../src/check/client/auth/responses.ts";
import type { JsonObject } from "../../../../src/jsonrpc/json.ts";
import type { Line } from "../../../support/traces/small-trace.ts";
import { opened, smallTrace } from "../../../support/traces/small-trace.ts";
import { asks, broken, gets, issuer, kept, noOccasion, sentBackWith, verdict } from "./auth-story.ts";

const names = (...servers: readonly string[]): Line => gets("resource-metadata", { authorization_servers: servers });
const metadata = (more: JsonObject = {}): Line => gets("metadata", { issuer, ...more });
const asked = (query: string, fields: JsonObject = {}): Line => asks("authorize", { fields, ...sentBackWith(query) });
const redeems = (code = "c"): Line => asks("token", { fields: { code } });
const encoded = encodeURIComponent(issuer);

describe("the state", () => {
  it.each<[string, readonly Line[], object]>([
    ["is in every request", [asks("authorize", { fields: { state: "s" } })], kept(2)],
    [
      "is in the first request only",
      [asks("authorize", { fields: { state: "s" } }), asks("authorize")],
      broken("one has none", 3),
    ],
    ["is empty", [asks("authorize", { fields: { state: "" } })], broken("one has none", 2)],
    ["is nowhere, as no request was sent", [asks("token")], noOccasion("the client sent no authorization request")],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.stateUsed, lines)).toEqual(expected);
  });

  const none = noOccasion("no answer with another state was given to a client that sent one");
  it.each<[string, readonly Line[], object]>([
    ["is another one, and the code is dropped", [asked("code=c&state=t", { state: "s" })], kept(2)],
    [
      "is another one, and the code is redeemed",
      [asked("code=c&state=t", { state: "s" }), redeems()],
      broken("it redeemed the code of an answer with another state", 3),
    ],
    [
      "is missing, and the code is redeemed",
      [asked("code=c", { state: "s" }), redeems()],
      broken("it redeemed the code of an answer with another state", 3),
    ],
    [
      "is another one, and a code of somewhere else is redeemed",
      [asked("code=c&state=t", { state: "s" }), redeems("d")],
      kept(2),
    ],
    [
      "is another one, and a token without a code is asked for",
      [asked("code=c&state=t", { state: "s" }), asks("token")],
      kept(2),
    ],
    ["is another one, and the code had been redeemed before", [redeems(), asked("code=c&state=t", { state: "s" })], kept(3)],
    ["is the one that was sent", [asked("code=c&state=s", { state: "s" }), redeems()], none],
    ["was not sent", [asked("code=c&state=t"), redeems()], none],
    ["is another one, of an answer without a code", [asked("error=no&state=t", { state: "s" }), asks("token")], none],
    ["is not given back, as nobody was sent back", [asks("authorize", { fields: { state: "s" } }), redeems()], none],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.stateVerified, lines)).toEqual(expected);
  });
});

const foreign = encodeURIComponent("https://evil.example");
const slashed = encodeURIComponent("HTTPS://Issuer.example/");

describe("the iss of an answer", () => {
  const none = noOccasion("no answer with another iss was given to a client");
  const promised = { authorization_response_iss_parameter_supported: true };
  const used = broken("it redeemed the code of an answer whose iss is https://evil.example", 4);
  it.each<[string, readonly Line[], object]>([
    ["is somebody else, and the code is dropped", [metadata(), asked(`code=c&iss=${foreign}`)], kept(3)],
    ["is somebody else, and the code is redeemed", [metadata(), asked(`code=c&iss=${foreign}`), redeems()], used],
    [
      "is missing where it was promised, and the code is redeemed",
      [metadata(promised), asked("code=c"), redeems()],
      broken("it redeemed the code of an answer without the iss that was promised", 4),
    ],
    ["is missing where it was not promised", [metadata(), asked("code=c"), redeems()], none],
    [
      "is missing where it was promised not to come",
      [metadata({ authorization_response_iss_parameter_supported: false }), asked("code=c"), redeems()],
      none,
    ],
    ["is the issuer", [metadata(promised), asked(`code=c&iss=${encoded}`), redeems()], none],
    ["is nearly the issuer", [metadata(), asked(`code=c&iss=${slashed}`), redeems()], none],
    [
      "is anybody where the metadata name no issuer",
      [gets("metadata", promised), asked(`code=c&iss=${foreign}`), redeems()],
      none,
    ],
    [
      "is anybody where the metadata were those of another party",
      [gets("metadata", { issuer }, { party: "other" }), asked(`code=c&iss=${foreign}`), redeems()],
      none,
    ],
    [
      "is somebody else, and the issuer is the one the resource names",
      [names(issuer), metadata(), asked(`code=c&iss=${foreign}`), redeems()],
      broken("it redeemed the code of an answer whose iss is https://evil.example", 5),
    ],
    [
      "is judged elsewhere where the metadata are not those of the issuer the resource names",
      [names("https://named.example"), metadata(), asked(`code=c&iss=${foreign}`), redeems()],
      none,
    ],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.issVerified, lines)).toEqual(expected);
  });

  const nearly = noOccasion("no answer with nearly the right iss was given to a client");
  it.each<[string, readonly Line[], object]>([
    ["differs by case and a slash, and the code is dropped", [metadata(), asked(`code=c&iss=${slashed}`)], kept(3)],
    [
      "differs by case and a slash, and the code is redeemed",
      [metadata(), asked(`code=c&iss=${slashed}`), redeems()],
      broken(`it redeemed the code of an answer whose iss is HTTPS://Issuer.example/, and the issuer is ${issuer}`, 4),
    ],
    [
      "lacks a slash the issuer has, and the code is redeemed",
      [metadata({ issuer: `${issuer}/` }), asked(`code=c&iss=${encoded}`), redeems()],
      broken(`it redeemed the code of an answer whose iss is ${issuer}, and the issuer is ${issuer}/`, 4),
    ],
    ["is the same", [metadata(), asked(`code=c&iss=${encoded}`), redeems()], nearly],
    ["is somebody else altogether", [metadata(), asked(`code=c&iss=${foreign}`), redeems()], nearly],
    ["has another path", [metadata(), asked(`code=c&iss=${encodeURIComponent(`${issuer}/t`)}`), redeems()], nearly],
    ["is missing", [metadata(), asked("code=c"), redeems()], nearly],
    ["comes where the issuer is not known", [asked(`code=c&iss=${slashed}`), redeems()], nearly],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.issExact, lines)).toEqual(expected);
  });

  const trouble = (lines: readonly Line[]): unknown => {
    const [explained] = checks.issVerified.explains ?? [];
    const trace = smallTrace("client", [opened({ transport: "http" }), ...lines], "http");
    const at = explained !== undefined && "at" in explained ? explained.at : undefined;
    return (at?.(trace) ?? []).map((ref) => (typeof ref === "number" ? ref : ref.seq));
  };
  it.each<[string, readonly Line[], readonly number[]]>([
    ["is somebody else and the code is redeemed", [metadata(), asked(`code=c&iss=${foreign}`), redeems()], [4]],
    ["is somebody else and the code is dropped", [metadata(), asked(`code=c&iss=${foreign}`)], []],
    ["is nearly the issuer and the code is redeemed", [metadata(), asked(`code=c&iss=${slashed}`), redeems()], []],
    ["is missing and the code is redeemed", [metadata(), asked("code=c"), redeems()], []],
    ["is somebody else where no issuer is known", [asked(`code=c&iss=${foreign}`), redeems()], []],
  ])("%s: that explains what is redeemed by a client that compares no iss", (_situation, lines, expected) => {
    expect(trouble(lines)).toEqual(expected);
  });
});

describe("the words of an error", () => {
  const said = `error=no&error_description=call+this+number&iss=${foreign}`;
  const reports = (text: string): Line => ({ kind: "report", connection: 1, step: 0, value: { ok: false, error: text } });
  const none = noOccasion("no client that reports its steps was sent an error of somebody else");
  it.each<[string, readonly Line[], object]>([
    ["of somebody else are kept back", [metadata(), asked(said), reports("the issuer does not fit")], kept(3)],
    [
      "of somebody else are shown",
      [metadata(), asked(said), reports("one"), reports("no: call this number")],
      broken('the caller was told "call this number"', 5),
    ],
    [
      "without an iss are shown",
      [metadata(), asked("error_description=call"), reports("call")],
      broken('the caller was told "call"', 4),
    ],
    ["of the issuer are shown", [metadata(), asked(`error_description=call&iss=${encoded}`), reports("call")], none],
    ["are shown where no issuer is known", [asked(said), reports("call this number")], none],
    ["are not there", [metadata(), asked(`error=no&iss=${foreign}`), reports("no")], none],
    ["are shown by nobody, as no step is reported", [metadata(), asked(said)], none],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.foreignErrors, lines)).toEqual(expected);
  });
});
