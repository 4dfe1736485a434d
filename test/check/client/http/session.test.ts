import { describe, expect, it } from "vitest";
import * as checks from "../../../../src/check/client/http/session.ts";
import { ask, done, type Line, note, opened, over, received, sent, status } from "../../../support/traces/small-trace.ts";
import { auth, broken, kept, none, refusal, unseen } from "../told-trace.ts";
import { goes, left, posts, verdict } from "./over-http.ts";

const own = { "Mcp-Session-Id": "s" };
const other = { "Mcp-Session-Id": "t" };
const two = { connection: 2 } as const;
/** A session is opened in three events, and the client says that it has read so in three more. */
const open = [posts(1, ask(1, "initialize")), status(1, 200, own), over(1, "complete")] as const;
const begun = [...open, posts(2, note("notifications/initialized"), own), status(2, 202), over(2, "complete")] as const;
const noSession = unseen("no server gave the client a session");

describe("the id of a session", () => {
  it.each<[string, readonly Line[], object]>([
    ["comes with every request", [...begun, goes(3, "GET", own), goes(4, "DELETE", own)], kept(5, 8, 9)],
    ["is missing in a POST", [...open, posts(2, note("x"))], broken("a POST has none", 5)],
    ["is another one in a GET", [...open, goes(2, "GET", other)], broken("a GET has another one", 5)],
    ["is missing in what was sent before it was given", [posts(9, note("x")), ...open, posts(2, note("x"), own)], kept(6)],
    ["is missing after the session was deleted", [...open, goes(2, "DELETE", own), status(2, 204), posts(3, note("x"))], kept(5)],
    [
      "is missing after the server had forgotten it",
      [...open, posts(2, note("x"), own), status(2, 404), posts(3, ask(2, "initialize"))],
      kept(5),
    ],
    ["is missing on another connection", [...open, opened(two), posts(2, note("x"), {}, two)], noSession],
    ["is none, as the server gave none", [posts(1, ask(1, "initialize")), status(1, 200), posts(2, note("x"))], noSession],
    ["is none, as the server did not answer", [posts(1, ask(1, "initialize")), posts(2, note("x"))], noSession],
    [
      "is none, as something else was answered with it",
      [posts(1, ask(1, "ping")), status(1, 200, own), posts(2, note("x"))],
      noSession,
    ],
    ["is none, as initialize came over a pipe", [received(ask(1, "initialize")), sent(done(1)), posts(2, note("x"))], noSession],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.clientSessionId, lines)).toEqual(expected);
  });
});

describe("a session", () => {
  const there = none("no client with a session came to its end with exit code 0");
  const bye = goes(3, "DELETE", own);
  const kills = broken("it ended without a DELETE", 3);
  const token = (method: string, endpoint: string, more: object = { answer: refusal }): Line =>
    auth(endpoint, { method, ...more });
  it.each<[string, readonly Line[], object]>([
    ["is deleted", [...begun, bye, left(0)], kept(8)],
    ["is not deleted", [...begun, left(0)], kills],
    ["is not deleted by a POST with its id", [...begun, posts(3, note("x"), own), left(0)], kills],
    ["is not deleted by a DELETE with another id", [...begun, goes(3, "DELETE", other), left(0)], kills],
    ["is not deleted by a DELETE on another connection", [...begun, goes(3, "DELETE", own, two), left(0)], kills],
    ["is not deleted by a client that fails", [...begun, left(1)], there],
    ["is not deleted by a client that is there still", [...begun], there],
    ["is not deleted by a client whose process is another connection of it", [...begun, opened(two), left(0, 2)], kills],
    ["is not deleted by a client, and another one left", [...begun, opened({ ...two, session: "other" }), left(0, 2)], noSession],
    [
      "is not deleted by a client that failed, and another one left well",
      [...begun, left(1), opened({ ...two, session: "other" }), left(0, 2)],
      noSession,
    ],
    ["was not given", [posts(1, ask(1, "initialize")), status(1, 200), left(0)], noSession],
    ["was not given to a client that is there still", [posts(1, ask(1, "initialize")), status(1, 200)], noSession],
    [
      "was forgotten by the server",
      [...begun, posts(3, note("x"), own), status(3, 404), over(3, "complete"), left(0)],
      noSession,
    ],
    [
      "of another id was forgotten by the server",
      [...begun, posts(3, note("x"), other), status(3, 404), over(3, "complete"), left(0)],
      kills,
    ],
    ["had something else refused", [...begun, posts(3, note("x"), own), status(3, 400), over(3, "complete"), left(0)], kills],
    ["had an answer that broke off", [...begun, posts(3, note("x"), own), status(3, 200), over(3, "broken"), left(0)], noSession],
    ["had an answer that did not end", [...begun, posts(3, note("x"), own), status(3, 200), left(0)], noSession],
    ["had a request that got no answer", [...begun, posts(3, note("x"), own), left(0)], kills],
    ["had a stream of a GET that broke off", [...begun, goes(3, "GET", own), status(3, 200), over(3, "broken"), left(0)], kills],
    [
      "had an answer that broke off on another connection",
      [...begun, posts(3, note("x"), own, two), { ...status(3, 200), ...two }, { ...over(3, "broken"), ...two }, left(0)],
      kills,
    ],
    ["was never taken up", [...open, left(0)], noSession],
    [
      "was taken up on another connection only",
      [...open, posts(2, note("notifications/initialized"), own, two), left(0)],
      noSession,
    ],
    ["was taken up by another notification only", [...open, posts(2, note("notifications/progress"), own), left(0)], noSession],
    ["has a DELETE that was turned away for want of a token", [...begun, token("DELETE", "mcp"), left(0)], there],
    ["has a DELETE that was let through, of somebody else's session", [...begun, token("DELETE", "mcp", {}), left(0)], kills],
    ["has a POST that was turned away for want of a token", [...begun, token("POST", "mcp"), left(0)], kills],
    ["has a DELETE of a registration that was turned away", [...begun, token("DELETE", "register"), left(0)], kills],
    [
      "has a DELETE that was turned away on a connection of another scenario",
      [...begun, opened({ ...two, session: "other" }), auth("mcp", { ...two, method: "DELETE", answer: refusal }), left(0)],
      kills,
    ],
  ])("that %s is judged as one that is no longer needed", (_situation, lines, expected) => {
    expect(verdict(checks.clientSessionDeleted, lines)).toEqual(expected);
  });
});

