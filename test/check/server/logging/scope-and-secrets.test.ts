import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { loggingRequestScoped } from "../../../../src/check/server/logging/messages.ts";
import { loggingNoCredentials } from "../../../../src/check/server/logging/secrets.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { asked, broken, conversation, kept, type Part, says } from "../conversation.ts";

const log = (level: Json, data: Json = "text") => says("notifications/message", { level, data });
const found = (what: string): object => broken(`a log message holds ${what}`, 2);
const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "a message is on a subscription",
    loggingRequestScoped,
    [says("notifications/message", { level: "info", _meta: { "io.modelcontextprotocol/subscriptionId": 1 } })],
    broken("a log message on a subscription", 2),
  ],
  ["a message comes beside a subscription", loggingRequestScoped, [asked("subscriptions/listen", {}), log("info")], kept(3)],
])("of logs it is told where %s", (_title, check, parts, outcome) => {
  expect(check.verify(conversation(parts))).toEqual(outcome);
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
