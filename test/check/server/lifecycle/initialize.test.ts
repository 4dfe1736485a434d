import { expect, it } from "vitest";
import {
  earlyRequestHarmless,
  initializeWithoutParams,
  pingBeforeInitialize,
  secondInitializeHarmless,
} from "../../../../src/check/server/lifecycle/conduct.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
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
} from "../../../support/traces/small-trace.ts";
import { eof, exit, fine, late, open, type Row, said, shut, silence, wrong } from "../told-outcomes.ts";

const onTwo = { connection: 2 };

const two = opened({ connection: 2, session: "two" });

const pinged = (tag?: string): Line[] => [step("request", tag === undefined ? {} : { tag }), sent(ask(1, "ping"))];

const other = [step("request"), sent(ask(2, "tools/list")), received(done(2))];

const otherOnTwo = [sent(ask(2, "tools/list"), onTwo), received(done(2), onTwo)];

const again = step("request", { tag: "second-initialize" });

const before = pinged("ping-before-initialize");

const noEarlyPing = open("no ping was sent before initialize");

const bare = [step("request", { tag: "initialize-without-params", deviant: true }), sent(ask(1, "initialize"))];

const noBare = open("no initialize without params was sent");

const deviant = [step("raw", { tag: "other", deviant: true }), sent(ask(5, "x"))];

const postedBare = [opened(), bare[0] ?? again, posted(1, ask(1, "initialize"))];

it.each<Row>([
  ["a ping, with a result", pingBeforeInitialize, [opened(), ...before, received(done(1))], fine(4)],
  ["a ping, with an error", pingBeforeInitialize, [opened(), ...before, received(failed(1))], fine(4)],
  [
    "a ping, with silence",
    pingBeforeInitialize,
    [opened(), ...other, ...before, silence(1)],
    late("no answer to a ping before initialize within 5000 ms", 7),
  ],
  [
    "a ping, with its end",
    pingBeforeInitialize,
    [opened(), ...before, exit(1)],
    late("the process ended after a ping before initialize", 4),
  ],
  ["a ping, with its end before", pingBeforeInitialize, [opened(), exit(1), ...before], noEarlyPing],
  ["a ping, with its end when it is told", pingBeforeInitialize, [opened(), ...before, eof(), exit(1)], noEarlyPing],
  [
    "a ping, with its end after something odd came too",
    pingBeforeInitialize,
    [opened(), ...before, ...deviant, exit(1)],
    noEarlyPing,
  ],
  [
    "a ping, with its end after something ordinary came too",
    pingBeforeInitialize,
    [opened(), ...before, step("request"), sent(ask(5, "x")), exit(1)],
    late("the process ended after a ping before initialize", 6),
  ],
  [
    "a ping, with its end, something odd having come before",
    pingBeforeInitialize,
    [opened(), ...deviant, ...before, exit(1)],
    late("the process ended after a ping before initialize", 6),
  ],
  [
    "a ping, with its end, something odd being sent afterwards",
    pingBeforeInitialize,
    [opened(), ...before, exit(1), ...deviant],
    late("the process ended after a ping before initialize", 4),
  ],
  [
    "a ping, with its end, something odd having come elsewhere",
    pingBeforeInitialize,
    [opened(), two, ...before, step("raw", { deviant: true, ...onTwo }), sent(ask(5, "x"), onTwo), exit(1)],
    late("the process ended after a ping before initialize", 7),
  ],
  ["nothing", pingBeforeInitialize, [opened(), ...pinged(), received(done(1))], noEarlyPing],
  ["an initialize without params, with an error", initializeWithoutParams, [opened(), ...bare, received(failed(1))], fine(4)],
  [
    "an initialize without params, with a result",
    initializeWithoutParams,
    [opened(), ...bare, received(done(1))],
    wrong("a result for an initialize without protocolVersion", 4),
  ],
  [
    "an initialize without params, with silence",
    initializeWithoutParams,
    [opened(), ...other, ...bare, silence(1)],
    late("no answer to an initialize without params", 7),
  ],
  [
    "an initialize without params, with its end",
    initializeWithoutParams,
    [opened(), ...bare, exit(1)],
    late("the process ended after an initialize without params", 4),
  ],
  ["an initialize without params, with a status", initializeWithoutParams, [...postedBare, status(1, 400)], fine(4)],
  ["no initialize without params", initializeWithoutParams, [opened(), ...before, received(done(1))], noBare],
])("judges a server that answers %s before it is initialized", (_, check, lines, outcome) => {
  expect(said(check, lines, lines.some(({ kind }) => kind === "http-request") ? "http" : "stdio")).toEqual(outcome);
});

const tooEarly = [step("request", { tag: "early-request", deviant: true }), sent(ask(1, "tools/list"))];

