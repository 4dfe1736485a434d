import { describe, expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import * as envelope from "../../../../src/check/client/discovery/envelope.ts";
import * as era from "../../../../src/check/client/discovery/era.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Json, JsonObject } from "../../../../src/jsonrpc/json.ts";
import { ask, done, type Line, note, opened, received, sent, smallTrace } from "../../../support/traces/small-trace.ts";
import { broken, kept, there, unseen } from "../told-trace.ts";

const seen = (check: Check, lines: readonly Line[]): Outcome =>
  check.verify(smallTrace("client", [opened({ revision: "2026-07-28" }), ...lines]));

const prefix = "io.modelcontextprotocol/";
const meta = (members: JsonObject): JsonObject => ({
  _meta: Object.fromEntries(Object.entries(members).map(([name, value]) => [`${prefix}${name}`, value])),
});
/** A request with its method for an id, in a version. */
const modern = (method: string, version: Json = "2026-07-28", more: object = {}): Line =>
  received(ask(method, method, meta({ protocolVersion: version })), more);
const answers = (id: string, more: object = {}): Line => sent(done(id), more);
const initialize = (more: object = {}): Line =>
  received(ask("initialize", "initialize", { protocolVersion: "2025-11-25" }), more);
const refuses = (id: string, supported?: Json, code = -32022, more: object = {}): Line =>
  sent({ jsonrpc: "2.0", id, error: { code, message: "no", ...(supported === undefined ? {} : { data: { supported } }) } }, more);
/** Another connection, of a scenario of this name. */
const other = (session: string): Line => opened({ ...there, session, revision: "2026-07-28" });
/** One scenario without what is looked for, and one in which a request is refused. */
const twice = [modern("z"), other("other"), modern("a", undefined, there), refuses("a", ["2026-07-28"], -32022, there)];

describe("the envelope of a request", () => {
  const none = unseen("the client sent no request of a stateless revision");
  const of = (params?: JsonObject): readonly Line[] => [received(ask(1, "tools/list", params))];
  it.each<[string, readonly Line[], object]>([
    ["is whole", of(meta({ protocolVersion: "2026-07-28", clientCapabilities: {} })), kept(2)],
    ["lacks the capabilities", of(meta({ protocolVersion: "2026-07-28" })), broken("tools/list lacks clientCapabilities", 2)],
    [
      "has a list of capabilities",
      of(meta({ protocolVersion: "2026-07-28", clientCapabilities: [] })),
      broken("tools/list lacks clientCapabilities", 2),
    ],
    ["lacks the version", of(meta({ clientCapabilities: {} })), broken("tools/list lacks protocolVersion", 2)],
    [
      "has a number for a version",
      of(meta({ protocolVersion: 1, clientCapabilities: {} })),
      broken("tools/list lacks protocolVersion", 2),
    ],
    ["is not there", of(), broken("tools/list lacks protocolVersion and clientCapabilities", 2)],
    ["is not wanted of a handshake", [initialize()], none],
    ["is not wanted of a notification", [received(note("x"))], none],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(envelope.clientEnvelope, lines)).toEqual(expected);
  });

  it.each<[string, readonly Line[], object]>([
    ["names the client", of(meta({ clientInfo: { name: "c" } })), kept(2)],
    ["names it by a number", of(meta({ clientInfo: { name: 1 } })), broken("tools/list does not", 2)],
    ["names its version only", of(meta({ clientInfo: { version: "1" } })), broken("tools/list does not", 2)],
    ["names nobody", of(), broken("tools/list does not", 2)],
    ["need name nobody in a handshake", [initialize()], none],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(envelope.clientInfoSent, lines)).toEqual(expected);
  });
});

