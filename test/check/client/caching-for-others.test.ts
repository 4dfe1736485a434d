import { expect, it } from "vitest";
import { privateScopeKept, retryNotCached } from "../../../src/check/client/caching.ts";
import type { Json, JsonObject } from "../../../src/jsonrpc/json.ts";
import { ask, done, failed, type Line, received, sent } from "../../support/traces/small-trace.ts";
import { auth, badly, broken, seen, kept, none, played, refusal, type Row, told, todo, well } from "./told-trace.ts";

const read = (uri: string): JsonObject => todo("read-resource", { uri });
const asked = (id: number, method: string, params: Json = {}): Line => received(ask(id, method, params));

const noInput = "no client that reports its steps read a resource twice that wants input";
const reads = [read("a"), read("a")];
const plain = (id: number): Line => asked(id, "resources/read", { uri: "a" });
const retry = (id: number): Line => asked(id, "resources/read", { uri: "a", inputResponses: {} });
const ofInput: readonly Row[] = [
  [
    "what came of an answer of the user is asked for again",
    retryNotCached,
    played("caching.after-input", reads, plain(1), retry(2), well(0), plain(3), retry(4), well(1)),
    kept(9),
  ],
  [
    "what came of an answer of the user is given once more",
    retryNotCached,
    played("caching.after-input", reads, plain(1), retry(2), well(0), well(1)),
    broken("it was read 2 times, and asked for 1 times", 7),
  ],
  [
    "nobody was asked for anything",
    retryNotCached,
    played("caching.after-input", reads, plain(1), well(0), well(1)),
    none(noInput),
  ],
  [
    "the second reading fails",
    retryNotCached,
    played("caching.after-input", reads, plain(1), retry(2), well(0), badly(1)),
    none(noInput),
  ],
  [
    "the second reading is one of another scenario",
    retryNotCached,
    [...played("caching.after-input", [read("a")], plain(1), retry(2), well(0)), told("s", [read("a")], 8), well(0, {}, 8)],
    none(noInput),
  ],
  [
    "it is read twice in another scenario",
    retryNotCached,
    played("s", reads, plain(1), retry(2), well(0), well(1)),
    none(noInput),
  ],
];

const noOther = "no client that reports its steps read something private under two authorizations";
const letIn = (token: string, method = "resources/read"): Line => auth("mcp", { fields: { method }, found: { token } });
const answered = (id: number, cacheScope: string): readonly Line[] => [plain(id), sent(done(id, { cacheScope }))];
const under = (...lines: readonly Line[]): readonly Line[] => played("caching.of-another", reads, auth("token"), ...lines);
const ofScope: readonly Row[] = [
  [
    "something private is asked for again under the other authorization",
    privateScopeKept,
    under(letIn("one"), ...answered(1, "private"), well(0), letIn("two"), ...answered(2, "private"), well(1)),
    kept(12),
  ],
  [
    "something private is given to the other authorization",
    privateScopeKept,
    under(letIn("zero", "ping"), letIn("one"), ...answered(1, "private"), well(0), letIn("two", "ping"), well(1)),
    broken("a resource was read under two authorizations, and the second was given what was kept of the first", 11),
  ],
  [
    "the authorization stays the same",
    privateScopeKept,
    under(letIn("zero", "ping"), letIn("one"), ...answered(1, "private"), well(0), letIn("one"), well(1)),
    none(noOther),
  ],
  [
    "it is public",
    privateScopeKept,
    under(letIn("one"), ...answered(1, "public"), well(0), letIn("two"), well(1)),
    none(noOther),
  ],
  [
    "the reading fails at the server",
    privateScopeKept,
    under(letIn("one"), plain(1), sent(failed(1)), well(0), letIn("two"), well(1)),
    none(noOther),
  ],
  [
    "the other authorization comes when all was read",
    privateScopeKept,
    under(letIn("one"), ...answered(1, "private"), well(0), well(1), letIn("two")),
    none(noOther),
  ],
  [
    "the other authorization is refused",
    privateScopeKept,
    under(letIn("one"), ...answered(1, "private"), well(0), auth("mcp", { found: { token: "two" }, answer: refusal }), well(1)),
    none(noOther),
  ],
  [
    "no reading was let in",
    privateScopeKept,
    under(letIn("one", "ping"), ...answered(1, "private"), well(0), letIn("two", "ping"), well(1)),
    none(noOther),
  ],
  [
    "the second reading fails",
    privateScopeKept,
    under(letIn("one"), ...answered(1, "private"), well(0), letIn("two"), badly(1)),
    none(noOther),
  ],
  [
    "the second reading is one of another scenario",
    privateScopeKept,
    [
      ...played("caching.of-another", [read("a")], auth("token"), letIn("one"), ...answered(1, "private"), letIn("two"), well(0)),
      told("s", [read("a")], 8),
      well(0, {}, 8),
    ],
    none(noOther),
  ],
  [
    "there are two authorizations in another scenario",
    privateScopeKept,
    played("s", reads, auth("token"), letIn("one"), ...answered(1, "private"), well(0), letIn("two"), well(1)),
    none(noOther),
  ],
];

it.each([...ofInput, ...ofScope])("of caching: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