const initialize = (id: Json, more = {}): Line => sent(ask(id, "initialize"), more);

const noEarly = open("no request was sent before initialize");

it.each<Row>([
  ["is initialized all the same", earlyRequestHarmless, [opened(), ...tooEarly, initialize(2), received(done(2))], fine(5)],
  [
    "is initialized at the second try",
    earlyRequestHarmless,
    [opened(), ...other, ...tooEarly, initialize(3), silence(3), initialize(4), received(failed(4))],
    fine(10),
  ],
  [
    "is not initialized any more",
    earlyRequestHarmless,
    [opened(), ...tooEarly, received(failed(1)), initialize(2), silence(2)],
    late("no answer to initialize after an early request", 6),
  ],
  ["ends", earlyRequestHarmless, [opened(), ...tooEarly, exit(1)], late("the process ended after an early request", 4)],
  [
    "ends at something odd that came too",
    earlyRequestHarmless,
    [opened(), ...tooEarly, ...deviant, exit(1)],
    shut("the process ended at what was sent after the early request"),
  ],
  ["was initialized only before", earlyRequestHarmless, [opened(), initialize(2), received(done(2)), ...tooEarly], noEarly],
  [
    "is initialized on another connection",
    earlyRequestHarmless,
    [opened(), two, ...tooEarly, initialize(2, onTwo), received(done(2), onTwo)],
    noEarly,
  ],
  ["is not initialized, nor waited for", earlyRequestHarmless, [opened(), ...tooEarly, initialize(2)], noEarly],
  ["is told to end", earlyRequestHarmless, [opened(), ...tooEarly, eof(), exit(1)], noEarly],
])("judges a server that got a request before initialize, and %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const second = [step("request", { tag: "second-initialize", deviant: true }), sent(ask(1, "initialize"))];

const mute = wrong("nothing was answered after a second initialize", 4);

const postedAgain = [opened(), second[0] ?? again, posted(1, ask(1, "initialize"))];

const saysNothing = { jsonrpc: "2.0", id: 2 };

it.each<Row>([
  ["answers it again", secondInitializeHarmless, [opened(), ...second, received(done(1)), ...other], fine(4)],
  ["refuses it", secondInitializeHarmless, [opened(), ...second, received(failed(1)), ...other], fine(4)],
  ["refuses it by a status", secondInitializeHarmless, [...postedAgain, status(1, 400)], fine(4)],
  ["is asked nothing more", secondInitializeHarmless, [opened(), ...second, received(done(1))], fine(4)],
  ["answers nothing more", secondInitializeHarmless, [opened(), ...second, received(done(1)), sent(ask(2, "ping"))], mute],
  [
    "answers one of two requests more",
    secondInitializeHarmless,
    [opened(), ...second, received(done(1)), sent(ask(3, "ping")), ...other],
    fine(4),
  ],
  [
    "answers without saying anything",
    secondInitializeHarmless,
    [opened(), ...second, received(done(1)), sent(ask(2, "ping")), received(saysNothing)],
    fine(4),
  ],
  [
    "said nothing only before",
    secondInitializeHarmless,
    [opened(), ...second, received(saysNothing), received(done(1)), sent(ask(2, "ping"))],
    wrong("nothing was answered after a second initialize", 5),
  ],
  [
    "says nothing elsewhere",
    secondInitializeHarmless,
    [opened(), two, ...second, received(done(1)), sent(ask(2, "ping")), received(saysNothing, onTwo)],
    wrong("nothing was answered after a second initialize", 5),
  ],
  [
    "says what answers nothing",
    secondInitializeHarmless,
    [opened(), ...second, received(done(1)), sent(ask(2, "ping")), received({ level: "info" })],
    mute,
  ],
  [
    "answers elsewhere",
    secondInitializeHarmless,
    [opened(), two, ...second, received(done(1)), sent(ask(2, "ping")), ...otherOnTwo],
    wrong("nothing was answered after a second initialize", 5),
  ],
  [
    "answered only before",
    secondInitializeHarmless,
    [opened(), ...other, ...second, received(done(1)), sent(ask(3, "ping"))],
    wrong("nothing was answered after a second initialize", 7),
  ],
  [
    "falls silent",
    secondInitializeHarmless,
    [opened(), ...other, ...second, silence(1)],
    late("no answer to a second initialize", 7),
  ],
  ["ends", secondInitializeHarmless, [opened(), ...second, exit(1)], late("the process ended after a second initialize", 4)],
  ["gets none", secondInitializeHarmless, [opened(), ...other], open("no second initialize was sent")],
])("judges a server that gets a second initialize, and %s", (_, check, lines, outcome) => {
  expect(said(check, lines, lines.some(({ kind }) => kind === "http-request") ? "http" : "stdio")).toEqual(outcome);
});
