import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import * as challenge from "../../../../src/check/server/auth/challenge.ts";
import { everyRequestAuthorized } from "../../../../src/check/server/auth/every-request.ts";
import { ask, note } from "../../../support/traces/small-trace.ts";
import { act, broken, exchange, kept, moot, open, plain, type Row, saidOf, special } from "../http/told.ts";
import { list, without, withToken } from "./asked.ts";

const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2025-11-25");
const saidThen = ([, check, told]: Row): Outcome => saidOf(check, told, "2025-06-18");
const unasked = open("no request without authorization was sent");
const free = moot("the server demands no authorization");

const unauthorized = challenge.unauthorizedStatus;
const unknownReason = open("no request with credentials was served, so that the reason of the refusal is not known");
const proper = (code: number) => [plain(), ...exchange(9, list, code, undefined, { request: { Authorization: "Bearer t" } })];
it.each<Row>([
  ["refused with 401", unauthorized, [without(1, 401)], kept(3)],
  [
    "refused with 403, and served with credentials",
    unauthorized,
    [without(1, 403), proper(200)],
    broken("status 403, expected 401", 3),
  ],
  ["refused with 403, and so it is with credentials", unauthorized, [without(1, 403), proper(403)], unknownReason],
  [
    "refused with 403, while others without credentials are served",
    unauthorized,
    [without(1, 403), plain(), exchange(2, list, 200)],
    unknownReason,
  ],
  [
    "refused with 401 here and with 400 there",
    unauthorized,
    [without(1, 401), without(2, 400)],
    broken("status 400, expected 401", 6),
  ],
  ["refused with 401, and another is served", unauthorized, [without(1, 200), without(2, 401)], kept(6)],
  ["served", unauthorized, [without(1, 200), proper(200)], free],
  ["not sent", unauthorized, [proper(401)], unasked],
])("a request without authorization is %s", (...row) => expect(said(row)).toEqual(row[3]));

const invalid = challenge.invalidToken;
const toInvalid = (code: number) => `status ${code} to an invalid token, expected 401`;
const noToken = open("no request with an invalid token was sent");
it.each<Row>([
  ["that is no token is refused with 401", invalid, [without(1, 401), withToken("invalid-token", 2, 401)], kept(6)],
  [
    "that is no token is refused with 403",
    invalid,
    [without(1, 401), withToken("invalid-token", 2, 403)],
    broken(toInvalid(403), 6),
  ],
  ["that is no token is accepted", invalid, [without(1, 401), withToken("invalid-token", 2, 200)], broken(toInvalid(200), 6)],
  ...["expired", "early", "other-audience", "other-issuer", "unsigned", "wrong-key"].map((kind): Row => [
    `of the kind ${kind} is refused with 400`,
    invalid,
    [without(1, 401), withToken(`token-${kind}`, 2, 400)],
    broken(toInvalid(400), 6),
  ]),
  ["that expired is accepted, which others judge", invalid, [without(1, 401), withToken("token-expired", 2, 200)], noToken],
  ["in the query is refused with 400", invalid, [without(1, 401), withToken("token-query", 2, 400)], noToken],
  [
    "comes with what is open to everybody",
    invalid,
    [
      without(1, 401),
      without(2, 200, undefined, ask(2, "initialize")),
      withToken("invalid-token", 3, 200, { message: ask(3, "initialize") }),
    ],
    noToken,
  ],
  [
    "comes with what is not open to everybody, as something else is",
    invalid,
    [without(1, 401), without(2, 200, undefined, ask(2, "initialize")), withToken("invalid-token", 3, 200)],
    broken(toInvalid(200), 9),
  ],
  [
    "comes with a notification, and one of another method is open to everybody",
    invalid,
    [
      without(1, 401),
      special("no-authorization"),
      act("post", "no-authorization"),
      exchange(2, note("notifications/x"), 202),
      act("post", "invalid-token"),
      exchange(3, note("notifications/y"), 202),
    ],
    broken(toInvalid(202), 10),
  ],
  ["comes to a server that demands none", invalid, [without(1, 200), withToken("invalid-token", 2, 200)], free],
])("a token %s", (...row) => expect(said(row)).toEqual(row[3]));

