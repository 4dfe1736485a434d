import { describe, expect, it } from "vitest";
import {
  asked,
  broken,
  kept,
  request,
  type TimedEvent,
  to,
  traceOf,
  type TraceRow,
  unseen,
} from "../../../../test/support/host-traces.ts";
import { expectations } from "../expectations.ts";

const { header, http } = expectations;
const ping = to({ id: 1, method: "ping" });

describe("the header of messages over HTTP is judged", () => {
  const over = (message: object, headers: Readonly<Record<string, string>> = {}) => to(message, { headers });
  const session = { name: "Mcp-Session-Id" };
  const initialize = over({ id: 1, method: "initialize" });
  const withOne = over({ id: 2, method: "tools/list" }, { "mcp-session-id": "Ab-1" });
  const without = over({ id: 2, method: "tools/list" });
  const discover = over({ id: 0, method: "server/discover" });
  it.each<TraceRow>([
    ["kept by any value where none is named", session, [withOne], kept(1)],
    ["kept by the value", { ...session, value: "Ab-1" }, [withOne], kept(1)],
    ["kept by a value of the form, whatever its case", { ...session, matches: "^aB-\\d$" }, [withOne], kept(1)],
    ["kept by its absence where it has to lack", { ...session, value: null }, [without], kept(1)],
    ["by messages of the methods alone", { ...session, methods: ["tools/list"] }, [initialize, withOne], kept(2)],
    ["by messages over HTTP alone", session, [ping, withOne], kept(2)],
    [
      "by messages to the server alone",
      { ...session, server: "files" },
      [to({ method: "a" }, { server: "web", headers: {} }), withOne],
      kept(2),
    ],
    ["by what came after the message", { ...session, after: "initialize" }, [discover, initialize, withOne], kept(3)],
    ["undecided where only messages to processes came", session, [ping], unseen("no such message reached a server over HTTP")],
    [
      "undecided where that message did not come",
      { ...session, after: "initialize" },
      [without, without],
      unseen("no initialize reached a server over HTTP"),
    ],
    [
      "undecided where nothing came after the message",
      { ...session, after: "initialize" },
      [withOne, initialize],
      unseen("no such message reached a server over HTTP"),
    ],
    ["broken by its absence", session, [withOne, without], broken("no Mcp-Session-Id with tools/list", 2)],
    [
      "broken by its presence where it has to lack",
      { ...session, value: null },
      [withOne],
      broken("Mcp-Session-Id: Ab-1 for tools/list", 1),
    ],
    ["broken by another value", { ...session, value: "ab-1" }, [withOne], broken("Mcp-Session-Id: Ab-1 for tools/list", 1)],
    [
      "broken by a value of another form",
      { ...session, matches: "^\\d" },
      [withOne],
      broken("Mcp-Session-Id: Ab-1 for tools/list", 1),
    ],
    [
      "broken by the value in another form than wanted",
      { ...session, value: "Ab-1", matches: "^\\d" },
      [withOne],
      broken("Mcp-Session-Id: Ab-1 for tools/list", 1),
    ],
    [
      "broken by an answer and a message in front of it, where all count",
      session,
      [discover, over({ id: 5, result: {} })],
      broken("no Mcp-Session-Id with server/discover; no Mcp-Session-Id with answer", 1, 2),
    ],
    [
      "broken by an answer where answers are meant",
      { ...session, methods: ["answer"] },
      [without, over({ id: 5, result: {} })],
      broken("no Mcp-Session-Id with answer", 2),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(header.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("HTTP requests are judged", () => {
  const after = { method: "GET", after: "ping" };
  const get = (at?: number): TimedEvent => ({ ...request("GET"), ...(at === undefined ? {} : { at }) });
  const since: TimedEvent = { ...ping, at: 100 };
  it.each<TraceRow>([
    [
      "kept by each of them, with any header",
      { method: "GET" },
      [asked, request("GET"), request("POST"), request("GET", { a: "b" })],
      kept(2, 4),
    ],
    ["kept by the question where none was wanted, and none came", { method: "GET", times: 0 }, [asked, request("POST")], kept(1)],
    ["kept where none was wanted after a message", { ...after, times: 0, withinMs: 5 }, [asked, get(), since], kept(1)],
    [
      "by what came before an answer too where no message is named",
      { method: "GET", times: 2 },
      [get(), to({ id: 1, result: {} }), get()],
      kept(1, 3),
    ],
    ["kept at the very end of the time", { ...after, withinMs: 50 }, [get(), since, get(150), get(999)], kept(3, 4)],
    ["kept after the message where no time is named", after, [since, get(100_000)], kept(2)],
    [
      "by the time of the first with the fields",
      { ...after, headers: { a: "b" }, atLeastMs: 50 },
      [since, get(110), { ...request("GET", { a: "b" }), at: 150 }],
      kept(3),
    ],
    ["undecided where nothing happened", { method: "GET" }, [], unseen("the host was asked nothing")],
    [
      "undecided where the message came to another server",
      { ...after, server: "web" },
      [asked, since, request("GET", {}, "web")],
      unseen("no ping reached a server"),
    ],
    [
      "broken at the question where no request came",
      { method: "GET" },
      [asked],
      broken("0 GET requests, expected at least one", 1),
    ],
    [
      "broken at the first request where none was of the method",
      { method: "GET" },
      [request("POST"), request("PUT")],
      broken("0 GET requests, expected at least one", 1),
    ],
    [
      "broken at one of the method that lacks the fields",
      { method: "GET", headers: { a: "^b" } },
      [asked, request("POST"), request("GET", { a: "c" })],
      broken('0 GET requests with {"a":"^b"}, expected at least one', 3),
    ],
    ["broken by one too many", { method: "GET", times: 1 }, [get(), get()], broken("2 GET requests, expected 1", 1)],
    [
      "broken by one that came too early",
      { ...after, atLeastMs: 30 },
      [since, get(129.4)],
      broken("GET came 29 ms after ping, expected at least 30", 2),
    ],
    [
      "broken by one that came too late",
      { ...after, atLeastMs: 10, withinMs: 20 },
      [since, get(121)],
      broken("GET came 21 ms after ping, expected 10 to 20", 2),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(http.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});
