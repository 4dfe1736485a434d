import { expect, it } from "vitest";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { idType, oneResponse, responseId } from "../../../../src/check/server/jsonrpc/ids.ts";
import {
  ask,
  body,
  done,
  failed,
  type Line,
  note,
  opened,
  posted,
  received,
  sent,
  status,
  step,
  streamed,
} from "../../../support/traces/small-trace.ts";
import { fine, open, type Row, said, wrong } from "../told-outcomes.ts";

const onTwo = { connection: 2 };

const two = opened({ connection: 2, session: "two" });

const ping = (id: Json = 1, more = {}): Line => sent(ask(id, "ping"), more);

const nameless = (code = -32700): Json => ({ jsonrpc: "2.0", error: { code, message: "no" } });

const never = "a response to 9, which was never asked";

const nothing = open("the server answered nothing");

const broken = (text = "{", more = {}): Line => sent(text, more);

const json = { "content-type": "application/json" };

const differing = step("http", { tag: "method-header-mismatch", deviant: true });

const naming = step("http", { tag: "name-header-mismatch", deviant: true });

const turnedAway = (answer: Json, first: Line, id: Json = 1): Line[] => [
  opened(),
  first,
  posted(1, ask(id, "ping")),
  status(1, 400, json),
  body(1, answer),
];

const nullResponse = wrong("a response with id null", 5);

it.each<Row>([
  ["the id of a request", responseId, [opened(), ping(), received(done(1))], fine(3)],
  ["the id of a request, with an error", responseId, [opened(), ping("a"), received(failed("a"))], fine(3)],
  ["an id of nothing", responseId, [opened(), ping(), received(done(9))], wrong(never, 3)],
  ["an id of another connection", responseId, [opened(), two, ping(9), received(done(9), onTwo)], wrong(never, 4)],
  ["an id as text that was a number", responseId, [opened(), ping(), received(done("1"))], nothing],
  [
    "no id, with a result",
    responseId,
    [opened(), ping(1), received(done(1)), received({ jsonrpc: "2.0", result: {} })],
    wrong("a response without an id", 4),
  ],
  [
    "no id, with an error, though all could be read",
    responseId,
    [opened(), ping(), received(done(1)), received(nameless())],
    wrong("a response without an id", 4),
  ],
  ["null, though all could be read", responseId, [opened(), ping(), received(failed(null))], wrong("a response with id null", 3)],
  ["null, where a message was broken", responseId, [opened(), broken(), received(failed(null))], nothing],
  [
    "null, where a message is broken only later",
    responseId,
    [opened(), ping(), received(failed(null)), broken()],
    wrong("a response with id null", 3),
  ],
  [
    "null, where a message on another connection was broken",
    responseId,
    [opened(), two, broken("{", onTwo), ping(), received(failed(null))],
    wrong("a response with id null", 5),
  ],
  [
    "null with a result, where a message was broken",
    responseId,
    [opened(), broken(), received(done(null))],
    wrong("a response with id null", 3),
  ],
  ["null, which was its id", responseId, [opened(), ping(null), received(failed(null))], fine(3)],
  ["an id that stood in a broken message", responseId, [opened(), broken('{"id":9,'), received(failed(9))], nothing],
  [
    "an id that did not stand in a broken message",
    responseId,
    [opened(), broken('{"id":8,'), received(failed(9))],
    wrong(never, 3),
  ],
  [
    "an id that stood in a broken message elsewhere",
    responseId,
    [opened(), two, broken('{"id":9,', onTwo), received(failed(9))],
    wrong(never, 4),
  ],
  ["null, after a notification", responseId, [opened(), sent(note("a")), received(failed(null))], nothing],
  ["null, in a refusal", responseId, turnedAway(failed(null), step("http")), nothing],
  ["none, in a refusal", responseId, turnedAway(nameless(), step("http")), nothing],
  [
    "null in the body of a success",
    responseId,
    [opened(), step("http"), posted(1, ask(1, "ping")), status(1, 399, json), body(1, failed(null))],
    nullResponse,
  ],
  [
    "null in a refusal that compared a header with the body",
    responseId,
    turnedAway(failed(null, -32020), differing),
    nullResponse,
  ],
  ["null in a refusal that compared a name with the body", responseId, turnedAway(failed(null, -32020), naming), nullResponse],
  ["null in a refusal for another reason", responseId, turnedAway(failed(null, -32600), differing), nothing],
  ["the id in a refusal that compared", responseId, turnedAway(failed(1, -32020), differing), fine(5)],
  [
    "null, which was its id, in a refusal that compared",
    responseId,
    turnedAway(failed(null, -32020), differing, null),
    nullResponse,
  ],
  [
    "an id that stood in a broken body",
    responseId,
    [opened(), posted(1, '{"id":9,'), status(1, 400, json), body(1, failed(9))],
    nothing,
  ],
  [
    "an id that did not stand in a broken body",
    responseId,
    [opened(), posted(1, '{"id":8,'), status(1, 400, json), body(1, failed(9))],
    wrong(never, 4),
  ],
  ["a number for a number", idType, [opened(), ping(), received(done(1))], fine(3)],
  ["a number for a number, and none", idType, [opened(), ping(), received(done(1)), received(nameless())], fine(3)],
  ["a number for a number, and one of nothing", idType, [opened(), ping(), received(done(1)), received(done(9))], fine(3)],
  ["a text for a number", idType, [opened(), ping(), received(done("1"))], wrong('the id came back as the string "1"', 3)],
  ["a number for a text", idType, [opened(), ping("1"), received(done(1))], wrong("the id came back as the number 1", 3)],
  ["an id of nothing at all", idType, [opened(), ping(), received(done(9))], nothing],
  ["null for a number", idType, [opened(), ping(), received(failed(null))], nothing],
])("judges a response with %s", (_, check, lines, outcome) => {
  expect(said(check, lines, lines.some(({ kind }) => kind === "http-request") ? "http" : "stdio")).toEqual(outcome);
});

