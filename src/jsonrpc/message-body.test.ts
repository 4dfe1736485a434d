import { expect, test } from "vitest";
import { isMessageBody } from "./message-body.ts";

const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';

test.each([
  ["JSON", 200, "application/json", answer, true],
  ["JSON of a kind", 200, "application/vnd.x+json; charset=utf-8", "no JSON at all", true],
  ["an error as JSON", 404, "application/json", answer, true],
  ["a message as text", 200, "text/plain", ` ${answer}`, true],
  ["a message of no type", 200, undefined, answer, true],
  ["a refusal as text", 400, "text/plain", answer, false],
  ["other JSON as text", 200, "text/plain", '{"ok":true}', false],
  ["text", 200, "text/html", "{}}", false],
  ["nothing", 202, "application/json", " ", false],
])("%s with status %d", (_what, status, type, body, expected) => {
  expect(isMessageBody(status, type, body)).toBe(expected);
});