describe("the first request", () => {
  it.each<[string, readonly Line[], object]>([
    ["is server/discover", [modern("server/discover"), modern("tools/list")], kept(2)],
    ["is something else", [modern("tools/list"), modern("server/discover")], broken("the first request is tools/list", 2)],
    ["comes after a notification", [received(note("x")), modern("server/discover")], kept(3)],
    [
      "is server/discover to another process of the same server",
      [modern("server/discover"), other("main"), modern("tools/list", undefined, there)],
      kept(2),
    ],
    [
      "is something else in another scenario",
      [modern("server/discover"), other("other"), modern("tools/list", undefined, there)],
      broken("the first request is tools/list", 4),
    ],
    ["is not sent in another scenario", [modern("server/discover"), other("other")], kept(2)],
    ["is not sent", [received(note("x"))], unseen("the client sent no request")],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(era.probesFirst, lines)).toEqual(expected);
  });

  const unknown = unseen("no server answered a request of a stateless revision");
  const tried = (seq: number): object => broken("initialize was sent to a server that is known for stateless", seq);
  it.each<[string, readonly Line[], object]>([
    ["is answered, and no handshake is tried", [modern("a"), answers("a"), modern("b")], kept(2)],
    ["is answered, and a handshake is tried", [modern("a"), answers("a"), initialize()], tried(4)],
    ["is refused, and the second is answered", [modern("a"), refuses("a"), modern("b"), answers("b"), initialize()], tried(6)],
    ["had a handshake on its way", [modern("a"), initialize(), answers("a")], kept(2)],
    [
      "is answered, and a handshake is tried with another process",
      [modern("a"), answers("a"), other("main"), initialize(there)],
      tried(5),
    ],
    [
      "is answered, and a handshake is tried in another scenario",
      [modern("a"), answers("a"), other("other"), initialize(there)],
      kept(2),
    ],
    [
      "is answered in the second of two scenarios",
      [modern("z"), other("other"), modern("a", undefined, there), answers("a", there)],
      kept(4),
    ],
    ["is not answered", [modern("a"), initialize()], unknown],
    ["is refused", [modern("a"), refuses("a"), initialize()], unknown],
    ["is of no revision, and answered", [received(ask("a", "a", {})), answers("a"), initialize()], unknown],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(era.eraKept, lines)).toEqual(expected);
  });
});

describe("a request that is refused for its version", () => {
  const unrefused = unseen("no request was refused for its version");
  it.each<[string, readonly Line[], object]>([
    ["is sent in another one", [modern("a"), refuses("a"), modern("b")], kept(2)],
    ["is followed by a handshake", [modern("a"), refuses("a"), initialize()], broken("it fell back to initialize", 4)],
    ["had a handshake on its way", [modern("a"), initialize(), refuses("a")], kept(2)],
    [
      "comes after one that was answered",
      [modern("a"), answers("a"), modern("b"), refuses("b"), initialize()],
      broken("it fell back to initialize", 6),
    ],
    ["was refused for something else", [modern("a"), refuses("a", undefined, -32601), initialize()], unrefused],
    ["is of no revision", [received(ask("a", "a", {})), refuses("a"), initialize()], unrefused],
    ["is of the second of two scenarios", twice, kept(4)],
    ["was answered", [modern("a"), answers("a"), initialize()], unrefused],
    ["was not answered", [modern("a"), initialize()], unrefused],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(era.refusalRead, lines)).toEqual(expected);
  });

  const named = '["2099-01-01","2026-07-28"]';
  const spoke = (method: string, seq: number): object => broken(`${method} was sent in a version nobody knows, of ${named}`, seq);
  const future = refuses("a", ["2099-01-01", "2026-07-28"]);
  it.each<[string, readonly Line[], object]>([
    ["is given up", [modern("a"), future], kept(2)],
    ["is sent in a version that is named and known", [modern("a"), future, modern("b")], kept(2)],
    ["is sent in a version that is named and that nobody knows", [modern("a"), future, modern("b", "2099-01-01")], spoke("b", 4)],
    [
      "is followed by a handshake in a version that nobody knows",
      [modern("a"), future, received(ask(7, "initialize", { protocolVersion: "2099-01-01" }))],
      spoke("initialize", 4),
    ],
    ["is sent in a version that is not named", [modern("a"), future, modern("b", "2098-01-01")], kept(2)],
    ["is sent in the beginning of a version that is named", [modern("a"), future, modern("b", "2099-01")], kept(2)],
    [
      "is sent in a version that is named in one text",
      [modern("a"), refuses("a", "2099-01-01"), modern("b", "2099-01-01")],
      kept(2),
    ],
    ["is sent in a version that is a number", [modern("a"), future, modern("b", 2099)], kept(2)],
    ["had been sent in that version itself", [modern("a", "2099-01-01"), future], kept(2)],
    ["came after one in that version", [modern("z", "2099-01-01"), modern("a"), future], kept(3)],
    ["is of the second of two scenarios", twice, kept(4)],
    ["names no version", [modern("a"), refuses("a"), modern("b", "2099-01-01")], kept(2)],
    ["was refused for something else", [modern("a"), refuses("a", ["2099-01-01"], -32602), modern("b", "2099-01-01")], unrefused],
    ["was answered", [modern("a"), answers("a"), modern("b", "2099-01-01")], unrefused],
  ])("%s, as to what it is sent in", (_situation, lines, expected) => {
    expect(seen(era.onlyKnownVersions, lines)).toEqual(expected);
  });
});
