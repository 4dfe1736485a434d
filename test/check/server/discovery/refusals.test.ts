import { expect, it } from "vitest";
import type { Outcome } from "../../../../src/check/outcome.ts";
import {
  envelopeCapabilities,
  envelopeMissing,
  envelopeVersion,
  versionError,
  versionErrorLater,
} from "../../../../src/check/server/discovery/version.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import {
  ask,
  body,
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
import { fine, late, none, open, type Row, said, silence, wrong } from "../told-outcomes.ts";

const revision = "2026-07-28";

const connected = opened({ revision });

const two = opened({ connection: 2, revision });

const onTwo = { connection: 2 };

const asked = (tag: string, params: Json = {}, method = "tools/list"): Line[] => [
  step("request", { tag, deviant: true }),
  sent(ask(1, method, params)),
];

const strange = asked("unsupported-version");

const ping = [step("fence"), sent(ask(2, "ping")), received(done(2))];

const pingOnTwo = [sent(ask(2, "ping"), onTwo), received(done(2), onTwo)];

const said5000 = "no answer within 5000 ms, expected error -32022";

const notSent = open("no request with an unsupported version was sent");

const notSuch = open("no such request was sent");

const plain = [step("request"), sent(ask(3, "tools/list")), received(failed(3, -32603))];

const bothEras = [step("request"), sent(ask(4, "initialize")), received(done(4))];

const old = none("the server also speaks earlier revisions, whose requests do not name a version");

it.each<Row>([
  ["refuses it by its code", versionError, [connected, ...strange, received(failed(1, -32022))], fine(4)],
  [
    "refuses it by another code",
    versionError,
    [connected, ...strange, received(failed(1, -32602))],
    wrong("error code -32602, expected -32022", 4),
  ],
  [
    "serves it",
    versionError,
    [connected, ...strange, received(done(1))],
    wrong("tools/list was served, expected error -32022", 4),
  ],
  ["passes it over", versionError, [connected, ...ping, ...strange, silence(1), ...ping], late(said5000, 6)],
  ["answers nothing any more", versionError, [connected, ...ping, ...strange, silence(1)], notSent],
  [
    "answers only what was asked before",
    versionError,
    [connected, step("request"), sent(ask(2, "ping")), ...strange, silence(1), received(done(2))],
    notSent,
  ],
  [
    "answers not what was asked after it",
    versionError,
    [connected, ...ping, ...strange, silence(1), step("request"), sent(ask(3, "ping"))],
    notSent,
  ],
  ["answers on another connection", versionError, [connected, two, ...ping, ...strange, silence(1), ...pingOnTwo], notSent],
  ["was not waited for", versionError, [connected, ...strange, ...ping], notSent],
  [
    "fails in the same words without it",
    versionError,
    [connected, ...strange, received(failed(1)), ...plain],
    none("tools/list fails in the same words whatever it is asked"),
  ],
  [
    "refuses it later too",
    versionErrorLater,
    [connected, ...ping, ...asked("unsupported-version-later"), received(failed(1, -32022))],
    fine(7),
  ],
  [
    "was not sent a later one",
    versionErrorLater,
    [connected, ...strange, received(done(1))],
    open("no request with an unsupported version was sent after others"),
  ],
])("judges a server that gets a request with an unsupported version, and %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

const missing = asked("envelope-missing");

const posting = [
  connected,
  step("request", { tag: "envelope-missing", deviant: true }),
  posted(1, ask(1, "tools/list")),
  status(1, 400, { "content-type": "application/json" }),
];

it.each<Row>([
  ["refuses a request without any", envelopeMissing, [connected, ...missing, received(failed(1, -32602))], fine(4)],
  [
    "serves a request without any",
    envelopeMissing,
    [connected, ...missing, received(done(1))],
    wrong("tools/list was served, expected error -32602", 4),
  ],
  [
    "refuses it over a pipe as over HTTP",
    envelopeMissing,
    [connected, ...missing, received(failed(1, -32020))],
    wrong("error code -32020, expected -32602", 4),
  ],
  ["serves it, as earlier revisions have it", envelopeMissing, [connected, ...missing, received(done(1)), ...bothEras], old],
  [
    "refuses it, and speaks earlier revisions too",
    envelopeMissing,
    [connected, ...missing, received(failed(1, -32602)), ...bothEras],
    fine(4),
  ],
  [
    "serves a request without its version",
    envelopeVersion,
    [connected, ...asked("envelope-without-version"), received(done(1))],
    wrong("tools/list was served, expected error -32602", 4),
  ],
  [
    "serves a request without its version, as earlier revisions have it",
    envelopeVersion,
    [connected, ...asked("envelope-without-version"), received(done(1)), ...bothEras],
    old,
  ],
  [
    "serves a request without capabilities, whatever else it speaks",
    envelopeCapabilities,
    [connected, ...asked("envelope-without-capabilities"), received(done(1)), ...bothEras],
    wrong("tools/list was served, expected error -32602", 4),
  ],
  ["is sent only what is whole", envelopeMissing, [connected, ...ping], notSuch],
])("judges a server by the envelope of a request, when it %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

it("accepts over HTTP that a missing envelope contradicts the headers", () => {
  const refused = (code: number): Outcome => said(envelopeMissing, [...posting, body(1, failed(1, code))], "http");
  expect(refused(-32020)).toEqual(fine(5));
  expect(refused(-32602)).toEqual(fine(5));
  expect(refused(-32022)).toEqual(wrong("error code -32022, expected -32602 or -32020", 5));
});
