import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import * as checks from "../../../../src/check/server/http/posting.ts";
import { ask, body, done, failed, type Line, note, over, posted, status, streamed } from "../../../support/traces/small-trace.ts";
import { act, broken, exchange, json, kept, moot, open, plain, type Row, saidOf, special, sse } from "./told.ts";

const list = ask(1, "tools/list");
const said = ([, check, told]: Row): Outcome => saidOf(check, told, "2025-11-25");

const type = checks.answerMediaType;
const typed = (code: number, contentType?: string) => [
  posted(1, list),
  status(1, code, contentType === undefined ? {} : { "Content-Type": contentType }),
];
it.each<Row>([
  ["JSON", type, [typed(200, "application/json")], kept(2)],
  ["JSON in capitals and with a character set", type, [typed(200, "Application/JSON ; charset=utf-8")], kept(2)],
  ["a stream", type, [typed(299, "text/event-stream")], kept(2)],
  ["text", type, [typed(200, "text/plain")], broken('Content-Type is "text/plain" with status 200', 2)],
  [
    "JSON of another kind",
    type,
    [typed(200, "application/json-rpc")],
    broken('Content-Type is "application/json-rpc" with status 200', 2),
  ],
  ["nothing that is named", type, [typed(202)], broken('Content-Type is "" with status 202', 2)],
  ["a refusal as text", type, [typed(400, "text/plain")], open("no request was accepted")],
  ["a redirection", type, [typed(300, "text/plain")], open("no request was accepted")],
  ["a promise of more", type, [typed(199, "text/plain")], open("no request was accepted")],
  ["text, to a notification", type, [posted(1, note("notifications/x")), status(1, 202, {})], open("no request was accepted")],
])("what answers a request is %s", (...row) => expect(said(row)).toEqual(row[3]));

const whole = checks.jsonAnswer;
const answered = (text: string, headers = json) => [posted(1, list), status(1, 200, headers), body(1, text)];
const half: Line = { kind: "http-body", connection: 1, exchange: 1, text: '{"a', bytes: 3, cut: true };
const long = `[${"1,".repeat(40)}1]`;
const streams = moot("the server answers every request with a stream");
const none = open("no request was answered with application/json");
it.each<Row>([
  ["the result", whole, [exchange(1, list, 200, done(1))], kept(3)],
  ["an error", whole, [exchange(1, list, 200, failed(1))], kept(3)],
  ["a response with an id and neither result nor error", whole, [exchange(1, list, 200, { jsonrpc: "2.0", id: 1 })], kept(3)],
  ["an object with a result alone", whole, [answered('{"result":{}}')], kept(3)],
  ["no JSON", whole, [answered("<html>")], broken('the body is not JSON: "<html>"', 3)],
  ["no JSON, and long", whole, [answered("x".repeat(61))], broken(`the body is not JSON: "${"x".repeat(60)}"`, 3)],
  [
    "the result behind a byte order mark",
    whole,
    [answered(`\uFEFF${JSON.stringify(done(1))}`)],
    broken("a byte order mark comes before the body", 3),
  ],
  [
    "the result and more",
    whole,
    [answered(`${JSON.stringify(done(1))} trailing`)],
    broken('text stands behind the JSON of the body: "trailing"', 3),
  ],
  ["a batch", whole, [exchange(1, list, 200, [done(1)])], broken("the body is an array, expected one object", 3)],
  ["a long list of numbers", whole, [answered(long)], broken("the body is an array, expected one object", 3)],
  ["a number", whole, [answered("42")], broken("the body is 42, expected one object", 3)],
  ["a long text", whole, [answered(`"${"y".repeat(80)}"`)], broken(`the body is "${"y".repeat(59)}, expected one object`, 3)],
  ["a request", whole, [exchange(1, list, 200, ask(1, "ping"))], broken("the body is an object without result or error", 3)],
  ["an object of its own", whole, [answered('{"tools":[]}')], broken("the body is an object without result or error", 3)],
  ["one event of a stream", whole, [posted(1, list), status(1, 200, sse), streamed(1, done(1))], streams],
  ["text", whole, [answered("hello", { "content-type": "text/plain" })], streams],
  [
    "JSON to one request, and a stream to another",
    whole,
    [posted(1, list), status(1, 200, sse), streamed(1, done(1)), exchange(2, ask(2, "ping"), 200, done(2))],
    kept(6),
  ],
  [
    "JSON to one request, and text to another",
    whole,
    [posted(1, list), status(1, 200, { "content-type": "text/plain" }), body(1, "no"), exchange(2, ask(2, "ping"), 200, done(2))],
    kept(6),
  ],
  [
    "JSON to one request, and too long to another",
    whole,
    [exchange(1, list, 200, done(1)), exchange(2, ask(2, "ping"), 200, done("i".repeat(1_000_000)))],
    kept(3),
  ],
  ["nothing", whole, [posted(1, list), status(1, 200, json), over(1, "complete")], none],
  ["a body of which only the beginning was kept", whole, [posted(1, list), status(1, 200, json), half], none],
  ["a refusal in JSON that is no message", whole, [posted(1, list), status(1, 400, json), body(1, "{}")], none],
  ["a message with an id too long to be read", whole, [exchange(1, list, 200, done("i".repeat(1_000_000)))], none],
])("the body that answers a request is %s", (...row) => expect(said(row)).toEqual(row[3]));