const names = challenge.challengeNamesMetadata;
const url = "https://a.example/.well-known/oauth-protected-resource";
const says401 = (text: string, seq: number) =>
  broken(`WWW-Authenticate is ${JSON.stringify(text)}, expected a resource_metadata URL`, seq);
it.each<Row>([
  ["a URL", names, [without(1, 401, `Bearer resource_metadata="${url}"`)], kept(3)],
  ["a path", names, [without(1, 401, 'Bearer resource_metadata="/x"')], says401('Bearer resource_metadata="/x"', 3)],
  ["nothing", names, [without(1, 401)], says401("", 3)],
  ["nothing, for it is a 403", names, [without(1, 403)], open("no 401 was seen")],
])("a 401 names where the metadata is by %s", (...row) => expect(saidThen(row)).toEqual(row[3]));

const scoped = challenge.challengeScope;
it.each<Row>([
  ["with a scope", scoped, [without(1, 401, 'bearer realm="x", Scope = "a b"')], kept(3)],
  ["without a scope", scoped, [without(1, 401, 'Bearer realm="x"')], broken("no scope in WWW-Authenticate", 3)],
  [
    "with a word that ends like scope",
    scoped,
    [without(1, 401, 'Bearer myscope="x"')],
    broken("no scope in WWW-Authenticate", 3),
  ],
  ["with the word scope alone", scoped, [without(1, 401, "Bearer scope")], broken("no scope in WWW-Authenticate", 3)],
  [
    "without a scope, after one of another scheme",
    scoped,
    [without(1, 401, "Basic"), without(2, 401, "Bearer")],
    broken("no scope in WWW-Authenticate", 6),
  ],
  ["of another scheme", scoped, [without(1, 401, "Basic")], moot("the server does not ask for a Bearer token")],
  [
    "of a scheme that only begins like Bearer",
    scoped,
    [without(1, 401, "Bearers")],
    moot("the server does not ask for a Bearer token"),
  ],
])("a 401 comes %s", (...row) => expect(said(row)).toEqual(row[3]));

const every = everyRequestAuthorized;
const nothingElse = open("nothing but the handshake and a ping was asked without authorization");
const served = (method: string, code: number, than = "tools/list") =>
  `${method} was served without authorization (status ${code}), which ${than} was refused for`;
const calling = ask(2, "tools/call");
const telling = act("post", "no-authorization");
it.each<Row>([
  ["every request", every, [without(1, 401), without(2, 403, undefined, calling)], kept(3, 6)],
  [
    "a list, and not of a call",
    every,
    [without(1, 401), without(2, 200, undefined, calling)],
    broken(served("tools/call", 200), 6),
  ],
  [
    "a list, and not of a notification",
    every,
    [without(1, 401), telling, exchange(2, note("notifications/x"), 202)],
    broken(served("a message", 202), 6),
  ],
  [
    "a notification, and not of a call",
    every,
    [telling, exchange(1, note("notifications/x"), 401), without(2, 200, undefined, calling)],
    broken(served("tools/call", 200, "a request"), 6),
  ],
  ...["initialize", "server/discover", "ping"].map((method): Row => [
    `everything but ${method}`,
    every,
    [without(1, 401), without(2, 200, undefined, ask(2, method))],
    kept(3),
  ]),
  ["initialize, where nothing else was asked", every, [without(1, 401, undefined, ask(1, "initialize"))], nothingElse],
  ["nothing", every, [without(1, 200)], free],
  ["nobody knows what", every, [plain(), exchange(1, list, 401)], unasked],
])("authorization is demanded of %s", (...row) => expect(said(row)).toEqual(row[3]));
