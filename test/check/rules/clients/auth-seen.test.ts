import { describe, expect, it } from "vitest";
import {
  after,
  answeredObject,
  authRequests,
  type AuthStep,
  authStories,
  challengeOf,
  documentBefore,
  isLetIn,
  scopeWords,
  sentBack,
  sentText,
  textsIn,
  wasLetIn,
} from "../../../../src/check/rules/auth/auth-seen.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { type Line, opened, smallTrace } from "../../../support/traces/small-trace.ts";
import { reported } from "./client-traces.ts";

type Answer = NonNullable<AuthStep["answer"]>;

const answer = (body: Json, status = 200, headers: Answer["headers"] = {}): Answer => ({ status, headers, body });

/** A request of the client to an end point; without an answer it is let through. */
const went = (endpoint: string, given?: Answer, more: Partial<AuthStep> = {}): AuthStep => ({
  seq: 1,
  at: 0,
  connection: 1,
  kind: "auth",
  party: "issuer",
  endpoint,
  method: "GET",
  url: "https://a.example/",
  headers: {},
  fields: {},
  found: {},
  ...(given === undefined ? {} : { answer: given }),
  ...more,
});

/** The same as a line of a trace. */
const line = (endpoint: string, given?: Answer, more: Partial<AuthStep> = {}): Line => {
  const { seq: _seq, at: _at, ...rest } = went(endpoint, given, more);
  return rest;
};

const stories = (...lines: readonly Line[]) =>
  authStories(smallTrace("client", [opened(), opened({ connection: 2, session: "second" }), ...lines], "http"));

describe("how a client tried to be let in", () => {
  it("is told of each connection on which it turned to anybody but the server", () => {
    const told = stories(
      line("mcp", answer(null, 401)),
      line("token", undefined, { connection: 2 }),
      line("mcp", undefined, { connection: 2 }),
      reported(0, { ok: true }, 2),
      reported(0, { ok: true }, 1),
    );
    expect(
      told.map((story) => [
        story.connection,
        story.scenario,
        story.steps.map(({ seq }) => seq),
        story.reports.map(({ seq }) => seq),
      ]),
    ).toEqual([[2, "second", [4, 5], [6]]]);
  });

  it("names every request to one end point, with its story", () => {
    const trace = smallTrace("client", [opened(), line("token"), line("register"), line("token")], "http");
    expect(authRequests(trace, "token").map(({ story, step }) => [story.connection, step.seq])).toEqual([
      [1, 2],
      [1, 4],
    ]);
  });

  it.each<readonly [string, readonly Line[], boolean]>([
    ["was let through", [line("token"), line("mcp")], true],
    ["was refused", [line("token"), line("mcp", answer(null, 401))], false],
    ["got a token and did not come", [line("token")], false],
    ["needed no token", [line("mcp")], false],
  ])("ends where it %s: let in is %s", (_title, lines, is) => {
    expect(wasLetIn(smallTrace("client", [opened(), ...lines], "http"))).toBe(is);
  });

  it("goes on after a request, and is over with the last", () => {
    const [story] = stories(line("register"), line("token"), line("mcp"));
    const seqs = story?.steps.map((step) => after(story, step).map(({ seq }) => seq));
    expect(seqs).toEqual([[4, 5], [5], []]);
  });
});

describe("a document", () => {
  it.each<readonly [string, Answer | undefined, object | undefined]>([
    ["that came", answer({ a: 1 }), { a: 1 }],
    ["that came with another success", answer({ a: 1 }, 299), { a: 1 }],
    ["in place of which something else came", answer({ a: 1 }, 300), undefined],
    ["that is a list", answer([]), undefined],
    ["that was not answered", undefined, undefined],
  ])("%s is read, or is none", (_title, given, document) => {
    expect(answeredObject(went("metadata", given))).toEqual(document);
  });

  it("counts where it is the latest before a request, of the party that is asked for", () => {
    const [story] = stories(
      line("metadata", answer({ of: 1 })),
      line("metadata", answer({ of: 2 }), { party: "other" }),
      line("metadata", answer(null, 404)),
      line("elsewhere", answer({ of: 3 })),
      line("token"),
      line("metadata", answer({ of: 4 })),
    );
    const token = story?.steps[4];
    if (story === undefined || token === undefined) throw new Error("the story is not told");
    expect(documentBefore(story, token, "metadata")).toEqual({ of: 2 });
    expect(documentBefore(story, token, "metadata", "issuer")).toEqual({ of: 1 });
    expect(documentBefore(story, token, "metadata", "server")).toBeUndefined();
    const [first] = story.steps;
    expect(first === undefined ? {} : documentBefore(story, first, "metadata")).toBeUndefined();
  });

  it("lists texts, and leaves out what is none", () => {
    expect(textsIn({ a: ["x", 7, "y"] }, "a")).toEqual(["x", "y"]);
    expect(textsIn({ a: "x" }, "a")).toBeUndefined();
    expect(textsIn(undefined, "a")).toBeUndefined();
  });
});

it.each<readonly [string, string, Answer | undefined, object | undefined]>([
  [
    "names its members",
    "mcp",
    answer(null, 401, { "www-authenticate": 'Bearer realm="a b", scope="x y", error=""' }),
    { realm: "a b", scope: "x y", error: "" },
  ],
  [
    "names a member by its whole name",
    "mcp",
    answer(null, 401, { "www-authenticate": 'Bearer resource_metadata="https://a"' }),
    { resource_metadata: "https://a" },
  ],
  ["may be without members", "mcp", answer(null, 401, { "www-authenticate": "Bearer" }), {}],
  ["is none without its header", "mcp", answer(null, 401), undefined],
  ["is none of another end point", "token", answer(null, 401, { "www-authenticate": 'Bearer realm="a"' }), undefined],
  ["is none where nothing was answered", "mcp", undefined, undefined],
])("a challenge %s", (_title, endpoint, given, members) => {
  expect(challengeOf(went(endpoint, given))).toEqual(members);
});

it.each<readonly [string, string | undefined, string | undefined]>([
  ["the second member of a query", "https://a/cb?code=c%20d&state=s%26t", "s&t"],
  ["the only member", "https://a/cb?state=", ""],
  ["a member with an equals sign", "https://a/cb?state=a=b", "a=b"],
  ["a member that only ends so", "https://a/cb?xstate=1", undefined],
  ["a member that only begins so", "https://a/cb?state2=1", undefined],
  ["no query", "https://a/cb", undefined],
  ["no address", undefined, undefined],
])("a user is sent back with %s", (_title, location, value) => {
  expect(sentBack(went("authorize", answer(null, 302, location === undefined ? {} : { location })), "state")).toBe(value);
});

it("a request to the server is let in where it was let through, and its texts are texts", () => {
  expect([went("mcp"), went("token"), went("mcp", answer(null))].map(isLetIn)).toEqual([true, false, false]);
  const fields = { a: "x", b: 7 };
  expect(["a", "b", "c"].map((name) => sentText(went("token", undefined, { fields }), name))).toEqual([
    "x",
    undefined,
    undefined,
  ]);
  expect([scopeWords(undefined), scopeWords(""), scopeWords(" a  b ")]).toEqual([[], [], ["a", "b"]]);
});
