import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import * as checks from "../../../../src/check/server/sse/answers.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import type { EventOf } from "../../../../src/trace/wire-event.ts";
import { ask, at, done, failed, type Line, note, over, posted, status, streamed } from "../../../support/traces/small-trace.ts";
import {
  bare,
  broken,
  comment,
  elsewhere,
  exchange,
  kept,
  moot,
  open,
  type Row,
  saidOf,
  slow,
  special,
  sse,
  stream,
} from "../http/told.ts";

const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2025-11-25");
const saidToday = ([, check, told]: Row): Outcome => saidOf(check, told, "2026-07-28");

const list = ask(1, "tools/list");
const asked = (message: Json = list, number = 1): Line[] => exchange(number, message, 200, undefined, { response: sse });
const raw = (fields: Partial<EventOf<"sse-event">>): Line => ({ kind: "sse-event", connection: 1, exchange: 1, ...fields });
const log = streamed(1, note("notifications/message", { level: "info", data: "x" }));
const answer = streamed(1, done(1));
const ended = over(1, "complete");
const cancel = (requestId: Json, number = 8) => exchange(number, note("notifications/cancelled", { requestId }), 202);
const bye = (number = 9) => bare("DELETE", number, 200);

const none = open("no request was answered with a stream");
const plainly = moot("the server answers no request with a stream");
const givenUp = moot("the server answers no request with a stream, but what the client gave up");
const delivered = checks.responseDelivered;
const lost = "the stream ended without the response";
it.each<Row>([
  ["brings the result", delivered, [asked(), log, answer, ended], kept(4)],
  ["brings an error", delivered, [asked(), streamed(1, failed(1)), ended], kept(3)],
  ["brings a response whose id is a text", delivered, [asked(), streamed(1, done("1")), ended], kept(3)],
  ["brings a response that says nothing", delivered, [asked(), streamed(1, { jsonrpc: "2.0", id: 1 }), ended], kept(3)],
  ["ends without the response", delivered, [asked(), log, ended], broken(lost, 4)],
  ["ends at once", delivered, [asked(), ended], broken(lost, 3)],
  ["brings JSON that is no message", delivered, [asked(), streamed(1, { id: 1 }), ended], broken(lost, 4)],
  ["brings the request back", delivered, [asked(), streamed(1, list), ended], broken(lost, 4)],
  ["brings the response to another request", delivered, [asked(), streamed(1, done(2)), ended], broken(lost, 4)],
  ["brings a comment alone", delivered, [asked(), comment(1), ended], broken(lost, 4)],
  ["breaks off", delivered, [asked(), log, over(1, "broken")], none],
  ["is closed by the client", delivered, [asked(), log, over(1, "closed-by-us")], none],
  ["goes on", delivered, [asked(), log], none],
  ["has an id to be resumed from, and ends", delivered, [asked(), raw({ id: "1", data: "" }), ended], none],
  ["brings both responses to a batch", delivered, [asked([list, ask(2, "ping")]), answer, streamed(1, done(2)), ended], kept(4)],
  [
    "brings both responses to a batch in a batch",
    delivered,
    [asked([list, ask(2, "ping")]), streamed(1, [done(2), done(1)])],
    kept(3),
  ],
  ["brings one of two responses to a batch", delivered, [asked([list, ask(2, "ping")]), answer, ended], broken(lost, 4)],
  ["answers the one request of a batch", delivered, [asked([note("notifications/x"), list]), answer], kept(3)],
  ["answers a batch without requests", delivered, [asked([note("notifications/x")]), ended], plainly],
  ["answers a notification", delivered, [asked(note("notifications/x")), ended], plainly],
  ["is one of a subscription", delivered, [asked(ask(1, "subscriptions/listen")), ended], plainly],
  ["is a body of JSON", delivered, [exchange(1, list, 200, done(1))], plainly],
  ["comes with a status of failure", delivered, [exchange(1, list, 400, undefined, { response: sse }), ended], plainly],
  ["is not what an answer of that type is", delivered, [exchange(1, list, 200), ended], plainly],
  ["is there, though nothing was posted", delivered, [stream(1), ended], none],
  ["brings what is too large to be read", delivered, [asked(), streamed(1, done("i".repeat(1_000_000))), ended], plainly],
])("the stream that answers a request %s", (...row) => expect(said(row)).toEqual(row[3]));

