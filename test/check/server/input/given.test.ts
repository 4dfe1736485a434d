import { expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import {
  inputExtraIgnored,
  inputLeftOpen,
  inputMalformedRefused,
  inputStateBound,
  inputStateOwner,
} from "../../../../src/check/server/input/given.ts";
import type { JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, received, sent, step } from "../../../support/traces/small-trace.ts";
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
  quiet,
  tagged,
  untested,
} from "../conversation.ts";
import { eof, exit } from "../told-outcomes.ts";

const wanted = { resultType: "input_required", inputRequests: { q: { method: "elicitation/create" } }, requestState: "s" };
const wants = gives(wanted);
const works = gives({ content: [] });
const failing = gives({ isError: true });
const demand = (name = "t"): Part => asked("tools/call", { name }, wants);
const retry = (answer?: Answer, more: JsonObject = {}): Part =>
  asked("tools/call", { name: "t", inputResponses: { q: { action: "accept" } }, requestState: "s", ...more }, answer);
const anothers = (answer?: Answer): Part => tagged("state-of-another", retry(answer));
const open = (answer?: Answer): Part => tagged("left-open", asked("tools/call", { name: "t" }, answer));
const moved = (answer?: Answer): Part => tagged("moved-state", retry(answer, { name: "u" }));
const malformed = (answer?: Answer): Part => tagged("malformed-input", retry(answer));
const ping: Part = asked("ping", {}, gives({}));
const noOwner = idle("no requestState was sent by another user");
const noneOpen = untested("no demand for input was left open");
const notMoved = untested("no requestState was sent with another request");
const timed = (message: string, line: number): object => ({ ...broken(message, line), timing: true });
const taken = (line: number): object => broken("the state of another user was accepted", line);

// A tagged call is asked two lines after what came before, and answered in the third.
it.each<readonly [string, Check, readonly Part[], object]>([
  ["a state of another user is taken", inputStateOwner, [anothers(works)], taken(4)],
  [
    "a state of another user is taken on a step that deviates",
    inputStateOwner,
    [step("request", { tag: "state-of-another", deviant: true }), retry(works)],
    taken(4),
  ],
  ["a state of another user is refused and then taken", inputStateOwner, [anothers(fails(-32602)), anothers(works)], taken(8)],
  ["a state of another user is refused", inputStateOwner, [anothers(fails(-32602))], kept(4)],
  ["a state of another user fails", inputStateOwner, [anothers(failing)], kept(4)],
  ["a state of another user is asked for again", inputStateOwner, [anothers(wants)], kept(4)],
  ["a state of another user is not answered", inputStateOwner, [anothers()], noOwner],
  [
    "another user sends no state",
    inputStateOwner,
    [tagged("state-of-another", asked("tools/call", { name: "t", inputResponses: {} }, works))],
    noOwner,
  ],
  ["a state is of the same user", inputStateOwner, [tagged("moved-state", retry(works)), retry(works)], noOwner],
  ["what comes next is answered", inputLeftOpen, [open(wants), ping], kept(7)],
  ["what comes next is answered, and then it ends", inputLeftOpen, [open(wants), ping, exit(1)], kept(7)],
  [
    "what comes next is not answered",
    inputLeftOpen,
    [open(wants), asked("ping"), quiet(6)],
    timed("the request after it was not answered", 7),
  ],
  [
    "what comes next is not answered, and it ends",
    inputLeftOpen,
    [open(wants), asked("ping"), exit(1)],
    timed("the request after it was not answered", 7),
  ],
  ["nothing comes next, and it ends", inputLeftOpen, [open(wants), exit(1)], timed("the process ended after it", 6)],
  ["nothing comes next, and it ends as it was asked to", inputLeftOpen, [open(wants), eof(), exit(0)], noneOpen],
  ["nothing comes next, and another process ends", inputLeftOpen, [open(wants), exit(1, 2)], noneOpen],
  ["nothing comes next", inputLeftOpen, [open(wants)], noneOpen],
  ["what comes next is not waited for", inputLeftOpen, [open(wants), asked("ping")], noneOpen],
  ["something came before", inputLeftOpen, [ping, open(wants)], noneOpen],
  ["the next is on another connection", inputLeftOpen, [open(wants), on(2, ping)], noneOpen],
  [
    "something was asked before it asked back",
    inputLeftOpen,
    [
      step("request", { tag: "left-open" }),
      sent(ask(70, "tools/call", { name: "t" })),
      step("request"),
      sent(ask(71, "ping")),
      received(done(70, wanted)),
      received(done(71)),
    ],
    noneOpen,
  ],
  ["a call is done", inputLeftOpen, [open(works), ping], noneOpen],
  ["a call is refused", inputLeftOpen, [open(fails(-32603)), ping], noneOpen],
  ["a call is not answered", inputLeftOpen, [open(), ping], noneOpen],
  ["a demand is no open one", inputLeftOpen, [demand(), ping, tagged("other", demand()), ping], noneOpen],
  [
    "the second of two is not answered",
    inputLeftOpen,
    [open(wants), ping, open(wants), exit(1)],
    timed("the process ended after it", 12),
  ],
  [
    "more comes twice and is refused once",
    inputExtraIgnored,
    [demand(), retry(works), tagged("unexpected-input", retry(works)), tagged("unexpected-input", retry(fails(-32602)))],
    broken("error -32602 because of a member nobody asked for", 12),
  ],
  [
    "more comes, and nothing else was tried",
    inputExtraIgnored,
    [demand(), tagged("unexpected-input", retry(works))],
    untested("no retry brought more than was asked for"),
  ],
  [
    "more comes, and is no retry",
    inputExtraIgnored,
    [demand(), retry(works), tagged("unexpected-input", asked("tools/call", { name: "t" }, fails(-32602)))],
    untested("no retry brought more than was asked for"),
  ],
  [
    "malformed input comes before the demand",
    inputMalformedRefused,
    [malformed(works), demand()],
    untested("no input was malformed"),
  ],
  [
    "malformed input is of another tool than the demand",
    inputMalformedRefused,
    [demand("u"), malformed(works)],
    untested("no input was malformed"),
  ],
  [
    "malformed input is refused, and then taken",
    inputMalformedRefused,
    [demand(), malformed(fails(-32602)), malformed(works)],
    broken("content of other types than the form has was taken", 10),
  ],
  ["the state is of the latest demand, of the same tool", inputStateBound, [demand("t"), demand("u"), moved(works)], notMoved],
  [
    "the state is of the latest demand, of another tool",
    inputStateBound,
    [demand("u"), demand("t"), moved(works)],
    broken('the state was accepted with "u"', 8),
  ],
  ["there was no state to move", inputStateBound, [moved(works)], notMoved],
  ["the state fails with another tool", inputStateBound, [demand(), moved(failing)], kept(6)],
  ["the state is asked for again with another tool", inputStateBound, [demand(), moved(wants)], kept(6)],
  ["the state comes with another tool for another purpose", inputStateBound, [demand(), retry(works, { name: "u" })], notMoved],
  [
    "another tool is called without input",
    inputStateBound,
    [demand(), tagged("moved-state", asked("tools/call", { name: "u" }, works))],
    notMoved,
  ],
])("of what is given it is told where %s", (_title, check, parts, outcome) => {
  expect(check.verify(conversation(parts, { revision: "2026-07-28" }))).toEqual(outcome);
});

it("only over HTTP are there users whose states can be told apart", () => {
  expect(inputStateOwner.transports).toEqual(["http"]);
});
