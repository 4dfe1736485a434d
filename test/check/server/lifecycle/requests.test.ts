import { expect, it } from "vitest";
import { clientCapabilitiesRespected, noEarlyRequests, ping } from "../../../../src/check/server/lifecycle/conduct.ts";
import { ask, done, failed, type Line, note, opened, received, sent, step } from "../../../support/traces/small-trace.ts";
import { fine, late, open, type Row, said, silence, wrong } from "../told-outcomes.ts";

const onTwo = { connection: 2 };

const two = opened({ connection: 2, session: "two" });

const ready = sent(note("notifications/initialized"));

const wants = (method: string, more = {}): Line => received(ask(7, method), more);

const early = "a request roots/list before notifications/initialized";

const everything = { sampling: {}, roots: {}, elicitation: {} };

const unasked = "a request roots/list, though the client did not declare roots";

const works = [step("request"), sent(ask(1, "tools/list")), received(done(1))];

const noLack = open("no connection without client capabilities was used");

it.each<Row>([
  ["once it is initialized", noEarlyRequests, [opened(), ready, wants("roots/list")], fine(2)],
  ["before it is initialized", noEarlyRequests, [opened(), wants("roots/list"), ready], wrong(early, 2)],
  ["as a ping before it is initialized", noEarlyRequests, [opened(), wants("ping"), ready], fine(3)],
  ["before another connection is initialized", noEarlyRequests, [opened(), two, wants("roots/list", onTwo), ready], fine(4)],
  [
    "when only another connection is initialized",
    noEarlyRequests,
    [opened(), two, sent(note("notifications/initialized"), onTwo), wants("roots/list")],
    fine(3),
  ],
  [
    "and is never initialized",
    noEarlyRequests,
    [opened(), wants("roots/list"), sent(note("notifications/cancelled"))],
    open("no connection was initialized"),
  ],
  ["that was not declared", clientCapabilitiesRespected, [opened(), ...works, wants("roots/list")], wrong(unasked, 5)],
  [
    "that was declared, while another was not",
    clientCapabilitiesRespected,
    [opened({ capabilities: { roots: {} } }), ...works, wants("roots/list")],
    fine(4),
  ],
  [
    "that needs sampling",
    clientCapabilitiesRespected,
    [opened(), wants("sampling/createMessage")],
    wrong("a request sampling/createMessage, though the client did not declare sampling", 2),
  ],
  [
    "that needs elicitation",
    clientCapabilitiesRespected,
    [opened(), wants("elicitation/create")],
    wrong("a request elicitation/create, though the client did not declare elicitation", 2),
  ],
  ["that needs nothing", clientCapabilitiesRespected, [opened(), ...works, wants("ping")], fine(4)],
  [
    "where all was declared",
    clientCapabilitiesRespected,
    [opened({ capabilities: everything }), ...works, wants("roots/list")],
    noLack,
  ],
  [
    "where another connection declared less",
    clientCapabilitiesRespected,
    [opened({ capabilities: everything }), two, ...works, wants("roots/list")],
    noLack,
  ],
  [
    "never, and answered twice",
    clientCapabilitiesRespected,
    [opened(), ...works, sent(ask(2, "tools/list")), received(done(2))],
    fine(6),
  ],
  ["never, and answered before anything was tried", clientCapabilitiesRespected, [opened(), ...works.slice(1)], noLack],
  [
    "never, and refused what it was asked",
    clientCapabilitiesRespected,
    [opened(), ...works.slice(0, 2), received(failed(1))],
    noLack,
  ],
])("judges a server that asks its client for something %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const pinged = (tag?: string): Line[] => [step("request", tag === undefined ? {} : { tag }), sent(ask(1, "ping"))];

const other = [step("request"), sent(ask(2, "tools/list")), received(done(2))];

const otherOnTwo = [sent(ask(2, "tools/list"), onTwo), received(done(2), onTwo)];

const noPing = open("no ping was sent");

const again = step("request", { tag: "second-initialize" });

it.each<Row>([
  ["with nothing", ping, [opened(), ...pinged(), received(done(1))], fine(4)],
  ["with metadata alone", ping, [opened(), ...pinged("ping"), received(done(1, { _meta: {} }))], fine(4)],
  [
    "with more",
    ping,
    [opened(), ...pinged(), received(done(1, { ok: true, _meta: {}, at: 1 }))],
    wrong("the result of a ping has the members ok, at", 4),
  ],
  ["with an error", ping, [opened(), ...pinged(), received(failed(1, -32601))], wrong('a ping was refused: -32601 "no"', 4)],
  [
    "not, but later requests",
    ping,
    [opened(), ...other, ...pinged(), silence(1), sent(ask(3, "x")), received(done(3))],
    late("no answer to a ping within 5000 ms", 6),
  ],
  ["not, nor anything else", ping, [opened(), ...other, ...pinged(), silence(1), sent(ask(3, "x"))], noPing],
  [
    "not, though it still answers what was asked before",
    ping,
    [opened(), other[0] ?? again, other[1] ?? again, ...pinged(), silence(1), received(done(2))],
    noPing,
  ],
  [
    "not, though it answers on another connection",
    ping,
    [opened(), two, ...other, ...pinged(), silence(1), ...otherOnTwo],
    noPing,
  ],
  ["not yet", ping, [opened(), ...pinged(), ...other], noPing],
  ["with an error, in a special step", ping, [opened(), ...pinged("special-id"), received(failed(1))], noPing],
  ["with an error, after a second initialize", ping, [opened(), again, ...pinged(), received(failed(1))], noPing],
  [
    "with an error, before a second initialize",
    ping,
    [opened(), ...pinged(), received(failed(1)), again],
    wrong('a ping was refused: -32603 "no"', 4),
  ],
  [
    "with an error, when another connection was initialized again",
    ping,
    [opened(), two, step("request", { tag: "second-initialize", ...onTwo }), ...pinged(), received(failed(1))],
    wrong('a ping was refused: -32603 "no"', 6),
  ],
])("judges a server that answers a ping %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
