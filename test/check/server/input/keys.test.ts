import { expect, it } from "vitest";
import { inputKeysUnique } from "../../../../src/check/server/input/keys.ts";
import { ask, body, posted, received, sent, status, streamed } from "../../../support/traces/small-trace.ts";
import { broken, conversation, idle, kept, type Part } from "../conversation.ts";

const answer = (id: number, result: string, more = ""): string => `{"jsonrpc":"2.0","id":${id},"result":${result}${more}}`;
const wanting = (requests: string): string => `{"resultType":"input_required","inputRequests":${requests}}`;
const call =
  (result: string, more?: string): Part =>
  (id) => [sent(ask(id, "tools/call", { name: "t" })), received(answer(id, result, more))];
const noInput = idle("the server asked for no input");
const twice = (key: string, line: number): object => broken(`inputRequests has the key ${JSON.stringify(key)} twice`, line);

it.each<readonly [string, readonly Part[], object]>([
  ["are different", [call(wanting('{"a":{},"b":{}}'))], kept(3)],
  ["are the same", [call(wanting('{"a":{"method":"roots/list"},"a":{}}'))], twice("a", 3)],
  ["are the same after another", [call(wanting('{"a":{},"b":{},"b":{}}'))], twice("b", 3)],
  ["are the same with another between", [call(wanting('{"a":{},"b":{},"a":{}}'))], twice("a", 3)],
  ["are the same in the second demand", [call(wanting('{"a":{}}')), call(wanting('{"a":{},"a":{}}'))], twice("a", 5)],
  ["are the same in two demands", [call(wanting('{"a":{}}')), call(wanting('{"a":{}}'))], kept(3, 5)],
  ["come again inside of a request", [call(wanting('{"a":{"a":{}},"b":{"a":{}}}'))], kept(3)],
  ["are none", [call(wanting("{}"))], kept(3)],
  ["are of a list", [call(wanting('[{"a":1,"a":2}]'))], noInput],
  ["are beside the result", [call('{"resultType":"input_required"}', ',"inputRequests":{"a":{},"a":{}}')], noInput],
  ["are of a finished result", [call('{"resultType":"complete","inputRequests":{"a":{},"a":{}}}')], noInput],
])("keys of input requests that %s are judged", (_title, parts, wanted) => {
  expect(inputKeysUnique.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});

it.each<readonly [string, string, Part]>([
  ["body", "application/json", body(1, answer(1, wanting('{"a":{},"a":{}}')))],
  ["stream", "text/event-stream", streamed(1, answer(1, wanting('{"a":{},"a":{}}')))],
])("keys that are the same are seen in the %s of an HTTP answer", (_title, type, line) => {
  const parts = [posted(1, ask(1, "tools/call", { name: "t" })), status(1, 200, { "content-type": type }), line];
  expect(inputKeysUnique.verify(conversation(parts, { transport: "http", revision: "2026-07-28" }))).toEqual(twice("a", 4));
});
