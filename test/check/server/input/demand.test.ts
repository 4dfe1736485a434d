import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  inputDeclaredCapability,
  inputMissingCapability,
  inputNotEmpty,
  inputRequestKinds,
  inputSupportedRequests,
} from "../../../../src/check/server/input/demand.ts";
import { inputExtraIgnored, inputMalformedRefused } from "../../../../src/check/server/input/given.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import {
  type Answer,
  asked,
  broken,
  conversation,
  fails,
  gives,
  idle,
  kept,
  on,
  type Part,
  tagged,
  untested,
} from "../conversation.ts";

const able = (capabilities: Json): JsonObject => ({ _meta: { "io.modelcontextprotocol/clientCapabilities": capabilities } });
const call = (params: JsonObject, answer?: Answer): Part => asked("tools/call", { name: "t", ...params }, answer);
const wants = (more: JsonObject = { inputRequests: { q: { method: "elicitation/create" } } }): Answer =>
  gives({ resultType: "input_required", ...more });
const wishing = (method: Json): Answer => wants({ inputRequests: { q: { method } } });
const naming = (requiredCapabilities: Json): Answer => ({
  error: { code: -32021, message: "no", data: { requiredCapabilities } },
});
const works = gives({ content: [] });
const first = call(able({ elicitation: {} }), wants());
const noTwin = untested("no request that asks for input was made without the capability");
const doesWithout = idle("the server does without the input");
const demand = call({}, wants({ inputRequests: { q: { method: "elicitation/create" } }, requestState: "s" }));
const accept = { q: { action: "accept" } };
const retry = (more: JsonObject, answer?: Answer): Part => call({ inputResponses: accept, requestState: "s", ...more }, answer);
const failing = gives({ isError: true });
const extra = (answer: Answer): Part => tagged("unexpected-input", retry({}, answer));
const noExtra = untested("no retry brought more than was asked for");

