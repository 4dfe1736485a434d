import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import { metaKeys, utf8 } from "../../../../src/check/server/jsonrpc/encoding.ts";
import {
  batchNotAnswered,
  errorObject,
  noBatches,
  notificationWithoutId,
  paramsObject,
  resultObject,
  resultOrError,
  serverRequestId,
  serverRequestIdUnique,
  versionMember,
} from "../../../../src/check/server/jsonrpc/shape.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
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
import { exit, fine, none, open, type Row, said, shut, silence, wrong } from "../told-outcomes.ts";

const ping = sent(ask(1, "ping"));
const noMessage = open("the server sent no message");
const noAnswer = open("the server answered nothing");
const error = (value: Json): Json => ({ jsonrpc: "2.0", id: 1, error: value });
const long = "x".repeat(100);
const noNotification = none("the server sent no notification");
const noRequest = none("the server sent no request");
const noMeta = none("the server sent no _meta");
const meta = { "-": 1 };
const badKey = wrong('the key "-"', 3);

it.each<[message: string, check: Check, message: Json, outcome: Outcome]>([
  ["a proper response", versionMember, done(1), fine(3)],
  ["a response without its version", versionMember, { id: 1, result: {} }, wrong('"jsonrpc" is missing', 3)],
  ["a response with a number as its version", versionMember, { jsonrpc: 2, id: 1, result: {} }, wrong('"jsonrpc" is 2', 3)],
  ["a notification of an earlier version", versionMember, { jsonrpc: "1.0", method: "a" }, wrong('"jsonrpc" is "1.0"', 3)],
  ["a log line", versionMember, { level: "info" }, noMessage],
  ["a broken line", versionMember, "{", noMessage],
  ["a result", resultOrError, done(1), fine(3)],
  ["an error", resultOrError, failed(1), fine(3)],
  [
    "both",
    resultOrError,
    { jsonrpc: "2.0", id: 1, result: {}, error: { code: 1, message: "a" } },
    wrong("a response with both result and error", 3),
  ],
  [
    "a result and an empty error",
    resultOrError,
    { jsonrpc: "2.0", id: 1, result: {}, error: null },
    wrong("a response with both result and error", 3),
  ],
  ["neither", resultOrError, { jsonrpc: "2.0", id: 1 }, wrong("a response with neither result nor error", 3)],
  ["a log line, which is no response", resultOrError, { level: "info" }, noAnswer],
  ["a notification, which is no response", resultOrError, note("a"), noAnswer],
  ["a proper error", errorObject, failed(1), fine(3)],
  ["an error that is text", errorObject, error("no"), wrong('error is "no", expected an object', 3)],
  ["an error without a code", errorObject, error({ message: "no" }), wrong("error.code is undefined, expected an integer", 3)],
  [
    "an error with a fraction as its code",
    errorObject,
    error({ code: 1.5, message: "no" }),
    wrong("error.code is 1.5, expected an integer", 3),
  ],
  ["an error without a message", errorObject, error({ code: 1 }), wrong("error.message is undefined, expected a string", 3)],
  ["a result, and no error", errorObject, done(1), open("the server answered with no error")],
  ["a result that is an object", resultObject, done(1), fine(3)],
  ["a result that is a list", resultObject, done(1, []), wrong("result is [], expected an object", 3)],
  ["a result that is a long text", resultObject, done(1, long), wrong(`result is "${"x".repeat(79)}, expected an object`, 3)],
  ["an error, and no result", resultObject, failed(1), open("the server answered with no result")],
  ["a request with params", paramsObject, ask(7, "roots/list", {}), fine(3)],
  ["a notification without params", paramsObject, note("a"), fine(3)],
  ["a notification with a list of params", paramsObject, note("a", [1]), wrong("params of a is [1]", 3)],
  ["a request with a long text as params", paramsObject, ask(7, "a", long), wrong(`params of a is "${"x".repeat(79)}`, 3)],
  ["a result, without params", paramsObject, done(1), none("the server sent no request and no notification")],
  ["a notification without an id", notificationWithoutId, note("notifications/a"), fine(3)],
  ["a notification with an id", notificationWithoutId, ask(7, "notifications/a"), wrong("notifications/a with id 7", 3)],
  [
    "a notification with an empty id",
    notificationWithoutId,
    ask(null, "notifications/a"),
    wrong("notifications/a with id null", 3),
  ],
  ["a request, which has an id", notificationWithoutId, ask(7, "my/notifications/"), noNotification],
  ["a result, and no notification", notificationWithoutId, done(1), noNotification],
  ["a request with a number", serverRequestId, ask(7, "roots/list"), fine(3)],
  ["a request with an empty id", serverRequestId, ask(null, "roots/list"), wrong("the id of roots/list is null", 3)],
  ["a request with a fraction", serverRequestId, ask(1.5, "roots/list"), wrong("the id of roots/list is 1.5", 3)],
  ["a notification by its name with an empty id", serverRequestId, ask(null, "notifications/a"), noRequest],
  ["keys that are names", metaKeys, done(1, { _meta: { "com.example/a": 1 } }), fine(3)],
  ["a key that is none", metaKeys, done(1, { _meta: meta }), badKey],
  ["a key that is none, behind one", metaKeys, done(1, { _meta: { a: 1, ...meta } }), badKey],
  ["a key that is none, in its params", metaKeys, note("a", { _meta: meta }), badKey],
  ["a key that is none, of a tool", metaKeys, done(1, { tools: ["a", { _meta: meta }] }), badKey],
  ["a key that is none, of a resource", metaKeys, done(1, { resources: [{ _meta: meta }] }), badKey],
  ["a key that is none, of a template", metaKeys, done(1, { resourceTemplates: [{ _meta: meta }] }), badKey],
  ["a key that is none, of a prompt", metaKeys, done(1, { prompts: [{ _meta: meta }] }), badKey],
  ["a key that is none, of what was read", metaKeys, done(1, { contents: [{ _meta: meta }] }), badKey],
  ["a key that is none, of what a tool said", metaKeys, done(1, { content: [{}, { _meta: meta }] }), badKey],
  [
    "a key that is none, where nobody looks for one",
    metaKeys,
    done(1, { things: [{ _meta: meta }], tools: { _meta: meta } }),
    noMeta,
  ],
  ["no keys", metaKeys, done(1, { _meta: {} }), noMeta],
  ["no _meta but a list", metaKeys, done(1, { _meta: [1] }), noMeta],
  ["a message that is none", metaKeys, "{", noMeta],
])("judges a server that writes %s", (_, check, message, outcome) => {
  expect(said(check, [opened(), ping, received(message)])).toEqual(outcome);
});

