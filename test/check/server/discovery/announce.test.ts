import { expect, it } from "vitest";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import {
  discoverResult,
  extensionNames,
  implemented,
  listsServedVersion,
  resultType,
  resultTypeKnown,
  serverInfo,
} from "../../../../src/check/server/discovery/announce.ts";
import type { Check } from "../../../../src/check/check.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import { ask, done, failed, opened, received, sent } from "../../../support/traces/small-trace.ts";
import { fine, late, none, open, type Row, said, silence, wrong } from "../told-outcomes.ts";

const revision = "2026-07-28";

const connected = opened({ revision });

const envelope = { _meta: { "io.modelcontextprotocol/protocolVersion": revision } };

const discover = sent(ask(1, "server/discover", envelope));

const ping = [sent(ask(9, "ping")), received(done(9))];

const good = { supportedVersions: [revision], capabilities: {} };

const result = (check: Check, value: Json): Outcome => said(check, [connected, discover, received(done(1, value))]);

it.each<Row>([
  ["answered", implemented, [connected, discover, received(done(1, good))], fine(3)],
  [
    "unknown",
    implemented,
    [connected, discover, received(failed(1, -32601))],
    wrong("server/discover is refused as an unknown method", 3),
  ],
  [
    "refused for another reason",
    implemented,
    [connected, discover, received(failed(1, -32603))],
    open("server/discover was not asked for"),
  ],
  [
    "not answered",
    implemented,
    [connected, ...ping, discover, silence(1)],
    late("no answer to server/discover within 5000 ms", 5),
  ],
  ["still open", implemented, [connected, ...ping, discover], open("server/discover was not asked for")],
  [
    "asked for with a version nobody has",
    implemented,
    [
      connected,
      sent(ask(1, "server/discover", { _meta: { "io.modelcontextprotocol/protocolVersion": "1999-01-01" } })),
      received(failed(1, -32601)),
    ],
    open("server/discover was not asked for"),
  ],
])("judges a server where server/discover is %s", (_, check, lines, outcome) => {
  expect(said(check, lines)).toEqual(outcome);
});

it.each<[situation: string, check: Check, value: Json, outcome: Outcome]>([
  ["all it needs", discoverResult, good, fine(3)],
  ["instructions", discoverResult, { ...good, instructions: "Ask." }, fine(3)],
  ["no versions", discoverResult, { capabilities: {} }, wrong("supportedVersions is missing, expected a list of versions", 3)],
  [
    "a number among its versions",
    discoverResult,
    { ...good, supportedVersions: [1] },
    wrong("supportedVersions is [1], expected a list of versions", 3),
  ],
  ["no capabilities", discoverResult, { supportedVersions: [revision] }, wrong("capabilities is missing, expected an object", 3)],
  [
    "a list of capabilities",
    discoverResult,
    { ...good, capabilities: ["tools"] },
    wrong('capabilities is ["tools"], expected an object', 3),
  ],
  [
    "instructions that are no text",
    discoverResult,
    { ...good, instructions: null },
    wrong("instructions is null, expected a string", 3),
  ],
  ["the version it serves", listsServedVersion, { ...good, supportedVersions: ["2025-11-25", revision] }, fine(3)],
  [
    "other versions",
    listsServedVersion,
    { ...good, supportedVersions: ["2025-11-25"] },
    wrong('2026-07-28 was served, but supportedVersions is ["2025-11-25"]', 3),
  ],
  [
    "no list of versions to look at",
    listsServedVersion,
    { ...good, supportedVersions: "all" },
    open("server/discover was not answered with a list of versions"),
  ],
  ["an extension with a prefix", extensionNames, { capabilities: { extensions: { "com.example/one": {} } } }, fine(3)],
  [
    "an extension without a prefix",
    extensionNames,
    { capabilities: { extensions: { "com.example/one": {}, one: {} } } },
    wrong('the extension "one"', 3),
  ],
  [
    "an extension with a name that is none",
    extensionNames,
    { capabilities: { extensions: { "com.example/-": {} } } },
    wrong('the extension "com.example/-"', 3),
  ],
  ["no extensions", extensionNames, good, none("the server declares no extensions")],
  [
    "extensions that are a list",
    extensionNames,
    { capabilities: { extensions: ["a"] } },
    none("the server declares no extensions"),
  ],
  ["a type", resultType, { resultType: "complete" }, fine(3)],
  ["no type", resultType, {}, wrong("resultType is missing, expected a string", 3)],
  ["a type that is no text", resultType, { resultType: 1 }, wrong("resultType is 1, expected a string", 3)],
  ["the type of a final result", resultTypeKnown, { resultType: "complete" }, fine(3)],
  ["the type of a question", resultTypeKnown, { resultType: "input_required" }, fine(3)],
  ["a type nobody knows", resultTypeKnown, { resultType: "task" }, wrong('resultType is "task"', 3)],
  [
    "a type of a declared extension",
    resultTypeKnown,
    { resultType: "task", capabilities: { extensions: { "a/b": {} } } },
    fine(3),
  ],
  [
    "a type nobody knows, and an empty list of extensions",
    resultTypeKnown,
    { resultType: "task", capabilities: { extensions: {} } },
    wrong('resultType is "task"', 3),
  ],
  ["no type to look at", resultTypeKnown, {}, open("no result had a resultType")],
  [
    "the name of the server",
    serverInfo,
    { _meta: { "io.modelcontextprotocol/serverInfo": { name: "a", version: "1" } } },
    fine(3),
  ],
  ["no name", serverInfo, {}, wrong("serverInfo is missing, expected an object with name and version", 3)],
  [
    "a name alone",
    serverInfo,
    { _meta: { "io.modelcontextprotocol/serverInfo": { name: "a" } } },
    wrong('serverInfo is {"name":"a"}, expected an object with name and version', 3),
  ],
  [
    "a version alone",
    serverInfo,
    { _meta: { "io.modelcontextprotocol/serverInfo": { version: "1" } } },
    wrong('serverInfo is {"version":"1"}, expected an object with name and version', 3),
  ],
  [
    "a text in place of a name",
    serverInfo,
    { _meta: { "io.modelcontextprotocol/serverInfo": "a" } },
    wrong('serverInfo is "a", expected an object with name and version', 3),
  ],
])("judges a server whose answer to server/discover has %s", (_, check, value, outcome) => {
  expect(result(check, value)).toEqual(outcome);
});

const old = [connected, sent(ask(1, "initialize")), received(done(1))];

it.each<[check: Check, reason: string]>([
  [discoverResult, "server/discover was not answered"],
  [listsServedVersion, "server/discover was not answered with a list of versions"],
  [resultType, "the server answered with no result"],
  [resultTypeKnown, "no result had a resultType"],
  [serverInfo, "the server answered with no result"],
])("judges no answer that was given to a client of an earlier revision", (check, reason) => {
  expect(said(check, old)).toEqual(open(reason));
  expect(said(check, [connected, discover, received(failed(1))])).toEqual(open(reason));
});

it("looks for the names of extensions where anything was announced", () => {
  expect(said(extensionNames, [connected])).toEqual(open("the server announced nothing"));
  expect(said(extensionNames, old)).toEqual(none("the server declares no extensions"));
});
