import { describe, expect, it } from "vitest";
import {
  asked,
  broken,
  call,
  kept,
  request,
  textTo,
  to,
  traceOf,
  type TraceRow,
  unseen,
} from "../../../../test/support/host-traces.ts";
import { expectations } from "../expectations.ts";
import { holds } from "../server-messages.ts";

const { called, notCalled, saw, order } = expectations;
const nothingAsked = unseen("the host was asked nothing");
const list = to({ id: 2, method: "tools/list" });
const initialize = to({ id: 1, method: "initialize" });
const initialized = to({ method: "notifications/initialized" });

describe("the expectation called is judged", () => {
  it.each<TraceRow>([
    ["kept by a call with any arguments where none are named", { tool: "read" }, [asked, call("read", { path: "a" })], kept(2)],
    ["kept by all the calls there are", { tool: "read" }, [asked, call("read"), call("stat"), call("read")], kept(2, 4)],
    ["kept by a call without arguments where none are wanted", { tool: "read", arguments: {} }, [asked, call("read")], kept(2)],
    ["undecided where no call was wanted, and none came", { tool: "read", times: 0 }, [asked], unseen("read was not called")],
    ["undecided where the host was asked nothing", { tool: "read" }, [], nothingAsked],
    [
      "by the calls where there was no question",
      { tool: "read", times: 1 },
      [call("stat")],
      broken("read was called not at all; expected 1 (called: stat)", 1),
    ],
    [
      "broken by silence, at the question",
      { tool: "read" },
      [asked],
      broken("read was called not at all; expected at least one", 1),
    ],
    [
      "broken by calls of other tools, which are named",
      { tool: "read", server: "files" },
      [asked, call("stat"), call(7), call("wipe")],
      broken("read on files was called not at all; expected at least one (called: stat, , wipe)", 2),
    ],
    [
      "broken by a call on another server",
      { tool: "read", server: "files" },
      [asked, call("read", {}, { server: "web" })],
      broken("read on files was called not at all; expected at least one", 1),
    ],
    [
      "broken by other arguments, of which three are shown",
      { tool: "read", arguments: { path: "a" } },
      [asked, call("stat"), call("read"), call("read", { path: "b" }), call("read", {}), call("read", { path: "c" })],
      broken('read was called 4 times, with nothing, {"path":"b"}, {}; expected at least one with {"path":"a"}', 3),
    ],
    [
      "broken by a call too many",
      { tool: "read", times: { max: 1 } },
      [asked, call("read", {}), call("read", {})],
      broken("read was called 2 times, with {}, {}; expected at most 1", 2),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(called.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("the expectation notCalled is judged", () => {
  it.each<TraceRow>([
    ["kept where the host was asked and called nothing", {}, [asked, list, asked], kept(1, 3)],
    ["kept where another tool was called", { tool: "wipe" }, [asked, call("read")], kept(1)],
    ["kept where another server was called", { server: "files" }, [asked, call("wipe", {}, { server: "web" })], kept(1)],
    ["undecided where the host was asked nothing", {}, [], nothingAsked],
    [
      "broken by any call where no tool is named",
      {},
      [asked, call("read", { a: 1 })],
      broken('read was called with {"a":1}, expected no call', 2),
    ],
    [
      "broken by a call of the tool",
      { tool: "wipe" },
      [asked, call("read"), call("wipe", {})],
      broken("wipe was called with {}, expected no call", 3),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(notCalled.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("the expectation saw is judged", () => {
  const read = to({ id: 3, method: "resources/read", params: { uri: "a", _meta: { more: 1 } } });
  it.each<TraceRow>([
    ["kept by every message of the method", { method: "tools/list" }, [asked, list, initialize, list], kept(2, 4)],
    [
      "kept by a message that holds more than the params",
      { method: "resources/read", params: { uri: "a" } },
      [asked, read],
      kept(2),
    ],
    [
      "kept by the question where no message was wanted, and none came",
      { method: "tools/list", times: 0 },
      [asked, initialize],
      kept(1),
    ],
    ["kept by a message with params where none are named", { method: "resources/read" }, [asked, read], kept(2)],
    ["undecided where none was wanted, and the host was asked nothing", { method: "tools/list", times: 0 }, [], nothingAsked],
    ["undecided where none had to come, and none came", { method: "ping", times: { max: 2 } }, [asked], unseen("no ping")],
    ["undecided where nothing happened at all", { method: "ping" }, [], nothingAsked],
    [
      "broken by silence, at the question",
      { method: "ping" },
      [asked],
      broken("a server got 0 times ping, expected at least one", 1),
    ],
    [
      "broken by other messages, at the last of them, with or without a question",
      { method: "ping", server: "files" },
      [initialize, initialized, list],
      broken("files got 0 times ping, expected at least one", 3),
    ],
    [
      "broken by a message where none was wanted",
      { method: "tools/list", times: 0 },
      [asked, initialize, list, list],
      broken("a server got 2 times tools/list, expected 0", 3),
    ],
    [
      "broken by other params, of which three are shown",
      { method: "resources/read", params: { uri: "b" }, times: 1 },
      [
        asked,
        read,
        to({ id: 4, method: "resources/read" }),
        ...["c", "d"].map((uri) => to({ id: 5, method: "resources/read", params: { uri } })),
      ],
      broken(
        'a server got 0 times resources/read with {"uri":"b"} ({"uri":"a","_meta":{"more":1}}, no params, {"uri":"c"}), expected 1',
        2,
      ),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(saw.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("the expectation order is judged", () => {
  const methods = ["initialize", "notifications/initialized"];
  const again = { instance: "files:2" };
  const swapped = broken("files got notifications/initialized, initialize, expected initialize, notifications/initialized", 1);
  it.each<TraceRow>([
    ["kept whatever comes afterwards", { methods }, [initialize, initialized, list], kept(1)],
    [
      "kept by each of two connections, however they take turns",
      { methods },
      [initialize, to({ id: 1, method: "initialize" }, again), initialized, to({ method: "notifications/initialized" }, again)],
      kept(1, 2),
    ],
    ["kept although an answer goes between", { methods }, [initialize, to({ id: "p", result: {} }), initialized], kept(1)],
    [
      "kept although revisions are asked for in between",
      { methods },
      [initialize, to({ id: 5, method: "server/discover" }), initialized],
      kept(1),
    ],
    [
      "kept by the named server, whatever another gets",
      { methods, server: "web" },
      [
        initialized,
        to({ id: 1, method: "initialize" }, { server: "web" }),
        to({ method: "notifications/initialized" }, { server: "web" }),
      ],
      kept(2),
    ],
    ["broken by the same messages in another order", { methods }, [initialized, initialize], swapped],
    [
      "broken by a first message left out, whatever comes afterwards",
      { methods },
      [initialize, list, list, initialized],
      broken("files got initialize, tools/list, expected initialize, notifications/initialized", 1),
    ],
    [
      "broken by the first message alone",
      { methods },
      [asked, initialize],
      broken("files got initialize, expected initialize, notifications/initialized", 2),
    ],
    [
      "broken by the one connection that has another order",
      { methods },
      [initialize, initialized, to({ id: 1, method: "ping" }, again), to({ id: 2, method: "initialize" }, again)],
      broken("files got ping, initialize, expected initialize, notifications/initialized", 3),
    ],
    [
      "undecided where no message came",
      { methods },
      [asked, to({ id: 1, method: "server/discover" })],
      unseen("no server got a message"),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(order.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("messages to servers are read", () => {
  it("one by one where they come together, without what is no message", () => {
    const both = JSON.stringify([{ jsonrpc: "2.0", method: "ping" }, 7, null, { jsonrpc: "2.0", method: "ping" }]);
    expect(saw.judge({ method: "ping", times: 2 }, traceOf(asked, textTo(both), textTo("not JSON"), textTo("null")))).toEqual(
      kept(2),
    );
  });

  it("without regard to members that are named and left open", () => {
    expect(holds({ uri: "a" }, { uri: undefined })).toBe(true);
  });

  it("from what reached servers alone", () => {
    const sent = { ...list, kind: "server-sent" } as typeof list;
    expect(saw.judge({ method: "tools/list" }, traceOf(asked, sent, request("POST"), list))).toEqual(kept(4));
  });
});
