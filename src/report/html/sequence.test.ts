import { expect, test } from "vitest";
import { eventLabel } from "./sequence.ts";

const long = "x".repeat(200);

test.each([
  ["frame", '{"jsonrpc":"2.0","id":7,"method":"tools/list"}', "tools/list (id 7)"],
  ["frame", '{"method" : "notifications/x"}', "notifications/x"],
  ["frame", '{"id":"a","result":{"method":"no"}}', 'result (id "a")'],
  ["frame", '{ "id" : -1, "result" : {}}', "result (id -1)"],
  ["frame", '{"id":7,"error":{"code":-32601,"message":"m"}}', "error -32601 (id 7)"],
  ["frame", ' {"error" : {}}', "error"],
  ["frame", 'said {"error":{}} and {"result":1}', 'said {"error":{}} and {"result":1}'],
  ["frame", ' [{"id":1,"method":"ping"}]', "batch"],
  ["frame", long, `${"x".repeat(69)}…`],
  ["frame", `${"x".repeat(68)}😀${long}`, `${"x".repeat(68)}…`],
  ["frame", "x".repeat(70), "x".repeat(70)],
  ["stderr", "anything", "stderr"],
  ["http-response", "HTTP/1.1 200 OK\ncontent-type: x\n\n{}", "HTTP/1.1 200 OK"],
  ["http-request", 'POST http://localhost:1/mcp?a=b\naccept: x\n\n{"id":1,"method":"ping"}', "POST /mcp: ping (id 1)"],
  ["http-request", "GET /mcp\naccept: x\n\n", "GET /mcp"],
  ["sse-event", 'event: message\ndata: {"id":1,"result":{}}', "result (id 1)"],
  ["sse-event", "retry: 5", "retry: 5"],
  ["exit", "exit code 0", "exit code 0"],
] as const)("%s %j is called %j", (kind, text, label) => {
  expect(eventLabel({ kind, text })).toBe(label);
});