it.each<Row>([
  ["cancelled it", delivered, [asked(), cancel(1), ended], givenUp],
  ["cancelled it by an id that is a text", delivered, [asked(), cancel("1"), ended], givenUp],
  ["cancelled another", delivered, [asked(), cancel(2), ended], broken(lost, 5)],
  ["cancelled one of a batch", delivered, [asked([list, ask(2, "ping")]), cancel(2), ended], givenUp],
  ["cancelled one of another session", delivered, [asked(), elsewhere(cancel(1)), ended], broken(lost, 5)],
  [
    "sent something else about it",
    delivered,
    [asked(), exchange(8, note("notifications/x", { requestId: 1 }), 202), ended],
    broken(lost, 5),
  ],
  ["ended the session", delivered, [asked(), bye(), ended], givenUp],
  ["ended the session, and the stream never ended", delivered, [asked(), bye()], givenUp],
  ["ended the session after the stream", delivered, [asked(), ended, bye()], broken(lost, 3)],
  ["ended the session after the response, which came in time", delivered, [asked(), answer, bye(), ended], kept(3)],
  ["ended the session, and the response came all the same", delivered, [asked(), bye(), answer, ended], givenUp],
  ["ended the session before, and asked again", delivered, [bye(), asked(), ended], broken(lost, 5)],
  ["ended another session", delivered, [asked(), elsewhere(bye()), ended], broken(lost, 5)],
  ["asked for the stream of the session", delivered, [asked(), bare("GET", 9, 405), ended], broken(lost, 5)],
  [
    "gave up one request and not the other",
    delivered,
    [asked(), cancel(1), asked(ask(2, "ping"), 2), streamed(2, done(2))],
    kept(7),
  ],
])("a stream ends without the response, and the client %s", (...row) => expect(said(row)).toEqual(row[3]));

const ends = checks.streamEnds;
const unended = open("no stream was observed to its end");
const stillOpen = (ms: number, seq: number): Outcome => slow(`the stream was still open ${ms} ms after the response`, seq);
const closed = over(1, "closed-by-us");
it.each<Row>([
  ["by itself", ends, [asked(), answer, ended], kept(4)],
  ["by itself, late", ends, [asked(), answer, at(9000, ended)], kept(4)],
  ["by the client, at once", ends, [asked(), at(30, answer), at(1029, closed)], unended],
  ["by the client, after a second", ends, [asked(), at(30, answer), at(1030, closed)], stillOpen(1000, 4)],
  ["by the client, after a second but for a hair", ends, [asked(), at(30, answer), at(1029.6, closed)], stillOpen(1000, 4)],
  [
    "by the peer of the client, after two seconds",
    ends,
    [asked(), at(30, answer), at(2030, over(1, "closed-by-peer"))],
    stillOpen(2000, 4),
  ],
  ["because the connection broke", ends, [asked(), at(30, answer), at(9000, over(1, "broken"))], unended],
  ["without the response", ends, [asked(), log, ended], unended],
  ["at no time", ends, [asked(), answer], unended],
  ["nowhere, for there is none", ends, [exchange(1, list, 200, done(1))], plainly],
])("a stream ends %s", (...row) => expect(said(row)).toEqual(row[3]));

const last = checks.responseLast;
it.each<Row>([
  ["nothing", last, [asked(), log, answer, ended], kept(4)],
  ["a log message", last, [asked(), answer, log], broken("a message after the response", 4)],
  ["two log messages", last, [asked(), answer, log, log], broken("a message after the response", 4, 5)],
  ["a comment and an id", last, [asked(), answer, comment(1), raw({ id: "2", data: "" })], kept(3)],
  ["the second response to a batch", last, [asked([list, ask(2, "ping")]), answer, streamed(1, done(2))], kept(4)],
  ["nothing, for it does not come", last, [asked(), log, ended], none],
  ["nothing, for it is JSON", last, [exchange(1, list, 200, done(1))], plainly],
])("behind the response comes %s", (...row) => expect(said(row)).toEqual(row[3]));

const onGet = checks.noResponseOnGet;
const misplaced = "a response on a stream opened with GET";
const unopened = moot("the server opens no stream on GET");
it.each<Row>([
  ["log messages", onGet, [stream(1), log, comment(1)], kept(2, 3, 4)],
  ["a result", onGet, [stream(1), log, answer], broken(misplaced, 4)],
  ["an error", onGet, [stream(1), streamed(1, failed(1))], broken(misplaced, 3)],
  ["a request", onGet, [stream(1), streamed(1, ask(1, "ping"))], kept(2, 3)],
  ["a batch with a response", onGet, [stream(1), streamed(1, [note("x"), done(1)])], broken(misplaced, 3)],
  ["a response that says nothing", onGet, [stream(1), streamed(1, { jsonrpc: "2.0", id: 1 })], broken(misplaced, 3)],
  ["a result, after it was resumed", onGet, [stream(1, { request: { "last-event-id": "1" } }), answer], unopened],
  ["a result, with a status of failure", onGet, [bare("GET", 1, 404, { response: sse }), answer], unopened],
  ["a result, as a body of JSON", onGet, [bare("GET", 1, 200, { response: { "content-type": "application/json" } })], unopened],
  ["a result, on a stream of a POST", onGet, [asked(), answer], open("no stream was opened with GET")],
])("the stream of GET carries %s", (...row) => expect(said(row)).toEqual(row[3]));

