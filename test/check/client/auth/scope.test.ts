import { describe, expect, it } from "vitest";
import * as checks from "../../../../src/check/client/auth/scope.ts";
import type { Line } from "../../../support/traces/small-trace.ts";
import { asks, broken, gets, kept, letIn, noOccasion, turnedAway, verdict } from "./auth-story.ts";

const wants = (scope?: string): Line => asks("authorize", { fields: scope === undefined ? {} : { scope } });
const offers = (...scopes: readonly string[]): Line => gets("resource-metadata", { scopes_supported: scopes });
const names = (scope: string): Line => turnedAway(`scope="${scope}"`);

describe("the first authorization request", () => {
  const unnamed = noOccasion("no 401 that names scopes was followed by an authorization request");
  it.each<[string, readonly Line[], object]>([
    ["has all scopes of the challenge and more", [names("a b"), wants("c b a")], kept(3)],
    ["lacks one scope of the challenge", [names("a b"), wants("a c")], broken("the 401 names a b, and it asked for a c", 3)],
    ["has no scope", [names("a"), wants()], broken("the 401 names a, and it asked for none", 3)],
    ["has a scope that only begins alike", [names("a"), wants("ab")], broken("the 401 names a, and it asked for ab", 3)],
    ["comes where the challenge names no scope", [turnedAway(`realm="x"`), wants()], unnamed],
    ["comes where nobody was turned away", [letIn(), wants()], unnamed],
    ["is not sent", [names("a"), asks("token")], unnamed],
    ["has them, and the next one has not", [names("a"), wants("a"), wants()], kept(3)],
    ["has those of the first challenge", [names("a"), wants("a"), names("b")], kept(3)],
    [
      "comes where somebody else than the MCP server names scopes",
      [asks("token", { answer: { status: 401, headers: { "www-authenticate": 'Bearer scope="a"' }, body: null } }), wants()],
      unnamed,
    ],
  ])("that %s is judged by every scope a 401 names", (_situation, lines, expected) => {
    expect(verdict(checks.scopeAuthoritative, lines)).toEqual(expected);
  });

  it.each<[string, readonly Line[], object]>([
    ["has less than the challenge", [names("a b"), wants("b")], kept(3)],
    ["has what a refresh token takes besides", [names("a"), wants("a offline_access")], kept(3)],
    ["has more", [names("a"), wants("a b offline_access c")], broken("it asked for b c as well, where the 401 names a", 3)],
    ["comes where the challenge names no scope", [turnedAway(), wants("b")], unnamed],
  ])("that %s is judged by no more scopes than a 401 names", (_situation, lines, expected) => {
    expect(verdict(checks.scopeLeast, lines)).toEqual(expected);
  });

  const unoffered = noOccasion("no 401 without scopes was followed by an authorization request for a resource that names some");
  it.each<[string, readonly Line[], object]>([
    ["has the same, in another order", [turnedAway(), offers("a", "b"), wants("b a")], kept(4)],
    ["has what a refresh token takes besides", [turnedAway(), offers("a"), wants("a offline_access")], kept(4)],
    ["lacks one", [turnedAway(), offers("a", "b"), wants("a")], broken("the resource names a b, and it asked for a", 4)],
    ["has one more", [turnedAway(), offers("a"), wants("a b")], broken("the resource names a, and it asked for a b", 4)],
    ["has another one", [turnedAway(), offers("a"), wants("b")], broken("the resource names a, and it asked for b", 4)],
    [
      "has one where the list is empty",
      [turnedAway(), offers(), wants("b")],
      broken("the resource names none, and it asked for b", 4),
    ],
    ["comes where the challenge names scopes", [names("a"), offers("b"), wants("a")], unoffered],
    ["comes before the resource was asked", [turnedAway(), wants("b"), offers("a")], unoffered],
    [
      "comes where only the authorization server names scopes",
      [turnedAway(), gets("metadata", { scopes_supported: ["a"] }), wants()],
      unoffered,
    ],
  ])("that %s is judged by the scopes of the resource", (_situation, lines, expected) => {
    expect(verdict(checks.scopeFromMetadata, lines)).toEqual(expected);
  });

  const named = noOccasion("no authorization request came where nobody named scopes");
  it.each<[string, readonly Line[], object]>([
    ["has none", [turnedAway(), wants()], kept(3)],
    ["has an empty one", [turnedAway(), wants("")], kept(3)],
    ["has only what a refresh token takes", [turnedAway(), wants("offline_access")], kept(3)],
    ["has one of its own", [turnedAway(), wants("offline_access a b")], broken("it asked for a b", 3)],
    ["comes where the challenge names scopes", [names("a"), wants("b")], named],
    ["comes where the resource names scopes", [turnedAway(), offers("a"), wants("b")], named],
  ])("that %s is judged by no scope where nobody names one", (_situation, lines, expected) => {
    expect(verdict(checks.scopeOmitted, lines)).toEqual(expected);
  });
});

