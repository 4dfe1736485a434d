import { describe, expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import * as ids from "../../../../src/check/client/jsonrpc/ids.ts";
import * as checks from "../../../../src/check/client/jsonrpc/messages.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import type { Revision } from "../../../../src/spec/revision.ts";
import {
  ask,
  done,
  failed,
  type Line,
  note,
  opened,
  over,
  posted,
  received,
  sent,
  smallTrace,
  streamed,
} from "../../../support/traces/small-trace.ts";
import { broken, kept, none, second, there, unseen } from "../told-trace.ts";

const seen = (check: Check, lines: readonly Line[], revision: Revision = "2025-11-25"): Outcome =>
  check.verify(smallTrace("client", [opened({ revision }), ...lines]));

const asks = (id: Json, method = "ping", more: object = {}): Line => received(ask(id, method), more);
const noRequest = unseen("the client sent no request");
const noMessage = unseen("the client sent no message");

describe("the id of a request", () => {
  it.each<[string, readonly Line[], object]>([
    ["is a number, or a text", [asks(0), asks("a")], kept(2, 3)],
    ["is null", [asks(null)], broken("ping has the id null", 2)],
    ["is a fraction", [asks(1.5)], broken("ping has the id 1.5", 2)],
    ["is missing, as it is a notification", [received(note("x"))], noRequest],
    ["is that of a server", [sent(ask(null, "ping"))], noRequest],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(ids.clientIdType, lines)).toEqual(expected);
  });

  const modern = "2026-07-28";
  const earlier = (id: string, seq: number): object => broken(`ping has the id ${id} of an earlier request`, seq);
  const [first, repeated] = [posted(1, ask(1, "ping")), posted(2, ask(1, "ping"))];
  it.each<[string, readonly Line[], object, Revision?]>([
    ["is new", [asks(1), asks(2)], kept(2, 3)],
    ["is used again after it was answered, in a session", [asks(1), sent(done(1)), asks(1)], earlier("1", 4)],
    ["is used again after another one, in a session", [asks("a"), asks(2), asks("a")], earlier('"a"', 4)],
    ["has another type", [asks(1), asks("1")], kept(2, 3)],
    ["is used on another connection", [asks(1), second(), asks(1, "ping", there)], kept(2, 4)],
    ["was that of a question of a later era", [asks(1, "server/discover"), asks(1)], kept(3)],
    ["is used again after it was answered, without a session", [asks(1), sent(done(1)), asks(1)], kept(2, 4), modern],
    ["is used again before it was answered, without a session", [asks(1), asks(1)], earlier("1", 3), modern],
    [
      "is used again after the exchange ended, without a session",
      [first, over(1, "closed-by-peer"), repeated],
      kept(2, 4),
      modern,
    ],
    [
      "is used again before the exchange ended, without a session",
      [first, repeated, over(1, "closed-by-peer")],
      earlier("1", 3),
      modern,
    ],
    [
      "is used again after another exchange ended, without a session",
      [first, posted(3, ask(3, "ping")), over(3, "complete"), repeated],
      earlier("1", 5),
      modern,
    ],
    [
      "is used again after the answer, while the exchange goes on, without a session",
      [first, streamed(1, done(1)), repeated, over(1, "complete")],
      kept(2, 4),
      modern,
    ],
    [
      "is used a third time before the second was answered, without a session",
      [asks(1), sent(done(1)), asks(1), asks(1)],
      earlier("1", 5),
      modern,
    ],
    ["is that of an answer", [received(done(1)), received(done(1))], noRequest],
  ])("%s", (_situation, lines, expected, revision) => {
    expect(seen(ids.clientIdUnique, lines, revision)).toEqual(expected);
  });

  it.each<[string, readonly Line[], object]>([
    ["is missing", [received(note("notifications/progress"))], kept(2)],
    ["is there", [asks(7, "notifications/progress")], broken("notifications/progress has the id 7", 2)],
    ["is there as null", [asks(null, "notifications/progress")], broken("notifications/progress has the id null", 2)],
    ["is that of a request", [asks(7, "tools/notifications/x")], none("the client sent no notification")],
    [
      "is that of a notification of the server",
      [sent(ask(7, "notifications/progress"))],
      none("the client sent no notification"),
    ],
  ])("of a notification %s", (_situation, lines, expected) => {
    expect(seen(ids.clientNotificationWithoutId, lines)).toEqual(expected);
  });

  it("of a notification is not looked at where that belongs to another era", () => {
    const lines = [received(note("notifications/initialized"))];
    expect(seen(ids.clientNotificationWithoutId, lines, modern)).toEqual(none("the client sent no notification"));
  });
});