const retry = checks.retryBeforeClose;
const id = raw({ id: "1", data: "" });
const uncut = moot("the server closed no stream before the response");
it.each<Row>([
  ["after a retry field", retry, [asked(), id, raw({ retry: "500" }), ended], kept(4)],
  [
    "without a retry field",
    retry,
    [asked(), id, ended],
    broken("the stream was closed before the response, without a retry field", 4),
  ],
  [
    "without a retry field, beside one with it",
    retry,
    [asked(), id, ended, asked(ask(2, "ping"), 2), streamed(2, note("x"), { id: "2", retry: "1" }), over(2, "complete")],
    broken("the stream was closed before the response, without a retry field", 4),
  ],
  ["after the response", retry, [asked(), id, answer, ended], uncut],
  ["though no event has an id", retry, [asked(), log, ended], uncut],
  ["by the client", retry, [asked(), id, closed], uncut],
  ["at no time", retry, [asked(), id], uncut],
  ["though it never answers with one", retry, [exchange(1, list, 200, done(1))], plainly],
  ["though nothing is asked", retry, [stream(1), id, ended], none],
])("a stream is closed before the response, %s", (...row) => expect(said(row)).toEqual(row[3]));

const buffering = checks.noBuffering;
const withHeader = (value?: string) =>
  exchange(1, list, 200, undefined, { response: { ...sse, ...(value === undefined ? {} : { "X-Accel-Buffering": value }) } });
it.each<Row>([
  ["no", buffering, [withHeader("no")], kept(2)],
  ["No, with spaces", buffering, [withHeader(" No ")], kept(2)],
  ["yes", buffering, [withHeader("yes")], broken('X-Accel-Buffering is "yes"', 2)],
  ["missing", buffering, [withHeader()], broken("X-Accel-Buffering is missing", 2)],
  ["missing where there is no stream", buffering, [exchange(1, list, 200, done(1))], moot("the server opened no event stream")],
  ["missing where nothing is posted", buffering, [stream(1)], open("nothing was answered")],
  ["missing where no status comes", buffering, [posted(1, list), status(2, 200, sse)], open("nothing was answered")],
])("of an event stream, X-Accel-Buffering is %s", (...row) => expect(saidToday(row)).toEqual(row[3]));

const related = checks.relatedOnly;
const changed = (method: string): Line => streamed(1, note(`notifications/${method}`));
it.each<Row>([
  ["log messages and the response", related, [asked(), log, comment(1), answer], kept(3, 5)],
  [
    "news of a list",
    related,
    [asked(), changed("tools/list_changed"), answer],
    broken("notifications/tools/list_changed on the stream of tools/list", 3),
  ],
  [
    "news of a resource",
    related,
    [asked(), changed("resources/updated")],
    broken("notifications/resources/updated on the stream of tools/list", 3),
  ],
  ["news of another kind", related, [asked(), changed("tools/list_changed/x"), changed("progress")], kept(3, 4)],
  ["a request named like news", related, [asked(), streamed(1, ask(7, "notifications/tools/list_changed"))], kept(3)],
  [
    "news, in a step about something",
    related,
    [special("slow"), asked(), changed("prompts/list_changed")],
    broken("notifications/prompts/list_changed on the stream of tools/list (slow)", 4),
  ],
  [
    "news, in answer to a batch",
    related,
    [asked([list]), changed("prompts/list_changed")],
    broken("notifications/prompts/list_changed on the stream of a batch", 3),
  ],
  ["news, where it was asked for", related, [asked(ask(1, "subscriptions/listen")), changed("prompts/list_changed")], plainly],
  ["nothing yet", related, [asked()], none],
])("the stream of a request carries %s", (...row) => expect(saidToday(row)).toEqual(row[3]));

it("news on the stream of a request is told once", () => {
  expect(related.explains).toEqual([{ checks: ["subscriptions.only-requested", "subscriptions.id-present"], within: "message" }]);
});
