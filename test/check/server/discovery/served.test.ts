import { expect, it } from "vitest";
import { firstRequestServed, removedMethods } from "../../../../src/check/server/discovery/announce.ts";
import { clientInfoOptional } from "../../../../src/check/server/discovery/anonymous.ts";
import { ask, done, failed, type Line, opened, received, sent, step } from "../../../support/traces/small-trace.ts";
import { fine, late, none, open, type Row, said, silence, wrong } from "../told-outcomes.ts";

const revision = "2026-07-28";

const connected = opened({ revision });

const ping = [sent(ask(9, "ping")), received(done(9))];

const tagged = (tag: string, method = "tools/list"): Line[] => [connected, step("request", { tag }), sent(ask(1, method))];

const spokenBefore = (tag: string): Line[] => [connected, ...ping, ...tagged(tag).slice(1)];

const plainly = [step("request"), sent(ask(2, "tools/list")), received(failed(2))];

const same = none("tools/list fails in the same words whatever it is asked");

it.each<Row>([
  ["is the first of its connection", firstRequestServed, [...tagged("first-request"), received(done(1))], fine(4)],
  [
    "is the first of its connection, and refused",
    firstRequestServed,
    [...tagged("first-request"), received(failed(1, -32600))],
    wrong('the first request of a connection was refused: -32600 "no"', 4),
  ],
  [
    "is the first of its connection, and gets no answer",
    firstRequestServed,
    [...spokenBefore("first-request"), silence(1)],
    late("the first request of a connection got no answer within 5000 ms", 6),
  ],
  [
    "is the first of its connection, and still open",
    firstRequestServed,
    tagged("first-request"),
    open("no request was sent as the first of a connection"),
  ],
  [
    "is the first of its connection, and fails as any other",
    firstRequestServed,
    [...tagged("first-request"), received(failed(1)), ...plainly],
    same,
  ],
  ["does not name the client", clientInfoOptional, [...tagged("without-client-info"), received(done(1))], fine(4)],
  [
    "does not name the client, and is refused",
    clientInfoOptional,
    [...tagged("without-client-info"), received(failed(1))],
    wrong('a request without clientInfo was refused: "no"', 4),
  ],
  [
    "does not name the client, and gets no answer",
    clientInfoOptional,
    [...spokenBefore("without-client-info"), silence(1)],
    late("a request without clientInfo was not answered", 5),
  ],
  [
    "does not name the client, and is still open",
    clientInfoOptional,
    tagged("without-client-info"),
    open("no request without clientInfo was sent"),
  ],
  [
    "does not name the client, and fails as any other",
    clientInfoOptional,
    [...tagged("without-client-info"), received(failed(1)), ...plainly],
    same,
  ],
  [
    "is the first of a connection once more, and still open",
    firstRequestServed,
    [...tagged("first-request"), received(done(1)), step("request", { tag: "first-request" }), sent(ask(2, "tools/list"))],
    fine(4),
  ],
  [
    "does not name the client once more, and is still open",
    clientInfoOptional,
    [...tagged("without-client-info"), received(done(1)), step("request", { tag: "without-client-info" }), sent(ask(2, "ping"))],
    fine(4),
  ],
  [
    "is of a method that is no more, refused once and once still open",
    removedMethods,
    [...tagged("removed-method", "ping"), received(failed(1)), step("request", { tag: "removed-method" }), sent(ask(2, "ping"))],
    fine(4),
  ],
  [
    "is of a method that is no more, and refused",
    removedMethods,
    [...tagged("removed-method", "ping"), received(failed(1))],
    fine(4),
  ],
  [
    "is of a method that is no more, and served",
    removedMethods,
    [...tagged("removed-method", "ping"), received(done(1))],
    wrong("a result for ping", 4),
  ],
  [
    "is of a method that is no more, and still open",
    removedMethods,
    tagged("removed-method", "ping"),
    open("no removed method was asked for"),
  ],
])("judges a server whose request %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});