describe("a message", () => {
  it.each<[string, Json]>([
    ["a request", ask(1, "ping")],
    ["a notification", note("x")],
    ["a result", done(1)],
    ["an error", failed(1)],
  ])("that is %s says that it is JSON-RPC 2.0", (_kind, value) => {
    expect(seen(checks.clientVersionMember, [received(value)])).toEqual(kept(2));
    const old = { ...(value as object), jsonrpc: "1.0" };
    expect(seen(checks.clientVersionMember, [received(old)])).toEqual(broken('jsonrpc is "1.0"', 2));
  });

  it.each<[string, readonly Line[], object]>([
    ["does not say what it is", [received({ id: 1, method: "ping" })], broken("jsonrpc is missing", 2)],
    ["is that of the server", [sent({ id: 1, method: "ping" })], noMessage],
    ["is none", [received("{")], noMessage],
    ["stands in a batch", [received([note("x"), { method: "y" }])], broken("jsonrpc is missing", 2)],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(checks.clientVersionMember, lines)).toEqual(expected);
  });

  it.each<[string, readonly Line[], object]>([
    ["stands alone", [received(note("x"))], kept(2)],
    ["stands in a batch", [received(note("x")), received([note("x"), note("y")])], broken("a batch of 2 was sent", 3)],
    ["stands in a batch of the server", [sent([note("x"), note("y")])], noMessage],
  ])("%s, where there are no batches", (_situation, lines, expected) => {
    expect(seen(checks.clientNoBatches, lines)).toEqual(expected);
  });
});

describe("the shape", () => {
  const modern = "2026-07-28";
  const of = (params?: Json, method = "tools/call"): readonly Line[] => [received(ask(1, method, params))];
  const name = "tools/call /params/name: missing, expected a string";
  it.each<[string, readonly Line[], object, Revision?]>([
    ["is right", of({ name: "t" }), kept(2)],
    ["lacks a member", of({}), broken(name, 2)],
    ["lacks the params", of(), broken("tools/call /params: missing, expected an object", 2)],
    ["lacks the params, which is the matter of the envelope", of(undefined), kept(2), modern],
    ["has no object for params", of(7, "tools/list"), broken("tools/list /params: the number 7, expected an object", 2), modern],
    [
      "has two members that are wrong",
      of({ name: 1, arguments: 2 }),
      broken("tools/call /params/name: the number 1, expected a string (and 1 more)", 2),
    ],
    [
      "has a progress token that is none",
      of({ name: "t", _meta: { progressToken: {} } }),
      broken("tools/call /params/_meta/progressToken: an object, expected a string or an integer", 2),
    ],
    [
      "has an envelope that is none",
      of({ _meta: { "io.modelcontextprotocol/protocolVersion": 7 } }, "tools/list"),
      kept(2),
      modern,
    ],
    ["has no object for an envelope", of({ name: "t", _meta: 3 }), kept(2)],
    ["has no id to speak of", [received(ask(1.5, "ping"))], kept(2)],
    ["does not say that it is JSON-RPC", [received({ id: 1, method: "ping" })], kept(2)],
    ["is that of a method of the server", of({}, "roots/list"), kept(2)],
    ["is that of a notification", [received(note("notifications/cancelled"))], none("the client sent no request")],
    ["is that of a request of another era", of({}, "initialize"), none("the client sent no request"), modern],
  ])("of a request %s", (_situation, lines, expected, revision) => {
    expect(seen(checks.clientRequestShape, lines, revision)).toEqual(expected);
  });

  const tells = (params?: Json, method = "notifications/cancelled"): readonly Line[] => [received(note(method, params))];
  it.each<[string, readonly Line[], object, Revision?]>([
    ["is right", tells({ requestId: 1 }), kept(2)],
    ["lacks the params", tells(), broken("notifications/cancelled /params: missing, expected an object", 2)],
    [
      "has an id that is none",
      tells({ requestId: {} }),
      broken("notifications/cancelled /params/requestId: an object, expected a string or an integer", 2),
    ],
    ["is that of a request", of({}), none("the client sent no notification")],
    ["is that of another era", tells(7, "notifications/initialized"), none("the client sent no notification"), modern],
  ])("of a notification %s", (_situation, lines, expected, revision) => {
    expect(seen(checks.clientNotificationShape, lines, revision)).toEqual(expected);
  });

  const roots = sent(ask(1, "roots/list"));
  const nothing = unseen("the client answered no request of the server");
  it.each<[string, readonly Line[], object]>([
    ["is right", [roots, received(done(1, { roots: [] }))], kept(3)],
    [
      "lacks a member",
      [roots, received(done(1, {}))],
      broken("the answer to roots/list /result/roots: missing, expected an array", 3),
    ],
    [
      "has something wrong deep in it",
      [roots, received(done(1, { roots: [{ uri: 1 }] }))],
      broken("the answer to roots/list /result/roots/0/uri: the number 1, expected a string", 3),
    ],
    [
      "has an error with a text for a code",
      [roots, received({ jsonrpc: "2.0", id: 1, error: { code: "x", message: "m" } })],
      broken('the answer to roots/list /error/code: the string "x", expected an integer', 3),
    ],
    ["is that of another method", [sent(ask(1, "ping")), received(done(1, {}))], kept(3)],
    ["is that of an answer whose id has another type", [roots, received(done("1", {}))], nothing],
    ["is that of no answer", [roots, asks(1)], nothing],
  ])("of an answer %s", (_situation, lines, expected) => {
    expect(seen(checks.clientAnswerShape, lines)).toEqual(expected);
  });
});
