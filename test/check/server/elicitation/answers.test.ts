import { expect, it } from "vitest";
import { elicitationContentValidated, elicitationDeclineSurvived } from "../../../../src/check/server/elicitation/answers.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import {
  ask,
  done,
  failed,
  type Line,
  opened,
  posted,
  received,
  sent,
  status,
  step,
  streamed,
} from "../../../support/traces/small-trace.ts";
import { eof, exit, fine, late, open, type Row, said, silence, signal, wrong } from "../told-outcomes.ts";

const odd = step("request", { tag: "malformed-answer" });
const declined = step("request", { tag: "declined-answer" });
const fields: Json = { type: "object", properties: { a: { type: "string" } } };
const elicits = (more: JsonObject = { requestedSchema: fields }, method = "elicitation/create", connection = 1): Line =>
  received(ask("e", method, { message: "Who?", ...more }), { connection });
const call = (id: number, name = "t", connection = 1): Line => sent(ask(id, "tools/call", { name }), { connection });
const text = (words: string, more: JsonObject = {}): JsonObject => ({ content: [{ type: "text", text: words }], ...more });
const says = (id: number, result: Json = text("thanks")): Line => received(done(id, result));
/** Five events: the tool asks while it is called, and is answered as the step says. */
const during = (tagged: Line, id: number, end: Line, name = "t"): readonly Line[] => [
  tagged,
  call(id, name),
  elicits(),
  sent(done("e")),
  end,
];

const unasked = open("no elicitation was answered with what does not fit");
const alike = open("the tool that asks says the same to a declined question, or nothing");
const taken = "content of other types than the form has was taken";
const check = elicitationContentValidated;

const taking: readonly Row[] = [
  ["nothing is asked for", check, [opened(), odd, call(1), says(1)], unasked],
  ["the tool goes on", check, [opened(), ...during(odd, 1, says(1))], wrong(taken, 6)],
  ["the tool fails", check, [opened(), ...during(odd, 1, says(1, text("no", { isError: true })))], fine(6)],
  ["the tool seems to fail", check, [opened(), ...during(odd, 1, says(1, text("no", { isError: "yes" })))], wrong(taken, 6)],
  ["the call is refused", check, [opened(), ...during(odd, 1, received(failed(1)))], fine(6)],
  ["the call is not answered", check, [opened(), ...during(odd, 1, silence(1))], alike],
  [
    "two tools ask, and the second goes on",
    check,
    [opened(), ...during(odd, 1, received(failed(1))), ...during(odd, 2, says(2))],
    wrong(taken, 11),
  ],
  [
    "the tool says the same to a declined one",
    check,
    [opened(), ...during(declined, 1, says(1)), ...during(odd, 2, says(2))],
    alike,
  ],
  [
    "another tool says the same to a declined one",
    check,
    [opened(), ...during(declined, 1, says(1), "u"), ...during(odd, 2, says(2))],
    wrong(taken, 11),
  ],
  [
    "the tool says something else to a declined one",
    check,
    [opened(), ...during(declined, 1, says(1, text("pity"))), ...during(odd, 2, says(2))],
    wrong(taken, 11),
  ],
  [
    "the tool gives something else to a declined one",
    check,
    [
      opened(),
      ...during(declined, 1, says(1, text("a", { structuredContent: { n: 1 } }))),
      ...during(odd, 2, says(2, text("a", { structuredContent: { n: 2 } }))),
    ],
    wrong(taken, 11),
  ],
  [
    "the tool says the same to a declined one beside other metadata",
    check,
    [opened(), ...during(declined, 1, says(1, text("a", { _meta: { at: 1 } }))), ...during(odd, 2, says(2, text("a")))],
    alike,
  ],
  [
    "the tool fails for a declined one in the same words",
    check,
    [opened(), ...during(declined, 1, says(1, text("thanks", { isError: true }))), ...during(odd, 2, says(2))],
    wrong(taken, 11),
  ],
  [
    "the tool fails in the words in which it fails for a declined one",
    check,
    [opened(), ...during(declined, 1, received(failed(1))), ...during(odd, 2, received(failed(2)))],
    fine(11),
  ],
  [
    "the tool says the same to a question that is answered well",
    check,
    [opened(), ...during(step("request", { tag: "well" }), 1, says(1)), ...during(odd, 2, says(2))],
    wrong(taken, 11),
  ],
  [
    "a form without members is asked for",
    check,
    [opened(), odd, call(1), elicits({ requestedSchema: { properties: {} } }), says(1)],
    unasked,
  ],
  ["a URL is to be visited", check, [opened(), odd, call(1), elicits({ mode: "url" }), says(1)], unasked],
  [
    "a model is asked",
    check,
    [opened(), odd, call(1), elicits({ requestedSchema: fields }, "sampling/createMessage"), says(1)],
    unasked,
  ],
  ["the form is asked for before the call", check, [opened(), odd, elicits(), call(1), says(1)], unasked],
  ["the form is asked for after the answer", check, [opened(), odd, call(1), says(1), elicits()], unasked],
  [
    "the form is asked for elsewhere",
    check,
    [opened(), opened({ connection: 2 }), odd, call(1), elicits({ requestedSchema: fields }, "elicitation/create", 2), says(1)],
    unasked,
  ],
  ["two calls are open at once", check, [opened(), odd, call(1), call(2), elicits(), says(1), received(failed(2))], unasked],
  ["another call is over", check, [opened(), odd, call(1), received(failed(1)), call(2), elicits(), says(2)], wrong(taken, 7)],
  ["a call asks twice", check, [opened(), odd, call(1), elicits(), elicits(), says(1)], wrong(taken, 6)],
];