const getting = posted(1, null, {}, { method: "GET" });

const resuming = posted(2, null, { "Last-Event-ID": "1" }, { method: "GET" });

const another = "another response to 1";

it.each<Row>([
  ["one response", oneResponse, [opened(), ping(), received(done(1))], fine(3)],
  ["two results", oneResponse, [opened(), ping(), received(done(1)), received(done(1))], wrong(another, 4)],
  ["a result and an error", oneResponse, [opened(), ping(), received(done(1)), received(failed(1))], wrong(another, 4)],
  [
    "a second response as text",
    oneResponse,
    [opened(), ping(), received(done(1)), received(done("1"))],
    wrong('another response to "1"', 4),
  ],
  [
    "as many responses as there were requests with its id",
    oneResponse,
    [opened(), ping(), received(done(1)), ping(), received(done(1))],
    fine(3, 5),
  ],
  [
    "three responses to two requests with its id",
    oneResponse,
    [opened(), ping(), received(done(1)), ping(), received(done(1)), received(done(1))],
    wrong(another, 6),
  ],
  [
    "one response on each connection",
    oneResponse,
    [opened(), two, ping(), ping(1, onTwo), received(done(1)), received(done(1), onTwo)],
    fine(5, 6),
  ],
  ["responses to what was not asked", oneResponse, [opened(), ping(), received(done(9)), received(done(9))], nothing],
  ["no id, twice", oneResponse, [opened(), ping(null), received(failed(null)), received(failed(null))], nothing],
  [
    "its response again on a stream that is resumed",
    oneResponse,
    [
      opened(),
      sent(ask(1, "ping")),
      getting,
      status(1, 200),
      streamed(1, done(1)),
      resuming,
      status(2, 200),
      streamed(2, done(1)),
    ],
    fine(5),
  ],
  [
    "its response again on another stream",
    oneResponse,
    [
      opened(),
      sent(ask(1, "ping")),
      getting,
      status(1, 200),
      streamed(1, done(1)),
      posted(2, null, {}, { method: "GET" }),
      streamed(2, done(1)),
    ],
    wrong(another, 7),
  ],
])("judges a server whose request gets %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
