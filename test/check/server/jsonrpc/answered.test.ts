import { expect, it } from "vitest";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import { anyIdAnswered, everyRequestAnswered } from "../../../../src/check/server/jsonrpc/ids.ts";
import { mistypedParamsAnswered } from "../../../../src/check/server/jsonrpc/mistyped-params.ts";
import {
  ask,
  body,
  done,
  failed,
  type Line,
  note,
  opened,
  posted,
  received,
  sent,
  status,
  step,
} from "../../../support/traces/small-trace.ts";
import { fine, late, open, type Row, said, silence } from "../told-outcomes.ts";

const onTwo = { connection: 2 };

const two = opened({ connection: 2, session: "two" });

const ping = (id: Json = 1, more = {}): Line => sent(ask(id, "ping"), more);

const special = [step("request", { tag: "special-id" }), sent(ask(0, "ping"))];

const passed = late("no answer to a request with id 0, while later requests were answered", 3);

const fence = [step("fence"), ping(5), received(done(5))];

const mistyped = [step("request", { tag: "mistyped-params", deviant: true }), sent(ask(1, "tools/list", { cursor: 1 }))];

const silentOn = "no answer to tools/list with params of wrong types, while later requests were answered";

const noSpecial = open("no request with a special id was sent");

const noMistyped = open("nothing of the kind was sent, or the server answered nothing after it");

const postedMistyped = [opened(), mistyped[0] ?? two, posted(1, ask(1, "tools/list"))];

const later = [step("request"), posted(2, ask(2, "ping")), status(2, 200), body(2, done(2))];

const none = open("no request was answered");

const waited = (method = "ping"): string => `no response to ${method} within 5000 ms, while later requests were answered`;

const lists = sent(ask(1, "resources/templates/list"));

it.each<Row>([
  ["an id that is zero is answered", anyIdAnswered, [opened(), ...special, received(done(0))], fine(4)],
  ["an id that is zero is passed over", anyIdAnswered, [opened(), ...special, ...fence], passed],
  [
    "an id that is zero is answered as text without any type",
    anyIdAnswered,
    [opened(), ...special, received(done("0")), ...fence],
    fine(4),
  ],
  [
    "an id that is zero was answered before it was asked",
    anyIdAnswered,
    [opened(), received(done("0")), ...special, ...fence],
    late("no answer to a request with id 0, while later requests were answered", 4),
  ],
  ["an id that is zero is the last thing that is asked", anyIdAnswered, [opened(), ...fence, ...special], noSpecial],
  [
    "an id that is zero is followed by an answer elsewhere",
    anyIdAnswered,
    [opened(), two, ...special, ping(5, onTwo), received(done(5), onTwo)],
    noSpecial,
  ],
  ["an id that is zero is followed by silence", anyIdAnswered, [opened(), ...special, ping(5)], noSpecial],
  ["params are of the wrong types, and refused", mistypedParamsAnswered, [opened(), ...mistyped, received(failed(1))], fine(4)],
  [
    "params are of the wrong types, and passed over",
    mistypedParamsAnswered,
    [opened(), ...mistyped, ...fence],
    late(silentOn, 3),
  ],
  ["params are of the wrong types, and nothing follows", mistypedParamsAnswered, [opened(), ...fence, ...mistyped], noMistyped],
  [
    "params are of the wrong types, and something follows elsewhere",
    mistypedParamsAnswered,
    [opened(), two, ...mistyped, ping(5, onTwo), received(done(5), onTwo)],
    noMistyped,
  ],
  ["params are of the wrong types, and silence follows", mistypedParamsAnswered, [opened(), ...mistyped, ping(5)], noMistyped],
  [
    "params are of the wrong types, and turned away",
    mistypedParamsAnswered,
    [...postedMistyped, status(1, 400), ...later],
    fine(4),
  ],
  [
    "params are of the wrong types, and taken",
    mistypedParamsAnswered,
    [...postedMistyped, status(1, 202), ...later],
    late(silentOn, 3),
  ],
  [
    "params are of the wrong types, and something else is turned away",
    mistypedParamsAnswered,
    [
      opened(),
      posted(2, ask(2, "ping")),
      status(2, 400),
      ...postedMistyped.slice(1),
      step("request"),
      posted(3, ask(3, "ping")),
      status(3, 200),
      body(3, done(3)),
    ],
    late(silentOn, 5),
  ],
  ["a ping is answered", everyRequestAnswered, [opened(), ping(), received(failed(1))], fine(3)],
  [
    "a ping is passed over",
    everyRequestAnswered,
    [opened(), ping(7), received(done(7)), ping(), silence(1), ping(5), received(done(5))],
    late(waited(), 4),
  ],
  [
    "a list of templates is passed over",
    everyRequestAnswered,
    [opened(), lists, silence(1), ping(5), received(done(5))],
    late(waited("resources/templates/list"), 2),
  ],
  [
    "a call of a tool is passed over",
    everyRequestAnswered,
    [opened(), sent(ask(1, "tools/call")), silence(1), ping(5), received(done(5))],
    fine(5),
  ],
  [
    "a ping without an id is passed over",
    everyRequestAnswered,
    [opened(), ping(null), silence("null"), ping(5), received(done(5))],
    fine(5),
  ],
  [
    "a ping in a special step is passed over",
    everyRequestAnswered,
    [opened(), step("request", { tag: "special-id" }), ping(), silence(1), ...fence],
    fine(7),
  ],
  ["a ping was not waited for", everyRequestAnswered, [opened(), ping(), ping(5), received(done(5))], fine(4)],
  ["a ping is the last that is asked", everyRequestAnswered, [opened(), ping(5), ping(), silence(1), received(done(5))], fine(5)],
  ["a ping is followed by silence", everyRequestAnswered, [opened(), received(note("a")), ping(), silence(1), ping(5)], none],
  [
    "a ping is followed by an answer elsewhere",
    everyRequestAnswered,
    [opened(), two, received(note("a")), ping(), silence(1), ping(5, onTwo), received(done(5), onTwo)],
    fine(7),
  ],
  [
    "a ping is followed by the answer to a call",
    everyRequestAnswered,
    [opened(), ping(), silence(1), sent(ask(5, "tools/call")), received(done(5))],
    none,
  ],
])("judges requests where %s", (_, check, lines, outcome) => {
  expect(said(check, lines, lines.some(({ kind }) => kind === "http-request") ? "http" : "stdio")).toEqual(outcome);
});
