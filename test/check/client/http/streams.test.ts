import { describe, expect, it } from "vitest";
import * as checks from "../../../../src/check/client/http/streams.ts";
import { ask, at, done, failed, type Line, note, over, received, status, streamed } from "../../../support/traces/small-trace.ts";
import { broken, kept, none, unseen } from "../told-trace.ts";
import { goes, posts, verdict } from "./over-http.ts";

const call = [posts(1, ask(1, "tools/call")), status(1, 200)] as const;
const event = (id: string, more: object = {}): Line => streamed(1, "", { id, ...more });
const back = (id = "e", exchange = 2): Line => goes(exchange, "GET", { "Last-Event-ID": id });
/** The stream of a call ends with event 5, before there is an answer. */
const broke = [...call, event("e"), over(1, "broken")] as const;
const more = posts(3, ask(3, "ping"));

describe("a stream that ended", () => {
  const whole = none("no stream with event ids broke before its answer");
  const lost = (seq: number): object => broken("nobody came back for a stream that broke", seq);
  it.each<[string, readonly Line[], object]>([
    ["is asked for again", [...broke, back()], kept(6)],
    ["is asked for again after it was closed in order", [...call, event("e"), over(1, "complete"), back()], kept(6)],
    ["is left, and the client goes on", [...broke, more], lost(5)],
    ["is left, and the client asks for another one", [...broke, back("f")], lost(5)],
    ["is left, and the client opens a stream of its own", [...broke, goes(2, "GET")], lost(5)],
    ["is asked for by a POST", [...broke, posts(2, ask(2, "ping"), { "Last-Event-ID": "e" })], lost(5)],
    ["was asked for before it ended", [...call, event("e"), back(), over(1, "broken"), more], lost(6)],
    ["is asked for from an earlier event on", [...call, event("d"), event("e"), over(1, "broken"), back("d")], lost(6)],
    [
      "is asked for from the last event on that has an id",
      [...call, event("e"), streamed(1, note("x")), event(""), over(1, "broken"), back()],
      kept(8),
    ],
    [
      "had brought a notification only",
      [...call, event("e"), streamed(1, note("x", { a: 1 })), over(1, "broken"), more],
      lost(6),
    ],
    [
      "had brought a notification with the word error in it",
      [...call, event("e"), streamed(1, note("x", { level: "error" })), over(1, "broken"), more],
      lost(6),
    ],
    ["is left by a client that goes, too", [...broke], whole],
    ["is left by a client that goes on elsewhere", [...broke, posts(3, ask(3, "ping"), {}, { connection: 2 })], whole],
    ["had brought the result", [...call, event("e"), streamed(1, done(1)), over(1, "broken"), more], whole],
    ["had brought an error", [...call, event("e"), streamed(1, failed(1)), over(1, "broken"), more], whole],
    ["was left by the client", [...call, event("e"), over(1, "closed-by-peer"), more], whole],
    ["has not ended", [...call, event("e"), more], whole],
    ["had no ids", [...call, streamed(1, note("x")), over(1, "broken"), more], whole],
    ["had an empty id", [...call, event(""), over(1, "broken"), more], whole],
    ["is that of another request", [posts(1, ask(1, "tools/list")), event("e"), over(1, "broken"), more], whole],
    ["is none, as the call came over a pipe", [received(ask(1, "tools/call")), event("e"), over(1, "broken"), more], whole],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.clientResumes, lines)).toEqual(expected);
  });

  const cancels = (id: number, others: object = {}): Line =>
    posts(4, note("notifications/cancelled", { requestId: id }), {}, others);
  it.each<[string, readonly Line[], object]>([
    ["the call", [...broke, cancels(1)], whole],
    ["the call, before the stream ended", [...call, event("e"), cancels(1), over(1, "broken"), more], whole],
    ["another call", [...broke, cancels(2)], lost(5)],
    ["a call of the same number before", [cancels(1), ...broke, more], lost(6)],
    ["a call of the same number on another connection", [...broke, cancels(1, { connection: 2 }), more], lost(5)],
    [
      "nothing, but tells of the progress of the call",
      [...broke, posts(4, note("notifications/progress", { requestId: 1 }))],
      lost(5),
    ],
  ])("is none to a client that cancels %s", (_situation, lines, expected) => {
    expect(verdict(checks.clientResumes, lines)).toEqual(expected);
  });
});

describe("a retry field", () => {
  const last = (retry?: string): Line => at(100, event("e", retry === undefined ? {} : { retry }));
  const ends = over(1, "complete");
  const unasked = unseen("nobody came back for a stream with a retry field");
  const early = (ms: number, seq: number): object => broken(`it came back after ${ms} ms, where retry said 500`, seq);
  it.each<[string, readonly Line[], object]>([
    ["is respected", [...call, last("500"), ends, at(600, back())], kept(6)],
    ["is respected as far as the clocks of two machines agree", [...call, last("500"), ends, at(580, back())], kept(6)],
    ["is not respected", [...call, last("500"), ends, at(579.4, back())], early(479, 6)],
    [
      "of an earlier event is not respected",
      [...call, event("d", { retry: "500" }), last(), ends, at(140, back())],
      early(40, 7),
    ],
    ["is changed by a later one", [...call, event("d", { retry: "500" }), last("30"), ends, at(140, back())], kept(7)],
    ["counts from the last event on", [...call, event("d", { retry: "500" }), last(), at(700, ends), at(720, back())], kept(7)],
    ["was not sent", [...call, last(), ends, at(101, back())], unasked],
    ["is that of a stream nobody comes back for", [...call, last("500"), ends, at(101, more)], unasked],
  ])("%s", (_situation, lines, expected) => {
    expect(verdict(checks.clientWaitsRetry, lines)).toEqual(expected);
  });
});
