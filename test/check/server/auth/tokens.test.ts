import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Check } from "../../../../src/check/check.ts";
import { sessionBound } from "../../../../src/check/server/auth/identities.ts";
import * as scopes from "../../../../src/check/server/auth/scope.ts";
import * as tokens from "../../../../src/check/server/auth/tokens.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, done, failed, note } from "../../../support/traces/small-trace.ts";
import { act, broken, exchange, kept, moot, open, type Row, saidOf, special } from "../http/told.ts";
import { list, without, withToken } from "./asked.ts";

const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2025-11-25");
const saidToday = ([, check, told]: Row): Outcome => saidOf(check, told, "2026-07-28");
/** Somebody without a token is sent away, and a valid one is accepted: lines 1 to 7. */
const shut = without(1, 401);
const valid = [...shut, ...withToken("valid-token", 2, 200, { served: true })];
const unsure = open("the valid token was not accepted: perhaps the server does not trust its issuer");

const kinds: readonly (readonly [kind: string, check: Check, what: string])[] = [
  ["unsigned", tokens.tokenSigned, "without a signature (alg none)"],
  ["wrong-key", tokens.tokenSigned, "signed by a key its issuer does not publish"],
  ["other-issuer", tokens.tokenSigned, "that names another issuer"],
  ["other-audience", tokens.tokenAudience, "for another resource"],
  ["expired", tokens.tokenLifetime, "that expired an hour ago"],
  ["early", tokens.tokenLifetime, "that is valid only in an hour"],
  ["query", tokens.tokenInQuery, "in the query"],
];
it.each<Row>(
  kinds.flatMap(([kind, check, what]): Row[] => {
    const brings = (code: number, served = false) => withToken(`token-${kind}`, 3, code, { served });
    return [
      [`${what} is refused`, check, [valid, brings(401)], kept(10)],
      [`${what} opens the door`, check, [valid, brings(200, true)], broken(`a token ${what} was accepted`, 10)],
      [`${what} gets a status without a result`, check, [valid, brings(200)], kept(10)],
      [`${what} gets an error`, check, [valid, special(`token-${kind}`), exchange(3, list, 200, failed(1))], kept(10)],
      [`${what} is refused with something that looks like a result`, check, [valid, brings(401, true)], kept(10)],
      [
        `${what} opens the door, though the valid one is refused`,
        check,
        [shut, withToken("valid-token", 2, 401), brings(200, true)],
        unsure,
      ],
      [
        `${what} opens the door, though the valid one gets no result`,
        check,
        [shut, withToken("valid-token", 2, 200), brings(200, true)],
        unsure,
      ],
      [
        `${what} opens the door, and what is accepted is another`,
        check,
        [shut, withToken("other", 2, 200, { served: true }), brings(200, true)],
        unsure,
      ],
      [
        `${what} opens a door that is open to everybody`,
        check,
        [without(1, 200), withToken("valid-token", 2, 200, { served: true }), brings(200, true)],
        moot("the server demands no authorization"),
      ],
      [
        `${what} was not sent`,
        check,
        [valid, withToken("token-strange", 3, 200, { served: true })],
        open("no such token was sent (--auth says how the server is told whom to trust)"),
      ],
    ];
  }),
)("a token %s", (...row) => expect(said(row)).toEqual(row[3]));

/** A session is opened: lines 1 to 3. */
const session = exchange(1, ask(1, "initialize"), 200, done(1), { response: { "mcp-session-id": "s" } });
const alone = (code: number, served = true) => withToken("other-user-alone", 2, code, { served });
const tries = (code: number, served = true) => withToken("other-user", 3, code, { served });
const notLetIn = moot("the other user is not let in at all");
it.each<Row>([
  ["is refused", sessionBound, [session, alone(200), tries(404, false)], kept(10)],
  ["is served", sessionBound, [session, alone(200), tries(200)], broken("a session was used with the token of another user", 10)],
  ["gets no result", sessionBound, [session, alone(200), tries(202, false)], kept(10)],
  ["is refused, with something like a result", sessionBound, [session, alone(200), tries(403)], kept(10)],
  ["is served, though not let in alone", sessionBound, [session, alone(401), tries(200)], notLetIn],
  ["is served, and alone gets no result", sessionBound, [session, alone(200, false), tries(200)], notLetIn],
  ["is served, and alone sends nothing", sessionBound, [session, tries(200)], notLetIn],
  ["is served where there are no sessions", sessionBound, [alone(200), tries(200)], moot("the server assigns no session ids")],
  [
    "sends nothing",
    sessionBound,
    [session, alone(200)],
    open("no request of another user was sent (--auth says how the server is told whom to trust)"),
  ],
])("another user in a session %s", (...row) => expect(said(row)).toEqual(row[3]));

const { scopeStatus, scopeChallenge, scopeAtOnce } = scopes;
const insufficient = (scope = 'scope="a"') => ({
  "WWW-Authenticate": `Bearer error="insufficient_scope", ${scope}, resource_metadata="https://a/m"`,
});
const narrow = (code: number, challenge?: string) =>
  withToken("narrow-token", 1, code, { response: challenge === undefined ? {} : { "WWW-Authenticate": challenge } });
