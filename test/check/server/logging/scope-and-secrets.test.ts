import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { loggingLevelGate, loggingRequestLevel } from "../../../../src/check/server/logging/level.ts";
import {
  loggingDeclared,
  loggingLevelValid,
  loggingOptIn,
  loggingRequestScoped,
  loggingSetLevelAnswered,
} from "../../../../src/check/server/logging/messages.ts";
import { loggingNoCredentials } from "../../../../src/check/server/logging/secrets.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { ask, body, note, posted, status, streamed } from "../../../support/traces/small-trace.ts";
import { asked, broken, conversation, gives, idle, kept, type Part, says, untested } from "../conversation.ts";

const log = (level: Json, data: Json = "text") => says("notifications/message", { level, data });
const found = (what: string): object => broken(`a log message holds ${what}`, 2);
const noMessage = idle("the server sent no log messages");
const notAsked = idle("no log message was asked for and sent: a server need not log");
const unasked = (at: number): object => broken("a log message, and no open request has a log level", at);
const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "a message is on a subscription",
    loggingRequestScoped,
    [says("notifications/message", { level: "info", _meta: { "io.modelcontextprotocol/subscriptionId": 1 } })],
    broken("a log message on a subscription", 2),
  ],
  ["a message comes beside a subscription", loggingRequestScoped, [asked("subscriptions/listen", {}), log("info")], kept(3)],
  ["no message could be on one", loggingRequestScoped, [asked("subscriptions/listen", {})], noMessage],
  ["no message could have a level", loggingLevelValid, [], noMessage],
  ["a message comes before anything is asked", loggingOptIn, [log("info")], unasked(2)],
  ["a message comes before anything is asked, with a level", loggingRequestLevel, [log("info")], notAsked],
  [
    "a level that is set gets no answer",
    loggingSetLevelAnswered,
    [asked("initialize", {}, gives({ capabilities: { logging: {} } })), asked("logging/setLevel", { level: "info" })],
    untested("no log level was set"),
  ],
  [
    "logging is switched off, and nothing is logged",
    loggingDeclared,
    [asked("initialize", {}, gives({ capabilities: { tools: {} } })), asked("tools/call", {}, gives({}))],
    noMessage,
  ],
])("of logs it is told where %s", (_title, check, parts, outcome) => {
  expect(check.verify(conversation(parts))).toEqual(outcome);
});

const post = (exchange: number, method: string, params?: Json): Part => posted(exchange, ask(exchange, method, params));
const logged = (exchange: number): Part => streamed(exchange, note("notifications/message", { level: "info", data: "text" }));
const setTo = (level: string): readonly Part[] => [
  post(1, "logging/setLevel", { level }),
  status(1, 200, { "content-type": "application/json" }),
  body(1, { jsonrpc: "2.0", id: 1, result: {} }),
];

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "the stream of a subscription",
    loggingRequestScoped,
    [post(1, "tools/call"), post(2, "subscriptions/listen"), logged(2)],
    broken("a log message on a subscription", 4),
  ],
  [
    "the stream of a call beside it",
    loggingRequestScoped,
    [post(1, "tools/call"), post(2, "subscriptions/listen"), logged(1)],
    kept(4),
  ],
  ["another stream, loud enough", loggingLevelGate, [...setTo("info"), post(2, "tools/call"), logged(2)], kept(6)],
  [
    "another stream, from before perhaps",
    loggingLevelGate,
    [...setTo("error"), post(2, "tools/call"), logged(2)],
    { ...broken("a message of level info after error was set", 6), timing: true },
  ],
])("of logs over HTTP it is told where a message comes on %s", (_title, check, parts, outcome) => {
  expect(check.verify(conversation(parts, { transport: "http" }))).toEqual(outcome);
});

it("a server that logs nothing holds no credentials there", () => {
  expect(loggingNoCredentials.verify(conversation([]))).toEqual(noMessage);
  expect(loggingNoCredentials.verify(conversation([log("info", { key: `ghp_${letters}` })]))).toEqual(found("a token of GitHub"));
});

it.each<readonly [string, object]>([
  [`authorization: bearer ${letters.slice(0, 20)}`, found("a bearer token")],
  [`Bearer ${letters.slice(0, 19)}`, kept(2)],
  [`Bearer mcpcheck${letters}`, kept(2)],
  ["-----BEGIN PRIVATE KEY-----", found("a private key")],
  ["-----BEGIN RSA PRIVATE KEY-----", found("a private key")],
  ["-----BEGIN PUBLIC KEY-----", kept(2)],
  [`ghp_${letters}`, found("a token of GitHub")],
  [`gho_${letters.slice(1)}`, kept(2)],
  [`ghp_${letters}0`, kept(2)],
  ["AKIAABCDEFGHIJKLMNOP", found("an access key of AWS")],
  ["AKIAABCDEFGHIJKLMNO", kept(2)],
  ["AKIAABCDEFGHIJKLMNOPQ", kept(2)],
  [`xoxb-${letters.slice(0, 20)}`, found("a token of Slack")],
  [`xoxb-${letters.slice(0, 19)}`, kept(2)],
  [`xoxc-${letters}`, kept(2)],
  ["postgres://me:secret@host/db", found("a password in a URL")],
  ["postgres://me:***@host/db", kept(2)],
  ["postgres://me:ab@host/db", kept(2)],
  ["postgres://me:abc@host/db", found("a password in a URL")],
  ["http://host:8080/a@b", kept(2)],
])("a log message that says %s is judged", (data, outcome) => {
  expect(loggingNoCredentials.verify(conversation([log("info", data)]))).toEqual(outcome);
});
