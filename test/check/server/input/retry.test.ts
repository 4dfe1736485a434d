import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { inputMalformedRefused, inputStateBound } from "../../../../src/check/server/input/given.ts";
import { inputAsksAgain, inputSurvivesDecline, inputTamperedState } from "../../../../src/check/server/input/retry.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import {
  type Answer,
  asked,
  broken,
  conversation,
  fails,
  gives,
  kept,
  on,
  type Part,
  quiet,
  tagged,
  untested,
} from "../conversation.ts";

const able = (capabilities: Json): JsonObject => ({ _meta: { "io.modelcontextprotocol/clientCapabilities": capabilities } });
const call = (params: JsonObject, answer?: Answer): Part => asked("tools/call", { name: "t", ...params }, answer);
const wants = (more: JsonObject = { inputRequests: { q: { method: "elicitation/create" } } }): Answer =>
  gives({ resultType: "input_required", ...more });
const works = gives({ content: [] });
const first = call(able({ elicitation: {} }), wants());
const demand = call({}, wants({ inputRequests: { q: { method: "elicitation/create" } }, requestState: "s" }));
const accept = { q: { action: "accept" } };
const retry = (more: JsonObject, answer?: Answer): Part => call({ inputResponses: accept, requestState: "s", ...more }, answer);
const failing = gives({ isError: true });
const moved = (name: string, answer?: Answer): Part => tagged("moved-state", retry({ name }, answer));
const decline = (action: string, answer?: Answer): Part => retry({ inputResponses: { q: { action } } }, answer);
const noDecline = untested("no elicitation was declined");
const noEmpty = untested("no retry went without its input");
const unchanged = untested("no requestState was changed");
const silent = (at: number): object => ({
  ...broken("the retry with a declined elicitation was not answered", at),
  timing: true,
});

// A demand is answered at line 3.
it.each<readonly [string, Check, readonly Part[], object]>([
  [
    "malformed input is not answered",
    inputMalformedRefused,
    [demand, tagged("malformed-input", retry({}))],
    untested("no input was malformed"),
  ],
  [
    "the state comes with another tool and is taken",
    inputStateBound,
    [demand, moved("u", works)],
    broken('the state was accepted with "u"', 6),
  ],
  ["the state comes with another tool and is refused", inputStateBound, [demand, moved("u", fails(-32602))], kept(6)],
  [
    "the state comes with the same tool",
    inputStateBound,
    [demand, moved("t", works)],
    untested("no requestState was sent with another request"),
  ],
  [
    "the state comes with another tool and nothing comes back",
    inputStateBound,
    [demand, moved("u")],
    untested("no requestState was sent with another request"),
  ],
  [
    "a changed state is taken",
    inputTamperedState,
    [demand, retry({ requestState: "x" }, works)],
    broken("the changed requestState was accepted", 5),
  ],
  ["a changed state is refused", inputTamperedState, [demand, retry({ requestState: "x" }, fails(-32602))], kept(5)],
  ["a changed state fails", inputTamperedState, [demand, retry({ requestState: "x" }, failing)], kept(5)],
  ["a changed state is asked for again", inputTamperedState, [demand, retry({ requestState: "x" }, wants())], kept(5)],
  ["a state is as it was", inputTamperedState, [demand, retry({}, works)], unchanged],
  ["a changed state is no text", inputTamperedState, [demand, retry({ requestState: 7 }, works)], unchanged],
  ["a state was never given", inputTamperedState, [first, retry({}, works)], unchanged],
  ["a changed state is of another tool", inputTamperedState, [demand, retry({ name: "u", requestState: "x" }, works)], unchanged],
  [
    "a changed state is on another connection",
    inputTamperedState,
    [demand, on(2, retry({ requestState: "x" }, works))],
    unchanged,
  ],
  [
    "a state of another tool is sent on purpose",
    inputTamperedState,
    [demand, tagged("moved-state", retry({ requestState: "x" }, works))],
    unchanged,
  ],
  [
    "a changed state comes alone",
    inputTamperedState,
    [demand, call({ requestState: "x" }, works)],
    broken("the changed requestState was accepted", 5),
  ],
  ["a retry without input is asked again", inputAsksAgain, [demand, retry({ inputResponses: {} }, wants())], kept(5)],
  [
    "a retry without input is refused",
    inputAsksAgain,
    [demand, retry({ inputResponses: {} }, fails(-32602))],
    broken("error -32602, expected input_required", 5),
  ],
  ["a retry with input is refused", inputAsksAgain, [demand, retry({}, fails(-32602))], noEmpty],
  [
    "a retry without input and with another state is refused",
    inputAsksAgain,
    [demand, retry({ inputResponses: {}, requestState: "x" }, fails(-32602))],
    noEmpty,
  ],
  [
    "a retry without input is refused as one with input is",
    inputAsksAgain,
    [demand, retry({}, fails(-32602)), retry({ inputResponses: {} }, fails(-32602))],
    noEmpty,
  ],
  [
    "a retry without input is refused as a declined one is",
    inputAsksAgain,
    [demand, decline("cancel", fails(-32602)), retry({ inputResponses: {} }, fails(-32602))],
    broken("error -32602, expected input_required", 7),
  ],
  ["a user declines", inputSurvivesDecline, [demand, decline("decline", works)], kept(5)],
  ["a user declines, and it is refused", inputSurvivesDecline, [demand, decline("decline", fails(-32602))], kept(5)],
  [
    "a user cancels, and something breaks",
    inputSurvivesDecline,
    [demand, decline("cancel", fails(-32603))],
    broken("the declined elicitation led to error -32603", 5),
  ],
  ["a user accepts", inputSurvivesDecline, [demand, decline("accept", fails(-32603))], noDecline],
  [
    "it breaks alike when a user accepts",
    inputSurvivesDecline,
    [demand, decline("accept", fails(-32603)), decline("decline", fails(-32603))],
    noDecline,
  ],
  [
    "the process ends when a user declines",
    inputSurvivesDecline,
    [demand, decline("decline"), { kind: "exit", connection: 1, code: 1, signal: null }],
    { ...broken("the process ended after a declined elicitation", 5), timing: true },
  ],
  [
    "a tool that answers otherwise is silent",
    inputSurvivesDecline,
    [demand, retry({}, works), demand, decline("decline"), quiet(8), asked("ping", {}, gives({}))],
    silent(9),
  ],
  [
    "a tool that answers otherwise is not waited for",
    inputSurvivesDecline,
    [demand, retry({}, works), demand, decline("decline"), asked("ping", {}, gives({}))],
    noDecline,
  ],
  [
    "everything is silent after it",
    inputSurvivesDecline,
    [demand, retry({}, works), demand, decline("decline"), quiet(8), asked("ping", {})],
    noDecline,
  ],
  [
    "a tool that never answers is silent",
    inputSurvivesDecline,
    [demand, decline("decline"), quiet(4), asked("ping", {}, gives({}))],
    noDecline,
  ],
  [
    "another tool answers otherwise",
    inputSurvivesDecline,
    [
      call({ name: "u" }, wants()),
      retry({ name: "u" }, works),
      demand,
      decline("decline"),
      quiet(8),
      asked("ping", {}, gives({})),
    ],
    noDecline,
  ],
])("of input that is given it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});