const onTwo = { connection: 2 };
const two = opened({ connection: 2 });
const wants = (id: Json, more = {}): Line => received(ask(id, "roots/list"), more);
const stream = posted(1, null, {}, { method: "GET" });
const streamedAgain = [
  stream,
  status(1, 200),
  streamed(1, ask(7, "roots/list")),
  posted(2, null, {}, { method: "GET" }),
  streamed(2, ask(7, "roots/list")),
];
const resumed = [
  ...streamedAgain.slice(0, 3),
  posted(2, null, { "last-event-id": "1" }, { method: "GET" }),
  streamed(2, ask(7, "roots/list")),
];
const used = "the id 7 was used before";

it.each<Row>([
  ["an id once", serverRequestIdUnique, [opened(), wants(7), wants(8), wants("7")], fine(2, 3, 4)],
  ["an id twice", serverRequestIdUnique, [opened(), wants(7), wants(7)], wrong(used, 3)],
  ["an id on two connections", serverRequestIdUnique, [opened(), two, wants(7), wants(7, onTwo)], fine(3, 4)],
  ["no id twice", serverRequestIdUnique, [opened(), wants(null), wants(null)], noRequest],
  ["an id again on another stream", serverRequestIdUnique, [opened(), ...streamedAgain], wrong(used, 6)],
  ["an id again on a stream that is resumed", serverRequestIdUnique, [opened(), ...resumed], fine(4)],
  ["bytes that are text", utf8, [opened(), ping, received(done(1))], fine(3)],
  [
    "bytes that are no text",
    utf8,
    [opened(), ping, received(done(1), { base64: "/w==" })],
    wrong("bytes that are not valid UTF-8", 3),
  ],
  [
    "bytes that are no text on a stream",
    utf8,
    [opened(), stream, streamed(1, "a", { base64: "/w==" })],
    wrong("bytes that are not valid UTF-8", 3),
  ],
  [
    "bytes as JSON",
    utf8,
    [opened(), posted(1, ask(1, "ping")), status(1, 200, { "content-type": "application/json" }), body(1, done(1))],
    fine(4),
  ],
  [
    "bytes of another type",
    utf8,
    [opened(), posted(1, ask(1, "ping")), status(1, 200, { "content-type": "text/html" }), body(1, "a")],
    open("the server sent nothing"),
  ],
  [
    "bytes of no type",
    utf8,
    [opened(), posted(1, ask(1, "ping")), status(1, 200), body(1, "a")],
    open("the server sent nothing"),
  ],
])("judges a server that uses %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const batch = JSON.stringify([ask(3, "ping"), ask(4, "ping")]);
const array = JSON.stringify([done(3), done(4)]);
const odd = [step("raw", { tag: "batch", deviant: true }), sent(batch)];
const fence = [step("fence"), sent(ask(5, "ping")), received(done(5))];
const list = "a JSON array of messages";
const answeredSo = "a batch was answered with a JSON array";
const lost = shut("the server ended, or fell silent, when it was sent a batch");
const noBatch = open("no batch was sent with a request after it");
const postedBatch = [opened(), odd[0] ?? two, posted(1, batch), status(1, 200), posted(2, ask(5, "ping")), status(2, 200)];

it.each<Row>([
  ["message by message", noBatches, [opened(), ping, received(done(1)), received("x")], fine(3)],
  ["in an array of its own accord", noBatches, [opened(), ping, received(array)], wrong(list, 3)],
  ["in an array when it was sent one", noBatches, [opened(), ...odd, received(array), ...fence], fine(7)],
  ["in an array before it is sent one", noBatches, [opened(), received(array), ...odd, ...fence], wrong(list, 2)],
  [
    "in an array when another connection was sent one",
    noBatches,
    [opened(), two, ...odd, received(array, onTwo)],
    wrong(list, 5),
  ],
  ["in an array in the answer to one", noBatches, [...postedBatch, streamed(1, array)], noMessage],
  ["in an array in the answer to something else", noBatches, [...postedBatch, streamed(2, array)], wrong(list, 7)],
  ["to a batch, in an array", batchNotAnswered, [opened(), ...odd, received(array), ...fence], wrong(answeredSo, 4)],
  ["to a batch, with an error", batchNotAnswered, [opened(), ...odd, received(failed(null)), ...fence], fine(2)],
  [
    "to a batch, in an array it had sent before as well",
    batchNotAnswered,
    [opened(), received(array), ...odd, received(failed(null)), ...fence],
    fine(3),
  ],
  ["to a batch and then no more", batchNotAnswered, [opened(), ...odd, exit(1)], lost],
  [
    "nothing any more after a batch",
    batchNotAnswered,
    [opened(), ping, received(done(1)), ...odd, step("fence"), sent(ask(5, "ping")), silence(5)],
    lost,
  ],
  ["nothing to a batch, and is asked nothing else", batchNotAnswered, [opened(), ...odd], noBatch],
  ["and was sent no batch", batchNotAnswered, [opened(), ping, received(done(1))], noBatch],
  [
    "to one batch with an error, and to a later one in an array",
    batchNotAnswered,
    [opened(), ...odd, received(failed(null)), ...fence, ...odd, received(array)],
    wrong(answeredSo, 10),
  ],
])("judges a server that writes %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
