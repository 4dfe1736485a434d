import * as fc from "fast-check";
import { type Json, type JsonObject } from "../../jsonrpc/json.ts";
import { methodAt } from "../../spec/methods.ts";
import { eraOf, type Revision, revisions } from "../../spec/revision.ts";
import type { FuzzCase } from "./fuzz-case.ts";
import { oddTexts, texts, values } from "./odd-values.ts";

/** What the protocol-level inputs depend on. */
export type ProtocolFacts = {
  readonly revision: Revision;
  /** Methods that may be asked with odd params: those the server's capabilities name, all of them reading only. */
  readonly methods: readonly string[];
  /** Lists the server has. */
  readonly lists: readonly string[];
};

/** Requests, notifications and raw texts that a peer might send by mistake. */
export function protocolCases(facts: ProtocolFacts): fc.Arbitrary<FuzzCase> {
  return fc.oneof(
    unknownMethods(),
    { weight: 2, arbitrary: oddIds(facts) },
    { weight: 2, arbitrary: oddParams(facts) },
    ...(facts.lists.length === 0 ? [] : [{ weight: 2, arbitrary: oddCursors(facts) }]),
    oddMeta(facts),
    { weight: 2, arbitrary: notifications(facts) },
    { weight: 2, arbitrary: rawTexts(facts) },
  );
}

/** Visible ASCII, for revisions that mirror the method into an HTTP header; never a method of any revision. */
function unknownMethods(): fc.Arbitrary<FuzzCase> {
  const names = fc.oneof(
    fc.constantFrom(
      "mcpcheck/none",
      "tools",
      "tools/",
      "tools/listen",
      "TOOLS/LIST",
      "__proto__",
      "constructor",
      "toString",
      "x.y",
    ),
    fc.stringMatching(/^[a-z/_.$-]{1,20}$/),
    fc.constantFrom(1000, 6000).map((length) => "m".repeat(length)),
  );
  return fc
    .tuple(
      names.filter((method) => revisions.every((revision) => methodAt(method, revision) === undefined)),
      objects,
    )
    .map(([method, params]) => ({ kind: "request", what: "an unknown method", method, params }));
}

const objects: fc.Arbitrary<JsonObject> = fc
  .dictionary(fc.constantFrom("a", "name", "uri", "x"), values, { maxKeys: 2, noNullPrototype: true })
  .map((value) => value);

/** The request every server answers: it is asked with odd ids. */
const plainRequest = ({ revision }: ProtocolFacts): string => (eraOf(revision) === "stateful" ? "ping" : "server/discover");

/** Ids the specification allows: strings, and integers that every implementation of JSON keeps. */
function oddIds(facts: ProtocolFacts): fc.Arbitrary<FuzzCase> {
  const ids = fc.oneof(
    fc.constantFrom<Json[]>(0, -1, 9_007_199_254_740_991, -9_007_199_254_740_991, 2_147_483_648),
    fc.constantFrom<Json[]>(...oddTexts.filter((text) => !/\p{Surrogate}/u.test(text))),
    fc.integer({ min: -1_000_000, max: -2 }),
    fc.constantFrom(256, 4096).map((length) => "i".repeat(length)),
  );
  return ids.map((id) => ({ kind: "request", what: "an odd id", method: plainRequest(facts), id }));
}

function oddParams({ methods }: ProtocolFacts): fc.Arbitrary<FuzzCase> {
  if (methods.length === 0) return unknownMethods();
  return fc
    .tuple(fc.constantFrom(...methods), fc.constantFrom("name", "ref", "level", "argument", "taskId"), values)
    .map(([method, member, value]) => ({ kind: "request", what: "odd params", method, params: { [member]: value } }));
}

function oddCursors({ lists }: ProtocolFacts): fc.Arbitrary<FuzzCase> {
  return fc
    .tuple(fc.constantFrom(...lists), fc.oneof(texts, values))
    .map(([method, cursor]) => ({ kind: "request", what: "an odd cursor", method, params: { cursor } }));
}

