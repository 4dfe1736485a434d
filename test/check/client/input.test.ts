import { expect, it } from "vitest";
import {
  inputNewId,
  inputOnlyRetry,
  inputResponsesGiven,
  inputSameParams,
  inputStateEchoed,
} from "../../../src/check/client/input.ts";
import type { Json, JsonObject } from "../../../src/jsonrpc/json.ts";
import { ask, done, type Line, received, sent } from "../../support/traces/small-trace.ts";
import { broken, seen, kept, type Row, talk, unseen } from "./told-trace.ts";

const call = (id: Json, params: JsonObject = {}): Line => received(ask(id, "tools/call", { name: "t", ...params }));
const demand = (more: JsonObject = {}): Line => sent(done(1, { resultType: "input_required", ...more }));
const brings = (more: JsonObject = {}): JsonObject => ({ inputResponses: {}, ...more });
const noRetry = "the client retried no request that was answered by a demand for input";
const two = { inputRequests: { a: {}, b: {} } };
const ofRetries: readonly Row[] = [
  [
    "the state goes back",
    inputStateEchoed,
    talk(call(1), demand({ requestState: "s" }), call(2, brings({ requestState: "s" }))),
    kept(4),
  ],
  ["there is no state", inputStateEchoed, talk(call(1), demand(), call(2, brings())), kept(4)],
  [
    "a state is made up",
    inputStateEchoed,
    talk(call(1), demand(), call(2, brings({ requestState: "s" }))),
    broken('it has the state "s", where none was given', 4),
  ],
  [
    "the state is left out",
    inputStateEchoed,
    talk(call(1), demand({ requestState: "s" }), call(2, brings())),
    broken("it is without the state that was given", 4),
  ],
  [
    "the state is changed",
    inputStateEchoed,
    talk(call(1), demand({ requestState: "s" }), call(2, brings({ requestState: "S" }))),
    broken('its state is "S", not what was given', 4),
  ],
  ["a call gets a plain result", inputStateEchoed, talk(call(1), sent(done(1, {})), call(2, brings())), unseen(noRetry)],
  ["the retry has an id of its own", inputNewId, talk(call(1), demand(), call(2, brings())), kept(4)],
  [
    "the retry has the id of the call",
    inputNewId,
    talk(call(1), demand(), call(1, brings())),
    broken("it has the id 1 again", 4),
  ],
  ["the retry has that id as a text", inputNewId, talk(call(1), demand(), call("1", brings())), kept(4)],
  [
    "everything is answered",
    inputResponsesGiven,
    talk(call(1), demand(two), call(2, { inputResponses: { a: {}, b: {} } })),
    kept(4),
  ],
  [
    "nothing is answered",
    inputResponsesGiven,
    talk(call(1), demand(two), call(2, brings())),
    broken("there is no answer for a, b", 4),
  ],
  [
    "one of two is answered by a word",
    inputResponsesGiven,
    talk(call(1), demand(two), call(2, { inputResponses: { a: {}, b: "yes" } })),
    broken("there is no answer for b", 4),
  ],
  ["nothing is asked", inputResponsesGiven, talk(call(1), demand(), call(2, brings())), kept(4)],
  [
    "the retry adds what a retry adds",
    inputSameParams,
    talk(call(1, { _meta: { a: 1 } }), demand(), call(2, { ...brings({ requestState: "s" }), _meta: { a: 2 } })),
    kept(4),
  ],
  [
    "the retry has other arguments",
    inputSameParams,
    talk(call(1, { arguments: { n: 1 } }), demand(), call(2, brings({ arguments: { n: 2 } }))),
    broken("its params differ from those of the request", 4),
  ],
  [
    "the retry has a further member",
    inputSameParams,
    talk(call(1), demand(), call(2, brings({ more: true }))),
    broken("its params differ from those of the request", 4),
  ],
  [
    "the retry has fewer members",
    inputSameParams,
    talk(call(1, { more: true }), demand(), call(2, brings())),
    broken("its params differ from those of the request", 4),
  ],
  ["answers go into the retry alone", inputOnlyRetry, talk(call(1), demand(), call(2, brings()), call(3)), kept(2, 4, 5)],
  [
    "answers go into the next call as well",
    inputOnlyRetry,
    talk(call(1), demand(), call(2, brings()), call(3, brings())),
    broken("tools/call has inputResponses, though it retries nothing", 5),
  ],
  [
    "answers and state go into something else",
    inputOnlyRetry,
    talk(call(1), demand(), call(2, brings()), received(ask(3, "ping", brings({ requestState: "s" })))),
    broken("ping has inputResponses and requestState, though it retries nothing", 5),
  ],
  [
    "a task is brought what it asked for",
    inputOnlyRetry,
    talk(call(1), demand(), call(2, brings()), received(ask(3, "tasks/update", brings()))),
    kept(2, 4),
  ],
  ["nothing was ever demanded", inputOnlyRetry, talk(call(1, brings())), unseen(noRetry)],
];

it.each(ofRetries)("of a retry: %s", (_title, check, lines, outcome) => {
  expect(seen(check, lines)).toEqual(outcome);
});