const unrefused = moot("nothing was refused to the token with little scope");
const unsent = open("no token with too little scope was sent (--auth, member narrow)");
const lacks = (...what: string[]) => broken(`WWW-Authenticate lacks ${what.join(", ")}`, 3);
const [error, needed, where] = ['error="insufficient_scope"', 'scope="a"', 'resource_metadata="https://a/m"'];
it.each<Row>([
  ["with 403", scopeStatus, [narrow(403)], kept(3)],
  ["with 401", scopeStatus, [narrow(401)], broken("status 401, expected 403", 3)],
  ["with 403, and something else is served", scopeStatus, [narrow(200), narrow(403)], kept(6)],
  ["nowhere", scopeStatus, [narrow(200)], unrefused],
  ["by nobody, for it was not sent", scopeStatus, [exchange(1, list, 403)], unsent],
  ["with all that is needed", scopeChallenge, [narrow(403, `Bearer ${error}, ${needed}, ${where}`)], kept(3)],
  [
    "with all that is needed, in other letters",
    scopeChallenge,
    [narrow(403, "BEARER Error = insufficient_scope, Scope = a, Resource_Metadata = x")],
    kept(3),
  ],
  ["without a word", scopeChallenge, [narrow(403)], lacks("the scheme Bearer", error, "scope", "resource_metadata")],
  ["by another scheme", scopeChallenge, [narrow(403, `DPoP ${error}, ${needed}, ${where}`)], lacks("the scheme Bearer")],
  ["for another reason", scopeChallenge, [narrow(403, `Bearer error="invalid_token", ${needed}, ${where}`)], lacks(error)],
  [
    "for a reason that begins alike",
    scopeChallenge,
    [narrow(403, `Bearer error="insufficient_scopes", ${needed}, ${where}`)],
    lacks(error),
  ],
  ["without scopes", scopeChallenge, [narrow(403, `Bearer ${error}, myscope="a", ${where}`)], lacks("scope")],
  [
    "without the metadata",
    scopeChallenge,
    [narrow(403, `Bearer ${error}, ${needed}, my_resource_metadata="x"`)],
    lacks("resource_metadata"),
  ],
  ["nowhere, in no words", scopeChallenge, [narrow(204)], unrefused],
])("a token with too little scope is refused %s", (...row) => expect(said(row)).toEqual(row[3]));

const calling = (id: number, name: string, args: Json = {}): Json => ask(id, "tools/call", { name, arguments: args });
const write = calling(1, "write");
const stepped = (tag: string, number: number, code: number, scope?: string, message: Json = write) =>
  withToken(tag, number, code, { message, response: scope === undefined ? {} : insufficient(scope) });
const first = (scope?: string, message?: Json) => stepped("narrow-token", 1, 403, scope, message);
const then = (code: number, scope?: string, message?: Json) => stepped("stepped-up", 2, code, scope, message);
const atLast = (code: number, message?: Json) => stepped("stepped-up-again", 3, code, undefined, message);
const unseen = moot("what was refused was not served with the scopes that were named either");
const steppedNowhere = moot("nothing was refused to a token with too little scope that named the scopes it takes");
const twice = broken("demanded a first, and b of the token that had these", 6, 3, 9);
it.each<Row>([
  ["at once", scopeAtOnce, [first('scope="a"'), then(200)], kept(6)],
  ["at once, under another id", scopeAtOnce, [first('scope="a"'), then(200, undefined, calling(7, "write"))], kept(6)],
  ["one after the other", scopeAtOnce, [first('scope="a"'), then(403, 'scope="a b"'), atLast(200)], twice],
  [
    "one after the other, several at a time",
    scopeAtOnce,
    [first('scope="a c"'), then(403, 'scope="b d a"'), atLast(200)],
    broken("demanded a c first, and b d of the token that had these", 6, 3, 9),
  ],
  ["one after the other, in vain", scopeAtOnce, [first('scope="a"'), then(403, 'scope="b"'), atLast(403)], unseen],
  ["one after the other, and never tried", scopeAtOnce, [first('scope="a"'), then(403, 'scope="b"')], unseen],
  ["again and again", scopeAtOnce, [first('scope="a b"'), then(403, 'scope="b"'), atLast(200)], unseen],
  ["once, and then refused without a word", scopeAtOnce, [first('scope="a"'), then(403), atLast(200)], unseen],
  ["not at all at first", scopeAtOnce, [first(), then(403, 'scope="b"'), atLast(200)], unseen],
  ["for another request", scopeAtOnce, [first('scope="a"'), then(200, undefined, calling(2, "other"))], unseen],
  ["for other arguments", scopeAtOnce, [first('scope="a"'), then(200, undefined, calling(2, "write", { x: 1 }))], unseen],
  [
    "for another resource",
    scopeAtOnce,
    [
      first('scope="a"', ask(1, "resources/read", { uri: "a:1" })),
      then(200, undefined, ask(2, "resources/read", { uri: "a:2" })),
    ],
    unseen,
  ],
  ["for another method", scopeAtOnce, [first('scope="a"', ask(1, "a")), then(200, undefined, ask(2, "b"))], unseen],
  [
    "for a request that is served at last under other arguments",
    scopeAtOnce,
    [first('scope="a"'), then(403, 'scope="b"'), atLast(200, calling(3, "write", [1]))],
    unseen,
  ],
  ["for nothing that was asked again", scopeAtOnce, [first('scope="a"')], steppedNowhere],
  [
    "for a notification",
    scopeAtOnce,
    [first('scope="a"'), act("post", "stepped-up"), exchange(2, note("notifications/x"), 202)],
    steppedNowhere,
  ],
])("scopes are demanded %s", (...row) => expect(saidToday(row)).toEqual(row[3]));