const tooLittle = (scope?: string): Line =>
  turnedAway(`error="insufficient_scope"${scope === undefined ? "" : `, scope="${scope}"`}`, { found: { token: "a" } }, 403);

describe("after a refusal for want of scope a client", () => {
  const none = noOccasion("the client was refused nothing for want of scope");
  it.each<[string, readonly Line[], object]>([
    ["asks for the scopes that are named", [wants("a"), letIn(), tooLittle("b c"), wants("c b")], kept(5)],
    [
      "asks without one of them",
      [wants("a"), letIn(), tooLittle("b c"), wants("b")],
      broken("b c was wanted, and it asked for b", 5),
    ],
    ["asks for none", [wants("a"), letIn(), tooLittle("b"), wants()], broken("b was wanted, and it asked for none", 5)],
    ["asks for nothing more", [wants("b"), letIn(), tooLittle("b")], broken("it asked for no token with b", 4)],
    ["asks where no scope is named", [wants("a"), letIn(), tooLittle(), wants()], kept(5)],
    ["does not ask, and was never let in anywhere", [wants("a"), tooLittle("b")], none],
    [
      "is refused for something else first",
      [wants("a"), letIn(), turnedAway(`error="invalid_token", scope="z"`), tooLittle("b"), wants("b")],
      kept(6),
    ],
    ["is refused for something else alone", [wants("a"), letIn(), turnedAway(`error="invalid_token", scope="z"`), wants()], none],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.stepUp, lines)).toEqual(expected);
  });

  const nothing = noOccasion("the client asked for no further scopes");
  it.each<[string, readonly Line[], object]>([
    ["keeps what it had", [wants("a b"), tooLittle("c"), wants("c b a")], kept(4)],
    ["loses what it had", [wants("a b c"), tooLittle("d"), wants("d b")], broken("it no longer asked for a c", 4)],
    ["keeps what it asked for last", [wants("z"), wants("a"), tooLittle("b"), wants("a b")], kept(5)],
    ["keeps at first what it loses later", [wants("a"), tooLittle("b"), wants("a b"), tooLittle("c"), wants("c")], kept(4)],
    ["had asked for nothing before", [letIn(), tooLittle("b"), wants("b")], nothing],
    ["asks for nothing more", [wants("a"), tooLittle("b")], nothing],
    ["is another one that asked twice without a refusal", [wants("a"), wants("b")], nothing],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.stepUpScopes, lines)).toEqual(expected);
  });

  const times = (count: number): readonly Line[] => Array.from({ length: count }, () => wants("b"));
  it.each<[string, readonly Line[], object]>([
    ["gives up", [wants("a"), tooLittle("b")], kept(3)],
    ["asks five times", [wants("a"), tooLittle("b"), ...times(5)], kept(8)],
    ["asks six times", [wants("a"), tooLittle("b"), ...times(6)], broken("it asked 6 times for one call", 9)],
    ["had asked six times before", [...times(6), tooLittle("b"), wants("b")], kept(9)],
    ["was refused nothing, however often it asks", times(6), none],
  ])("%s, as to how often it asks", (_situation, lines, expected) => {
    expect(verdict(checks.stepUpLimited, lines)).toEqual(expected);
  });
});
