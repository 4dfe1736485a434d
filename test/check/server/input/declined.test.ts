import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import { inputAsksAgain, inputSurvivesDecline, inputTamperedState } from "../../../../src/check/server/input/retry.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { type Answer, asked, broken, conversation, fails, gives, kept, on, type Part, quiet, untested } from "../conversation.ts";
import { eof, exit } from "../told-outcomes.ts";

const call = (params: JsonObject, answer?: Answer): Part => asked("tools/call", { name: "t", ...params }, answer);
const form = { method: "elicitation/create" };
const wants = (more: JsonObject = {}): Answer => gives({ resultType: "input_required", inputRequests: { q: form }, ...more });
const works = gives({ content: [] });
const demand = call({}, wants({ requestState: "s" }));
const stateless = call({}, wants());
const two = call({}, wants({ inputRequests: { q: form, r: form } }));
const given = (inputResponses: Json, answer?: Answer, more: JsonObject = {}): Part => call({ inputResponses, ...more }, answer);
const accept = { action: "accept" };
const decline = { action: "decline" };
const cancel = { action: "cancel" };
const ping = asked("ping", {}, gives({}));
const unchanged = untested("no requestState was changed");
const noEmpty = untested("no retry went without its input");
const noDecline = untested("no elicitation was declined");
const accepted = (line: number): object => broken("the changed requestState was accepted", line);
const refused = (line: number): object => broken("error -32602, expected input_required", line);
const silent = (line: number): object => ({
  ...broken("the retry with a declined elicitation was not answered", line),
  timing: true,
});

// A demand is answered at line 3.
it.each<readonly [string, Check, readonly Part[], object]>([
  ["a changed state comes before the demand", inputTamperedState, [call({ requestState: "x" }, works), demand], unchanged],
  ["a changed state is not answered", inputTamperedState, [demand, call({ requestState: "x" })], unchanged],
  [
    "a demand has a number for a state",
    inputTamperedState,
    [call({}, wants({ requestState: 7 })), call({ requestState: "7" }, works)],
    unchanged,
  ],
  [
    "a state is that of the first of two demands",
    inputTamperedState,
    [demand, call({}, wants({ requestState: "t" })), call({ requestState: "s" }, works)],
    accepted(7),
  ],
  [
    "the second of two changed states is taken",
    inputTamperedState,
    [demand, call({ requestState: "x" }, fails(-32602)), call({ requestState: "y" }, works)],
    accepted(7),
  ],
  ["a request is no retry", inputTamperedState, [demand, call({}, works)], unchanged],
  ["one of two answers is missing", inputAsksAgain, [two, given({ q: accept }, fails(-32602))], refused(5)],
  ["the first of two answers is missing", inputAsksAgain, [two, given({ r: accept }, fails(-32602))], refused(5)],
  ["neither of two answers is missing", inputAsksAgain, [two, given({ q: accept, r: accept }, fails(-32602))], noEmpty],
  ["there never was a state", inputAsksAgain, [stateless, given({}, fails(-32602))], refused(5)],
  ["a state comes that never was", inputAsksAgain, [stateless, given({}, fails(-32602), { requestState: "s" })], noEmpty],
  ["the state comes alone", inputAsksAgain, [demand, call({ requestState: "s" }, fails(-32602))], refused(5)],
  [
    "nothing was asked for but to come back",
    inputAsksAgain,
    [call({}, gives({ resultType: "input_required", requestState: "s" })), call({ requestState: "s" }, fails(-32602))],
    noEmpty,
  ],
  [
    "an empty retry is refused as one of two that was declined is",
    inputAsksAgain,
    [two, given({ q: accept, r: decline }, fails(-32602)), given({}, fails(-32602))],
    refused(7),
  ],
  [
    "an empty retry is refused as another empty one is",
    inputAsksAgain,
    [stateless, given({}, fails(-32602)), given({}, fails(-32602))],
    broken("error -32602, expected input_required", 5, 7),
  ],
  ["an empty retry gives a failure", inputAsksAgain, [stateless, given({}, gives({ isError: true }))], kept(5)],
  [
    "the second of two is declined",
    inputSurvivesDecline,
    [two, given({ q: accept, r: decline }, fails(-32603))],
    broken("the declined elicitation led to error -32603", 5),
  ],
  ["an answer has no action", inputSurvivesDecline, [stateless, given({ q: { roots: [] } }, fails(-32603))], noDecline],
  ["a declined answer is of no demand", inputSurvivesDecline, [given({ q: decline }, fails(-32603))], noDecline],
  [
    "it breaks alike when another is declined",
    inputSurvivesDecline,
    [stateless, given({ q: cancel }, fails(-32603)), given({ q: decline }, fails(-32603))],
    broken("the declined elicitation led to error -32603", 5, 7),
  ],
  ["it is answered, and the process ends", inputSurvivesDecline, [stateless, given({ q: decline }, works), exit(0)], kept(5)],
  ["the process ends as it was asked to", inputSurvivesDecline, [stateless, given({ q: decline }), eof(), exit(0)], noDecline],
  ["another process ends", inputSurvivesDecline, [stateless, given({ q: decline }), exit(1, 2)], noDecline],
  [
    "the tool answered before on another connection",
    inputSurvivesDecline,
    [on(2, stateless), on(2, given({ q: accept }, works)), stateless, given({ q: decline }), quiet(8), ping],
    silent(9),
  ],
  [
    "other answers come on another connection",
    inputSurvivesDecline,
    [stateless, given({ q: accept }, works), stateless, given({ q: decline }), quiet(8), on(2, ping)],
    noDecline,
  ],
  [
    "other answers came before",
    inputSurvivesDecline,
    [stateless, given({ q: accept }, works), ping, stateless, given({ q: decline }), quiet(10)],
    noDecline,
  ],
  [
    "the tool answered no one who accepted",
    inputSurvivesDecline,
    [stateless, given({ q: accept }), stateless, given({ q: decline }), quiet(7), ping],
    noDecline,
  ],
  [
    "the tool answered one who declined in part",
    inputSurvivesDecline,
    [two, given({ q: accept, r: cancel }, works), two, given({ q: decline, r: accept }), quiet(8), ping],
    kept(5),
  ],
])("of retries it is told where %s", (_title, check, parts, wanted) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(wanted);
});

it("a declined elicitation that ends the process explains that it ended", () => {
  expect(inputSurvivesDecline.explains).toEqual([{ checks: ["process.stays-alive"], within: "connection" }]);
});