/** `_meta` as the schema allows it: any members, and a progress token of either type. */
function oddMeta(facts: ProtocolFacts): fc.Arbitrary<FuzzCase> {
  const tokens = fc.oneof(fc.constantFrom(...oddTexts), fc.integer());
  return fc
    .tuple(
      fc.option(tokens, { nil: undefined }),
      fc.dictionary(fc.constantFrom("example.com/a", "b"), values, { maxKeys: 2, noNullPrototype: true }),
    )
    .map(([progressToken, others]) => ({
      kind: "request",
      what: "odd members of _meta",
      method: plainRequest(facts),
      meta: { ...others, ...(progressToken === undefined ? {} : { progressToken }) },
    }));
}

function notifications({ revision }: ProtocolFacts): fc.Arbitrary<FuzzCase> {
  const cancelled = fc.oneof(fc.constantFrom<Json[]>(999_999, "no-such-request", -1, ""), values).map((requestId): FuzzCase => ({
    kind: "notify",
    what: "a cancellation of an unknown request",
    method: "notifications/cancelled",
    params: { requestId },
  }));
  const unknown = fc
    .tuple(fc.constantFrom("notifications/mcpcheck", "notifications/", "tools/none", "__proto__"), objects)
    .map(([method, params]): FuzzCase => ({ kind: "notify", what: "an unknown notification", method, params }));
  const progress = fc.tuple(values, values).map(([progressToken, done]): FuzzCase => ({
    kind: "notify",
    what: "progress of an unknown request",
    method: "notifications/progress",
    params: { progressToken, progress: done },
  }));
  return eraOf(revision) === "stateful" ? fc.oneof(cancelled, unknown, progress) : fc.oneof(cancelled, unknown);
}

/** What is not a valid message, or one the peer has no use for. None is owed an answer that any server is known to give. */
function rawTexts(facts: ProtocolFacts): fc.Arbitrary<FuzzCase> {
  const raw = (what: string, text: fc.Arbitrary<string>): fc.Arbitrary<FuzzCase> =>
    text.map((one) => ({ kind: "raw", what, text: one }));
  const method = plainRequest(facts);
  const request = (members: object): string => JSON.stringify({ jsonrpc: "2.0", method, ...members });
  return fc.oneof(
    raw(
      "an id of a forbidden type",
      fc.constantFrom<Json[]>(null, 0.5, true, [], {}).map((id) => request({ id })),
    ),
    raw(
      "params that are not an object",
      values.filter(noObject).map((params) => request({ id: null, params })),
    ),
    raw(
      "_meta that is not an object",
      values.filter(noObject).map((_meta) => request({ id: null, params: { _meta } })),
    ),
    raw(
      "a method that is not a string",
      values.filter((one) => typeof one !== "string").map((odd) => request({ id: null, method: odd })),
    ),
    raw(
      "an answer nobody asked for",
      fc
        .constantFrom({ result: {} }, { result: null }, { error: { code: 1, message: "" } }, { error: null })
        .map((members) => JSON.stringify({ jsonrpc: "2.0", id: 999_999, ...members })),
    ),
    raw(
      "JSON that is not a message",
      values.filter((value) => !Array.isArray(value)).map((value) => JSON.stringify(value)),
    ),
    raw(
      "another jsonrpc version",
      fc.constantFrom<Json[]>("1.0", 2, null, "2").map((jsonrpc) => request({ id: null, jsonrpc })),
    ),
    raw(
      "broken JSON",
      fc
        .tuple(fc.constantFrom(request({ id: null, params: { a: "\u00e9", b: [1, 2] } })), fc.nat(200))
        .map(([text, cut]) => text.slice(0, 1 + (cut % (text.length - 1)))),
    ),
    raw("a byte order mark before a message", fc.constant(`\ufeff${request({ id: null })}`)),
  );
}

const noObject = (value: Json): boolean => typeof value !== "object" || value === null || Array.isArray(value);