const [notified, responded] = [checks.notificationAccepted, checks.responseAccepted];
const news = note("notifications/roots/list_changed");
it.each<Row>([
  ["a notification is taken", notified, [exchange(1, news, 202)], kept(2)],
  ["a notification is taken, with an empty body", notified, [exchange(1, news, 202, "")], kept(2)],
  ["a notification is refused with 400", notified, [exchange(1, news, 400, failed(null))], kept(2)],
  ["a notification is refused with 399", notified, [exchange(1, news, 399)], broken("status 399, expected 202", 2)],
  ["a notification is answered with 200", notified, [exchange(1, news, 200)], broken("status 200, expected 202", 2)],
  ["a notification is answered with 204", notified, [exchange(1, news, 204)], broken("status 204, expected 202", 2)],
  ["a notification gets a body", notified, [exchange(1, news, 202, {})], broken("a body of 2 bytes, expected none", 3)],
  ["a notification gets one byte", notified, [exchange(1, news, 202, "x")], broken("a body of 1 bytes, expected none", 3)],
  ["a request is answered with 200", notified, [exchange(1, list, 200, done(1))], open("no notification was sent")],
  ["a response is answered with 200", notified, [exchange(1, done(1), 200)], open("no notification was sent")],
  ["a result of the client is taken", responded, [exchange(1, done(1), 202)], kept(2)],
  ["an error of the client is taken", responded, [exchange(1, failed(1), 202)], kept(2)],
  ["a result of the client is answered with 200", responded, [exchange(1, done(1), 200)], broken("status 200, expected 202", 2)],
  [
    "an error of the client is answered with 200",
    responded,
    [exchange(1, failed(1), 200)],
    broken("status 200, expected 202", 2),
  ],
  [
    "a notification is answered with 200, and no response",
    responded,
    [exchange(1, news, 200)],
    open("no response was sent to the server"),
  ],
])("%s", (...row) => expect(said(row)).toEqual(row[3]));

const [malformed, foreign, unknown] = [checks.malformedRefused, checks.foreignMediaType, checks.unknownMethodStatus];
const post = act("post", "malformed-json");
const asText = special("text-plain");
it.each<Row>([
  ["broken JSON is refused with 400", malformed, [post, exchange(1, "{", 400)], kept(3)],
  ["broken JSON is refused with 499", malformed, [post, exchange(1, "{", 499)], kept(3)],
  ["broken JSON is answered with 399", malformed, [post, exchange(1, "{", 399)], broken("status 399, expected 400", 3)],
  ["broken JSON is answered with 500", malformed, [post, exchange(1, "{", 500)], broken("status 500, expected 400", 3)],
  ["broken JSON was not sent", malformed, [exchange(1, list, 500)], open("no broken JSON was posted")],
  ["a request as text is refused", foreign, [asText, exchange(1, list, 415)], kept(3)],
  [
    "a request as text is served",
    foreign,
    [asText, exchange(1, list, 200, done(1))],
    broken("a request sent as text/plain was served with status 200", 3),
  ],
  ["nothing was sent as text", foreign, [exchange(1, list, 200, done(1))], open("nothing was posted as text/plain")],
])("%s", (...row) => expect(said(row)).toEqual(row[3]));

const server = checks.noServerError;
const plainly = open("nothing deviant was posted");
it.each<Row>([
  ["refused with 499", server, [asText, exchange(1, list, 499)], kept(3)],
  ["refused with 500", server, [asText, exchange(1, list, 500)], broken("status 500", 3)],
  ["served", server, [asText, exchange(1, list, 200, done(1))], kept(3)],
  ["refused with 500, as it always is", server, [plain(), exchange(1, list, 500), asText, exchange(2, list, 500)], plainly],
  [
    "refused with 499, and what is right with 500",
    server,
    [plain(), exchange(1, list, 500), asText, exchange(2, list, 499)],
    kept(6),
  ],
  ["nothing special", server, [plain(), exchange(1, list, 500)], plainly],
  ["sent before any step", server, [exchange(1, list, 500)], plainly],
])("what the client does wrong on purpose is %s", (...row) => expect(said(row)).toEqual(row[3]));

const tagged = special("unknown-method");
const strange = ask(2, "no/such");
const saidToday = ([, check, told]: Row): Outcome => saidOf(check, told, "2026-07-28");
it.each<Row>([
  ["refused as the specification says", unknown, [tagged, exchange(1, strange, 404, failed(2, -32601))], kept(3)],
  ["refused with 400", unknown, [tagged, exchange(1, strange, 400, failed(2, -32601))], broken("status 400, expected 404", 3)],
  [
    "refused with 404 and nothing else",
    unknown,
    [tagged, exchange(1, strange, 404)],
    broken("404 with error code null, expected -32601", 3),
  ],
  [
    "refused with another code",
    unknown,
    [tagged, exchange(1, strange, 404, failed(2, -32600))],
    broken("404 with error code -32600, expected -32601", 3),
  ],
  [
    "turned away as everything is",
    unknown,
    [plain(), exchange(1, list, 429), tagged, exchange(2, strange, 429)],
    open("no unknown method was asked for"),
  ],
  ["not asked for", unknown, [exchange(1, strange, 200)], open("no unknown method was asked for")],
])("a method that the server does not have is %s", (...row) => expect(saidToday(row)).toEqual(row[3]));

it("a batch in the body of an answer is told once", () => {
  expect(whole.explains).toEqual([{ checks: ["jsonrpc.no-batches"], within: "exchange" }]);
});