it.each<readonly [string, Check, readonly Part[], object]>([
  ["a tool asks for input", inputSupportedRequests, [call({}, wants())], kept(3)],
  [
    "a list asks for input",
    inputSupportedRequests,
    [asked("tools/list", {}, wants())],
    broken("tools/list was answered with input_required", 3),
  ],
  [
    "a prompt and a resource ask for input",
    inputSupportedRequests,
    [asked("prompts/get", {}, wants()), asked("resources/read", {}, wants()), asked("tools/list", {}, gives({}))],
    kept(3, 5, 7),
  ],
  ["a demand says what it wants", inputNotEmpty, [call({}, wants())], kept(3)],
  ["a demand has its state alone", inputNotEmpty, [call({}, wants({ requestState: "s" }))], kept(3)],
  ["a demand is empty", inputNotEmpty, [call({}, wants({}))], broken("neither inputRequests nor requestState", 3)],
  ["nothing is asked for", inputNotEmpty, [call({}, works)], idle("the server asked for no input")],
  ...["elicitation/create", "sampling/createMessage", "roots/list"].map(
    (method) => [`${method} is asked for`, inputRequestKinds, [call({}, wishing(method))] as readonly Part[], kept(3)] as const,
  ),
  ["a ping is asked for", inputRequestKinds, [call({}, wishing("ping"))], broken('inputRequests.q has the method "ping"', 3)],
  ["what is declared is asked for", inputDeclaredCapability, [first], kept(3)],
  [
    "what is not declared is asked for",
    inputDeclaredCapability,
    [call(able({ roots: {} }), wants())],
    broken("elicitation/create was asked of a client that did not declare elicitation", 3),
  ],
  [
    "a sample is asked for",
    inputDeclaredCapability,
    [call(able({ roots: {} }), wishing("sampling/createMessage"))],
    broken("sampling/createMessage was asked of a client that did not declare sampling", 3),
  ],
  [
    "roots are asked for",
    inputDeclaredCapability,
    [call(able({ sampling: {} }), wishing("roots/list"))],
    broken("roots/list was asked of a client that did not declare roots", 3),
  ],
  [
    "something unknown is asked for",
    inputDeclaredCapability,
    [call(able({}), wishing("ping"))],
    idle("the server asked for no input"),
  ],
  ["no text is asked for", inputDeclaredCapability, [call(able({}), wishing(7))], idle("the server asked for no input")],
  [
    "a client that cannot is refused by name",
    inputMissingCapability,
    [first, call(able({}), naming({ elicitation: {} }))],
    kept(5),
  ],
  [
    "a client that cannot is refused first",
    inputMissingCapability,
    [call(able({}), naming({ elicitation: {} })), first],
    kept(3),
  ],
  [
    "a client that cannot is refused without a name",
    inputMissingCapability,
    [first, call(able({}), naming({}))],
    broken("data.requiredCapabilities names no capability", 5),
  ],
  [
    "a client that cannot is refused without data",
    inputMissingCapability,
    [first, call(able({}), fails(-32021))],
    broken("data.requiredCapabilities names no capability", 5),
  ],
  [
    "a client that cannot is refused for another reason",
    inputMissingCapability,
    [first, call(able({}), fails(-32603))],
    broken("error -32603, expected -32021", 5),
  ],
  [
    "a client that cannot is given a failure",
    inputMissingCapability,
    [first, call(able({}), gives({ isError: true }))],
    broken("an isError result, expected error -32021", 5),
  ],
  ["a client that cannot is given a result", inputMissingCapability, [first, call(able({}), works)], doesWithout],
  [
    "a client that cannot is given a result once",
    inputMissingCapability,
    [first, call(able({}), works), call(able({}), fails(-32603))],
    broken("error -32603, expected -32021", 7),
  ],
  [
    "a client that can something else is refused",
    inputMissingCapability,
    [first, call(able({ sampling: {} }), fails(-32603))],
    broken("error -32603, expected -32021", 5),
  ],
  ["a client that can is refused", inputMissingCapability, [first, call(able({ elicitation: {} }), fails(-32603))], noTwin],
  ["a client that cannot is not answered", inputMissingCapability, [first, call(able({}))], noTwin],
  [
    "a client that cannot calls another tool",
    inputMissingCapability,
    [first, asked("tools/call", { name: "u", ...able({}) }, fails(-32603))],
    noTwin,
  ],
  [
    "a client that cannot has other arguments",
    inputMissingCapability,
    [first, call({ arguments: { a: 1 }, ...able({}) }, fails(-32603))],
    noTwin,
  ],
  [
    "a client that cannot has none, written out",
    inputMissingCapability,
    [first, call({ arguments: {}, ...able({}) }, fails(-32603))],
    broken("error -32603, expected -32021", 5),
  ],
  [
    "a client that cannot reads another resource",
    inputMissingCapability,
    [
      asked("resources/read", { uri: "a:b", ...able({ elicitation: {} }) }, wants()),
      asked("resources/read", { uri: "a:c", ...able({}) }, fails(-32603)),
    ],
    noTwin,
  ],
  [
    "a client that cannot asks by another method",
    inputMissingCapability,
    [first, asked("prompts/get", { name: "t", ...able({}) }, fails(-32603))],
    noTwin,
  ],
  [
    "a client that cannot brings the input",
    inputMissingCapability,
    [first, call({ inputResponses: {}, ...able({}) }, fails(-32603))],
    noTwin,
  ],
  [
    "a demand has its state alone, of a client that cannot",
    inputMissingCapability,
    [call(able({ elicitation: {} }), wants({ requestState: "s" })), call(able({}), fails(-32603))],
    noTwin,
  ],
  [
    "a demand wants something that needs nothing",
    inputMissingCapability,
    [call(able({}), wishing("ping")), call(able({}), fails(-32603))],
    noTwin,
  ],
])("of demands for input it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});

// A demand is answered at line 3.
it.each<readonly [string, Check, readonly Part[], object]>([
  ["more is ignored", inputExtraIgnored, [demand, retry({}, works), demand, extra(works)], kept(10)],
  [
    "more is refused",
    inputExtraIgnored,
    [demand, retry({}, works), demand, extra(fails(-32602))],
    broken("error -32602 because of a member nobody asked for", 10),
  ],
  [
    "more is refused, and what was asked for failed",
    inputExtraIgnored,
    [demand, retry({}, failing), demand, extra(fails(-32602))],
    noExtra,
  ],
  [
    "more is refused, and more was wanted of the retry",
    inputExtraIgnored,
    [demand, retry({}, wants()), demand, extra(fails(-32602))],
    noExtra,
  ],
  [
    "more is refused, and the retry was of another tool",
    inputExtraIgnored,
    [call({ name: "u" }, wants()), retry({ name: "u" }, works), demand, extra(fails(-32602))],
    noExtra,
  ],
  ["more is refused that nobody asked for", inputExtraIgnored, [retry({}, works), extra(fails(-32602))], noExtra],
  [
    "malformed input is taken",
    inputMalformedRefused,
    [demand, tagged("malformed-input", retry({}, works))],
    broken("content of other types than the form has was taken", 6),
  ],
  ["malformed input fails", inputMalformedRefused, [demand, tagged("malformed-input", retry({}, failing))], kept(6)],
  ["malformed input is refused", inputMalformedRefused, [demand, tagged("malformed-input", retry({}, fails(-32602)))], kept(6)],
  ["malformed input is asked for again", inputMalformedRefused, [demand, tagged("malformed-input", retry({}, wants()))], kept(6)],
  [
    "malformed input comes on another connection",
    inputMalformedRefused,
    [demand, on(2, tagged("malformed-input", retry({}, works)))],
    untested("no input was malformed"),
  ],
  ["input is well-formed", inputMalformedRefused, [demand, retry({}, works)], untested("no input was malformed")],
])("of input that is given it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});