describe("after a 404 for its session a client", () => {
  const gone = [posts(1, ask(1, "ping"), own), status(1, 404)] as const;
  const again = (exchange: number, headers: Readonly<Record<string, string>>, more: object = {}): readonly Line[] => [
    posts(exchange, ask(exchange, "ping"), headers, more),
    { ...status(exchange, 404), ...more },
  ];
  const renews = posts(5, ask(5, "initialize"));
  const kept404 = unseen("no session was forgotten under a client");
  const nothing = none("the client sent nothing more after its session was gone");
  const wentOn = (seq: number): object => broken("it went on with the session that was gone", seq);
  it.each<[string, readonly Line[], object]>([
    ["opens a new one", [...gone, renews], kept(4)],
    ["goes on with it", [...gone, ...again(2, own), ...again(3, own)], wentOn(6)],
    ["goes on with it for a while, and then opens a new one", [...gone, ...again(2, own), ...again(3, own), renews], kept(8)],
    ["had one more request on its way", [...gone, ...again(2, own)], nothing],
    [
      "had two more requests on their way",
      [...gone, posts(2, note("x"), own), posts(3, note("x"), own), status(2, 404), status(3, 404)],
      nothing,
    ],
    ["sends nothing more", [...gone], nothing],
    ["opens a stream only", [...gone, goes(2, "GET")], nothing],
    ["goes on with another session", [...gone, ...again(2, other), renews], kept(6)],
    ["opens a new one on another connection", [...gone, opened(two), posts(2, ask(2, "initialize"), {}, two)], kept(5)],
    ["goes on with it on another connection", [...gone, opened(two), ...again(2, own, two), ...again(3, own, two)], wentOn(7)],
    [
      "is done, and another one opens a session",
      [...gone, opened({ ...two, session: "other" }), posts(2, ask(2, "initialize"), {}, two)],
      nothing,
    ],
    ["had opened one before", [renews, ...gone], nothing],
    ["had deleted it itself", [goes(4, "DELETE", own), ...gone, renews], kept404],
    ["had deleted another one", [goes(4, "DELETE", other), ...gone, renews], kept(5)],
    ["deletes it, too", [...gone, goes(4, "DELETE", own), renews], kept(5)],
    ["has none, as another status came", [posts(1, ask(1, "ping"), own), status(1, 400), renews], kept404],
    ["has none, as no status came", [posts(1, ask(1, "ping"), own), renews], kept404],
    ["had none, as it sent no id", [posts(1, ask(1, "ping")), status(1, 404), renews], kept404],
    ["had it for a stream alone", [goes(1, "GET", own), status(1, 404), renews], kept404],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.clientNewSession, lines)).toEqual(expected);
  });
});
