import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  inputDeclaredCapability,
  inputMissingCapability,
  inputNotEmpty,
  inputRequestKinds,
  inputSupportedRequests,
} from "../../../../src/check/server/input/demand.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, received } from "../../../support/traces/small-trace.ts";
import { type Answer, asked, broken, conversation, fails, gives, idle, type Part, untested } from "../conversation.ts";

const able = (capabilities: Json): JsonObject => ({ _meta: { "io.modelcontextprotocol/clientCapabilities": capabilities } });
const call = (params: JsonObject, answer?: Answer): Part => asked("tools/call", { name: "t", ...params }, answer);
const wants = (inputRequests: Json, more: JsonObject = {}): Answer =>
  gives({ resultType: "input_required", inputRequests, ...more });
const form = { method: "elicitation/create" };
const sample = { method: "sampling/createMessage" };
const naming = (requiredCapabilities: Json): Answer => fails(-32021, "no", { requiredCapabilities });
const first = call(able({ elicitation: {} }), wants({ q: form }));
const noInput = idle("the server asked for no input");
const noTwin = untested("no request that asks for input was made without the capability");
const expected = (line: number): object => broken("error -32603, expected -32021", line);

it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "nothing is answered with a result",
    inputSupportedRequests,
    [call({}, fails(-32603)), call({})],
    untested("nothing was answered with a result"),
  ],
  [
    "the second demand is empty",
    inputNotEmpty,
    [call({}, wants({})), call({}, gives({ resultType: "input_required" }))],
    broken("neither inputRequests nor requestState", 5),
  ],
  [
    "an input request has no method",
    inputRequestKinds,
    [call({}, wants({ q: form, r: {} }))],
    broken("inputRequests.r has the method missing", 3),
  ],
  ["a request of the server is no demand", inputRequestKinds, [received(ask("s", "ping"))], noInput],
  ["a request of the server needs what is not declared", inputDeclaredCapability, [received(ask("s", "roots/list"))], noInput],
  [
    "the second of two wishes is not declared",
    inputDeclaredCapability,
    [call(able({ elicitation: {} }), wants({ q: form, r: sample }))],
    broken("sampling/createMessage was asked of a client that did not declare sampling", 3),
  ],
  ["a client that cannot is asked alone", inputMissingCapability, [call(able({}), wants({ q: form }))], noTwin],
  [
    "a client can do one of two things",
    inputMissingCapability,
    [
      call(able({ elicitation: {}, sampling: {} }), wants({ q: form, r: sample })),
      call(able({ elicitation: {} }), fails(-32603)),
    ],
    expected(5),
  ],
  [
    "the capabilities are named in a list",
    inputMissingCapability,
    [first, call(able({}), naming(["elicitation"]))],
    broken("data.requiredCapabilities names no capability", 5),
  ],
  [
    "a client that cannot asks for what does not support input",
    inputMissingCapability,
    [asked("tools/list", able({ elicitation: {} }), wants({ q: form })), asked("tools/list", able({}), fails(-32603))],
    noTwin,
  ],
  [
    "a client that cannot gets a prompt",
    inputMissingCapability,
    [
      asked("prompts/get", { name: "p", ...able({ elicitation: {} }) }, wants({ q: form })),
      asked("prompts/get", { name: "p", ...able({}) }, fails(-32603)),
    ],
    expected(5),
  ],
  [
    "a client that cannot reads the same resource",
    inputMissingCapability,
    [
      asked("resources/read", { uri: "a:b", ...able({ elicitation: {} }) }, wants({ q: form })),
      asked("resources/read", { uri: "a:b", ...able({}) }, fails(-32603)),
    ],
    expected(5),
  ],
  [
    "a client that cannot has the same arguments",
    inputMissingCapability,
    [
      call({ arguments: { a: 1 }, ...able({ elicitation: {} }) }, wants({ q: form })),
      call({ arguments: { a: 1 }, ...able({}) }, fails(-32603)),
    ],
    expected(5),
  ],
  [
    "one demand is of another tool and one of this",
    inputMissingCapability,
    [call({ name: "u", ...able({ elicitation: {} }) }, wants({ q: form })), first, call(able({}), fails(-32603))],
    expected(7),
  ],
])("of the kinds of input it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});

it("an input request of another kind explains the shape of the result", () => {
  expect(inputRequestKinds.explains).toEqual([{ checks: ["schema.tools-call"], within: "message" }]);
});
