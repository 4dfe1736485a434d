import { describe, expect, it } from "vitest";
import * as checks from "../../../../src/check/client/http/bodies.ts";
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
  received,
  sent,
  streamed,
} from "../../../support/traces/small-trace.ts";
import { broken, kept, none, told, todo, unseen } from "../told-trace.ts";
import { given, goes, left, posts, verdict } from "./over-http.ts";

describe("the body of a POST", () => {
  const unsent = unseen("the client sent no POST");
  const mixed = broken("a batch has responses beside other messages", 2);
  const no = broken("the body of a POST is not one message", 2);
  it.each<[string, readonly Line[], object, Revision?]>([
    ["is a request", [posts(1, ask(1, "ping"))], kept(2)],
    ["is a notification", [posts(1, note("x"))], kept(2)],
    ["is a result", [posts(1, done(1))], kept(2)],
    ["is an error", [posts(1, failed(1))], kept(2)],
    ["is missing", [posts(1, null)], broken("a POST has no body", 2)],
    ["is missing, as the client went away", [posts(1, null), over(1, "closed-by-peer")], unsent],
    ["is no JSON", [posts(1, "{")], no],
    ["is no JSON, as the client went away", [posts(1, "{"), over(1, "closed-by-peer")], unsent],
    ["is no JSON, and the exchange went on to its end", [posts(1, "{"), over(1, "complete")], no],
    ["is whole, though the client went away", [posts(1, ask(1, "ping")), over(1, "closed-by-peer")], kept(2)],
    ["is no message", [posts(1, { x: 1 })], no],
    ["of a GET is nobody's business", [goes(1, "GET")], unsent],
    ["is a batch, which is looked at elsewhere", [posts(1, [ask(1, "ping"), done(1)])], unsent],
    ["is a batch of requests of 2025-03-26", [posts(1, [ask(1, "ping"), note("x")])], kept(2), "2025-03-26"],
    ["is a batch of answers of 2025-03-26", [posts(1, [done(1), failed(2)])], kept(2), "2025-03-26"],
    [
      "is a batch of 2025-03-26 the client went away after",
      [posts(1, [done(1)]), over(1, "closed-by-peer")],
      kept(2),
      "2025-03-26",
    ],
    ["is a batch of 2025-03-26 with a result and a request", [posts(1, [ask(1, "ping"), done(1)])], mixed, "2025-03-26"],
    ["is a batch of 2025-03-26 with an error and a notification", [posts(1, [failed(1), note("x")])], mixed, "2025-03-26"],
  ])("%s", (_situation, lines, expected, revision) => {
    expect(verdict(checks.oneMessage, lines, revision)).toEqual(expected);
  });
});

describe("a call whose answer broke off", () => {
  const step = todo("call-tool", { name: "t", arguments: { a: 1, b: 2 } });
  const calls = (exchange: number, name: string, args: Json, more: object = {}): Line =>
    posts(exchange, ask(exchange, "tools/call", { name, arguments: args }), {}, more);
  const call = calls(1, "t", { a: 1, b: 2 });
  const again = calls(2, "t", { b: 2, a: 1 });
  const whole = none("no answer broke off");
  it.each<[string, readonly Line[], object]>([
    ["is left at that", [told("main", [step]), call, over(1, "broken")], kept(3)],
    ["is sent again", [told("main", [step]), call, over(1, "broken"), again], broken("it was sent again", 5)],
    [
      "is followed by a call of another tool",
      [told("main", [step]), call, over(1, "broken"), calls(2, "u", { a: 1, b: 2 })],
      kept(3),
    ],
    [
      "is followed by a call with other arguments",
      [told("main", [step]), call, over(1, "broken"), calls(2, "t", { a: 1, b: 3 })],
      kept(3),
    ],
    ["was to be made twice", [told("main", [step, step]), call, over(1, "broken"), again], whole],
    [
      "was to be made in another scenario as well",
      [told("main", [step]), told("other", [step]), call, over(1, "broken"), again],
      broken("it was sent again", 6),
    ],
    ["is that of another tool", [told("main", [step]), calls(1, "u", { a: 1, b: 2 }), over(1, "broken"), again], whole],
    ["is none, as it was answered", [told("main", [step]), call, ...given(1, 1, {}), over(1, "complete"), again], whole],
    ["is none, as the client went away", [told("main", [step]), call, over(1, "closed-by-peer"), again], whole],
    ["was not told to be made", [told("main", [todo("list-tools")]), call, over(1, "broken"), again], whole],
    [
      "was made in another scenario",
      [
        opened({ connection: 2, session: "other" }),
        told("main", [step]),
        calls(1, "t", { a: 1, b: 2 }, { connection: 2 }),
        over(1, "broken"),
        again,
      ],
      whole,
    ],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.notPostedAgain, lines)).toEqual(expected);
  });
});

describe("a ping on the stream of a GET", () => {
  const asked = [goes(1, "GET"), streamed(1, ask("p", "ping"))] as const;
  // The client answers a ping on the stream of its call: events 4 to 6.
  const control = [posts(2, ask(1, "tools/call")), streamed(2, ask("c", "ping")), posts(3, done("c"))] as const;
  const unasked = none("no server asked on the stream of a GET");
  const ignored = broken("a ping on the stream of the GET was never answered", 3);
  const elsewhere = { connection: 2 } as const;
  it.each<[string, readonly Line[], object]>([
    ["is answered", [...asked, posts(3, done("p"))], kept(4)],
    ["is answered with an error", [...asked, posts(3, failed("p"))], kept(4)],
    ["is not answered by a client that reads other streams", [...asked, ...control, left(0)], ignored],
    [
      "is not answered by a client whose process was another connection",
      [opened({ connection: 3, session: "main" }), ...asked, ...control, left(0, 3)],
      broken("a ping on the stream of the GET was never answered", 4),
    ],
    ["is not answered by a client that answers no ping", [...asked, control[0], control[1], left(0)], unasked],
    ["is not answered by a client that was asked nowhere else", [...asked, left(0)], unasked],
    ["is not answered by a client that failed", [...asked, ...control, left(1)], unasked],
    ["is not answered by a client that is there still", [...asked, ...control], unasked],
    [
      "is not answered by a client, and another one left",
      [opened({ connection: 3, session: "other" }), ...asked, ...control, left(0, 3)],
      unasked,
    ],
    [
      "is not answered by a client that answers on another connection only",
      [
        ...asked,
        posts(2, ask(1, "tools/call"), {}, elsewhere),
        streamed(2, ask("c", "ping"), elsewhere),
        posts(3, done("c"), {}, elsewhere),
        left(0),
      ],
      unasked,
    ],
    [
      "is not answered by a client that answers on no stream of a call",
      [...asked, sent(ask("c", "ping")), received(done("c")), left(0)],
      unasked,
    ],
    [
      "is answered by a client that left another one on that stream without an answer",
      [...asked, streamed(1, ask("q", "ping")), posts(3, done("q")), left(0)],
      kept(5),
    ],
    ["is none, as it came on the stream of a call", [...control, left(0)], unasked],
    ["is none, as something else was asked", [goes(1, "GET"), streamed(1, ask("p", "roots/list")), ...control, left(0)], unasked],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.askedOnAnyStream, lines)).toEqual(expected);
  });
});
