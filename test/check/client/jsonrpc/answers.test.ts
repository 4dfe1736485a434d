import { describe, expect, it } from "vitest";
import type { Check } from "../../../../src/check/check.ts";
import * as checks from "../../../../src/check/client/jsonrpc/answers.ts";
import type { Outcome } from "../../../../src/check/outcome.ts";
import type { Json } from "../../../../src/jsonrpc/json.ts";
import type { Revision } from "../../../../src/spec/revision.ts";
import { ask, done, failed, type Line, note, opened, received, sent, smallTrace } from "../../../support/traces/small-trace.ts";
import { broken, kept, second, there, unseen } from "../told-trace.ts";

const seen = (check: Check, lines: readonly Line[], revision: Revision | null = "2025-11-25"): Outcome =>
  check.verify(smallTrace("client", [opened({ revision }), ...lines]));

const asked = (id: Json, method = "ping", more: object = {}): Line => sent(ask(id, method), more);
const more = received(ask("more", "tools/list"));
const unasked = unseen("the server asked the client for nothing");

describe("an answer of the client", () => {
  const none = unseen("the client answered no request of the server");
  const strange = (id: string, seq: number): object => broken(`an answer has the id ${id}, with which nothing was asked`, seq);
  it.each<[string, readonly Line[], object]>([
    ["has the id of the request", [asked(7), received(done(7)), asked("7"), received(failed("7"))], kept(3, 5)],
    ["has the id in another type", [asked(7), received(done("7"))], strange('"7"', 3)],
    ["has an id of its own", [asked(7), received(failed(8))], strange("8", 3)],
    ["came before the request", [received(done(7)), asked(7)], strange("7", 2)],
    ["has the id of a request on another connection", [second(), asked(7, "ping", there), received(done(7))], strange("7", 4)],
    ["has the id null", [asked(7), received(failed(null))], none],
    ["has no id", [asked(7), received({ jsonrpc: "2.0", error: { code: -32600, message: "no" } })], none],
    ["is not there", [asked(7), more], none],
    ["is not wanted", [more, sent(done("more"))], unasked],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(checks.clientResponseId, lines)).toEqual(expected);
  });

  const times = (count: number, seq: number): object => broken(`ping was answered ${count} times`, seq);
  it.each<[string, readonly Line[], object]>([
    ["comes once", [asked(7), received(done(7))], kept(3)],
    ["comes twice", [asked(7), received(done(7)), received(done(7))], times(2, 4)],
    [
      "comes three times, with an error among them",
      [asked(7), received(done(7)), received(failed(7)), received(done(7))],
      times(3, 5),
    ],
    ["comes twice to a request that came twice", [asked(7), received(done(7)), asked(7), received(done(7))], kept(5)],
    ["comes beside one to another request", [asked(7), asked("7"), received(done(7)), received(done("7"))], kept(4, 5)],
    [
      "comes beside one on another connection",
      [second(), asked(7), asked(7, "ping", there), received(done(7)), received(done(7), there)],
      kept(5, 6),
    ],
    ["has the id in another type", [asked(7), received(done("7"))], kept(2)],
    ["never comes", [asked(7), more], unasked],
  ])("%s, as to how often", (_situation, lines, expected) => {
    expect(seen(checks.clientOneResponse, lines)).toEqual(expected);
  });
});