it.each(taking)("an answer that does not fit is taken or not where %s", (_title, one, lines, outcome) => {
  expect(said(one, lines)).toEqual(outcome);
});

const stream = { "content-type": "text/event-stream" };
const http = (...lines: readonly Line[]): readonly Line[] => [
  opened({ transport: "http" }),
  odd,
  posted(1, ask(1, "tools/call", { name: "t" })),
  status(1, 200, stream),
  ...lines,
];
const second: readonly Line[] = [posted(2, ask(2, "tools/call", { name: "u" })), status(2, 200, stream)];
const asks = (exchange: number): Line => streamed(exchange, ask("e", "elicitation/create", { requestedSchema: fields }));
const gives = (id: number): Line => streamed(id, done(id, text("thanks")));
const listening: readonly Line[] = [posted(9, null, {}, { method: "GET" }), status(9, 200, stream)];

it.each<Row>([
  ["on the stream of the first", check, http(...second, asks(1), gives(2), gives(1)), wrong(taken, 9)],
  ["on the stream of the second", check, http(...second, asks(2), gives(2), gives(1)), wrong(taken, 8)],
  ["on both streams", check, http(...second, asks(1), asks(2), gives(2), gives(1)), wrong(taken, 10, 9)],
  ["on a stream of its own while one is open", check, http(...listening, asks(9), gives(1)), wrong(taken, 8)],
  ["on a stream of its own while two are open", check, http(...listening, ...second, asks(9), gives(1), gives(2)), unasked],
])("of two calls over HTTP the one counts that asks %s", (_title, one, lines, outcome) => {
  expect(said(one, lines, "http")).toEqual(outcome);
});

const survived = elicitationDeclineSurvived;
const undeclined = open("no elicitation was declined");
const asking: readonly Line[] = [opened(), declined, call(1), elicits(), sent(done("e"))];
const unanswered = "no answer within 5000 ms to a call whose elicitation was declined";
const ended = "the process ended after a declined elicitation";

it.each<Row>([
  ["was not asked", survived, [opened(), declined, call(1), says(1)], undeclined],
  ["was asked and answered otherwise", survived, [opened(), ...during(odd, 1, silence(1))], undeclined],
  ["is followed by a result", survived, [...asking, says(1)], fine(6)],
  ["is followed by an error", survived, [...asking, received(failed(1))], fine(6)],
  ["is followed by a result and the end", survived, [...asking, says(1), exit(1)], fine(6)],
  ["is followed by silence", survived, [...asking, silence(1)], late(unanswered, 6)],
  ["is followed by the end", survived, [...asking, exit(1)], late(ended, 6)],
  ["is followed by silence and the end", survived, [...asking, silence(1), exit(1)], late(ended, 7)],
  ["is followed by the end of another process", survived, [...asking, opened({ connection: 2 }), exit(1, 2)], undeclined],
  ["is followed by the end that was asked for", survived, [...asking, eof(), exit(0)], undeclined],
  [
    "is followed by silence and the end that was asked for",
    survived,
    [...asking, silence(1), signal("SIGTERM"), exit(0)],
    late(unanswered, 6),
  ],
  ["is followed by nothing", survived, asking, undeclined],
  [
    "is followed by a result, and another by silence",
    survived,
    [...asking, says(1), ...during(declined, 2, silence(2))],
    late(unanswered, 11),
  ],
])("a declined question that %s is survived or not", (_title, one, lines, outcome) => {
  expect(said(one, lines)).toEqual(outcome);
});