describe("a ping", () => {
  const gone = unseen("no ping reached a client that went on afterwards");
  const ignored = (id: string, seq = 2): object =>
    broken(`a ping with the id ${id} got no answer, though the client went on`, seq);
  it.each<[string, readonly Line[], object]>([
    ["is answered", [asked(7), received(done(7))], kept(3)],
    ["is answered with what belongs to no method", [asked(7), received(done(7, { _meta: {} }))], kept(3)],
    [
      "is answered with something",
      [asked(7), received(done(7, { ok: true, _meta: {}, at: 1 }))],
      broken("the result of a ping has the members ok, at", 3),
    ],
    ["is refused", [asked(7), received(failed(7))], broken("a ping was answered with an error", 3)],
    ["is ignored", [asked(7), more], ignored("7")],
    ["with an id that is a text is ignored", [asked("p"), more], ignored('"p"')],
    ["with an id that is no id may be ignored", [asked(null), asked(1.5), more], gone],
    ["with an id that is no id is answered", [asked(1.5), received(done(1.5))], gone],
    ["is ignored by a client that goes", [asked(7)], gone],
    ["is ignored by a client that only tells something more", [asked(7), received(note("x"))], gone],
    ["is ignored by a client that had asked before", [more, asked(7)], gone],
    ["is ignored by a client that goes on elsewhere", [asked(7), second(), received(ask(1, "x"), there)], gone],
    ["is none", [asked(7, "roots/list"), more], gone],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(checks.clientPing, lines)).toEqual(expected);
  });

  const later = received(ask("later", "tools/list"));
  it.each<[string, readonly Line[], object]>([
    ["asks once", [asked(7), more], gone],
    ["asks and is answered", [asked(7), more, sent(done("more"))], gone],
    ["asks twice at once", [asked(7), more, later, sent(done("more"))], gone],
    ["asks again after it was answered", [asked(7), more, sent(done("more")), later], ignored("7")],
    ["had asked before, and asks again", [more, asked(7), sent(done("more")), later], gone],
    ["asks, and another connection was opened for a scenario", [asked(7), more, second()], gone],
  ])("is ignored by a client no scenario is played for, which %s", (_situation, lines, expected) => {
    expect(seen(checks.clientPing, lines, null)).toEqual(expected);
  });
});

describe("an unknown method", () => {
  const unknown = asked(7, "mcpcheck/no-such-method");
  const gone = unseen("no unknown method reached a client that went on afterwards");
  it.each<[string, readonly Line[], object]>([
    ["is refused", [unknown, received(failed(7))], kept(3)],
    ["is answered", [unknown, received(done(7))], broken("it was answered with a result", 3)],
    ["is ignored", [unknown, more], broken("it got no answer, though the client went on", 2)],
    ["is ignored by a client that goes", [unknown], gone],
    ["is none", [asked(7), more], gone],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(checks.clientUnknownMethod, lines)).toEqual(expected);
  });

  const accepted = unseen("no unknown method was refused");
  it.each<[string, readonly Line[], object]>([
    ["is refused as unknown", [unknown, received(failed(7, -32601))], kept(3)],
    ["is refused as something else", [unknown, received(failed(7, -32603))], broken("the code is -32603", 3)],
    ["is answered", [unknown, received(done(7))], accepted],
    ["is ignored", [unknown, more], accepted],
    ["is none, though refused", [asked(7), received(failed(7, -32603))], accepted],
  ])("%s, by its code", (_situation, lines, expected) => {
    expect(seen(checks.clientUnknownMethodCode, lines)).toEqual(expected);
  });
});

describe("a notification", () => {
  const told = sent(note("mcpcheck/news"));
  const answered = (seq: number): object => broken("mcpcheck/news was answered", seq);
  const untold = unseen("no notification was sent that the client does not know");
  it.each<[string, readonly Line[], object]>([
    ["that is unknown gets no answer", [told], kept(2)],
    ["that is unknown is refused with the id null", [told, received(failed(null))], answered(3)],
    [
      "that is unknown is refused without an id",
      [told, received({ jsonrpc: "2.0", error: { code: -32601, message: "no" } })],
      answered(3),
    ],
    ["that is unknown comes beside an answer to a request", [told, asked(0), received(done(0))], kept(2)],
    ["that is unknown comes after something was refused", [received(failed(null)), told], kept(3)],
    [
      "that is unknown comes while something is refused on another connection",
      [told, second(), received(failed(null), there)],
      kept(2),
    ],
    ["that is known is refused", [sent(note("notifications/progress")), received(failed(null))], untold],
    ["is a request in truth", [asked(7, "mcpcheck/news"), received(failed(null))], untold],
  ])("%s", (_situation, lines, expected) => {
    expect(seen(checks.clientNoAnswerToNotification, lines)).toEqual(expected);
  });
});

it.each<[string, readonly Line[], object, Revision?]>([
  ["asks nothing of a client that is silent", [more], unasked],
  ["asks something in vain", [asked(7)], kept(2)],
  ["asks something and is answered", [asked(7), received(done(7))], broken("a response was sent", 3)],
  ["asks something and is refused", [asked(7), received(failed(7))], broken("a response was sent", 3)],
  ["asks nothing and is answered all the same", [received(done(7))], broken("a response was sent", 2)],
  ["is of an earlier era", [asked(7), received(done(7))], unseen("not a stateless revision"), "2025-11-25"],
])("a stateless server %s", (_situation, lines, expected, revision = "2026-07-28") => {
  expect(seen(checks.clientNoResponses, lines, revision)).toEqual(expected);
});
