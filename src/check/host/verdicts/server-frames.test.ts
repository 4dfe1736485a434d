import { describe, expect, it } from "vitest";
import { asked, broken, kept, sent, textTo, to, traceOf, type TraceRow, unseen } from "../../../../test/support/host-traces.ts";
import { expectations } from "../expectations.ts";

const { wellFormed, replied } = expectations;
const ping = to({ id: 1, method: "ping" });

describe("messages to servers are judged", () => {
  const twice = (id: string) => broken(`the request id ${id} twice on one connection`, 2);
  it.each<TraceRow>([
    ["well-formed where ids differ in their type", {}, [ping, to({ id: "1", method: "ping" })], kept(1, 2)],
    [
      "well-formed where an id is used on two connections",
      {},
      [ping, to({ id: 1, method: "ping" }, { instance: "files:2" })],
      kept(1, 2),
    ],
    ["well-formed where a notification comes twice", {}, [to({ method: "a" }), to({ method: "a", params: {} })], kept(1, 2)],
    [
      "well-formed where an answer has the id of a request",
      {},
      [ping, to({ id: 1, result: [] }), to({ id: null, error: {} })],
      kept(1, 2, 3),
    ],
    [
      "well-formed where only another server got something else",
      { server: "web" },
      [textTo("no JSON"), to({ method: "a" }, { server: "web" })],
      kept(2),
    ],
    ["undecided where the named server got nothing", { server: "web" }, [ping], unseen("no server got a message")],
    ["broken by an id used again", {}, [ping, ping], twice("1")],
    ["broken by an id of text used again", {}, [to({ id: "a", method: "ping" }), to({ id: "a", method: "b" })], twice('"a"')],
    ["broken by an id that is no whole number", {}, [ping, to({ id: 1.5, method: "ping" })], broken("the request id 1.5", 2)],
    ["broken by an id that is null", {}, [to({ id: null, method: "ping" })], broken("the request id null", 1)],
    ["broken by params in a list", {}, [to({ id: 1, method: "ping", params: [] })], broken("params that are not an object", 1)],
    [
      "broken by a notification with a text for params",
      {},
      [to({ method: "a", params: "b" })],
      broken("params that are not an object", 1),
    ],
    [
      "broken by a message of another version",
      {},
      [to({ jsonrpc: "1.0", method: "a" })],
      broken('a message without "jsonrpc": "2.0"', 1),
    ],
    [
      "broken by an answer without a version",
      {},
      [ping, textTo('{"id":1,"result":{}}')],
      broken('a message without "jsonrpc": "2.0"', 2),
    ],
    [
      "broken by a line that is no JSON, of which the beginning is shown",
      {},
      [textTo("x".repeat(100))],
      broken(`the host sent ${"x".repeat(80)}, which is not a JSON object`, 1),
    ],
    [
      "broken by a message without a method, a result and an error",
      {},
      [to({ id: 1 })],
      broken("a message that is neither a request nor an answer", 1),
    ],
    [
      "broken by an answer that has a result and an error",
      {},
      [to({ id: 1, result: {}, error: {} })],
      broken("a message that is neither a request nor an answer", 1),
    ],
    ["broken by a method that is no text", {}, [to({ method: 7 })], broken("the method 7, which is no text", 1)],
    ["broken by JSON that is no object", {}, [textTo("7")], broken("the host sent 7, which is not a JSON object", 1)],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(wellFormed.judge(wanted, traceOf(...events))).toEqual(outcome);
  });
});

describe("the answer to a request of a server is judged", () => {
  const asks = sent('{"jsonrpc":"2.0","id":"e","method":"elicitation/create"}');
  const declined = to({ id: "e", result: { action: "decline", more: 1 } });
  const refused = to({ id: "e", error: { code: -32601, message: "no" } });
  const withDecline = 'answered with {"jsonrpc":"2.0","id":"e","result":{"action":"decline","more":1}}';
  const withRefusal = 'answered with {"jsonrpc":"2.0","id":"e","error":{"code":-32601,"message":"no"}}';
  it.each<TraceRow>([
    ["kept by any answer where none is named", { id: "e" }, [asks, refused], kept(2)],
    ["kept by a result that holds more", { id: "e", result: { action: "decline" } }, [asks, declined], kept(2)],
    ["kept by the error of the code", { id: "e", code: -32601 }, [asks, refused], kept(2)],
    ["by the first of two answers", { id: "e", code: -32601 }, [asks, refused, declined], kept(2)],
    [
      "by an answer, not by a request of the host with this id",
      { id: "e" },
      [asks, to({ id: "e", method: "ping" }), declined],
      kept(3),
    ],
    ["by the answer with this id alone", { id: "e" }, [asks, to({ id: "f", result: {} }), declined], kept(3)],
    [
      "by what reached the named server",
      { id: "e", server: "files" },
      [asks, to({ id: "e", result: {} }, { server: "web" }), declined],
      kept(3),
    ],
    [
      "broken by another result",
      { id: "e", result: { action: "accept" } },
      [asks, declined],
      broken(`${withDecline}, expected the result {"action":"accept"}`, 2),
    ],
    [
      "broken by an error where a result is wanted",
      { id: "e", result: {} },
      [asks, refused],
      broken(`${withRefusal}, expected the result {}`, 2),
    ],
    ["broken by another error", { id: "e", code: -1 }, [asks, refused], broken(`${withRefusal}, expected the error -1`, 2)],
    [
      "broken by a result where an error is wanted",
      { id: "e", code: -1 },
      [asks, declined],
      broken(`${withDecline}, expected the error -1`, 2),
    ],
    [
      "broken by silence, at the request",
      { id: "e" },
      [asked, asks],
      broken('the request "e" of the server was not answered', 2),
    ],
    [
      "undecided where the server sent an answer, no request",
      { id: "e" },
      [sent('{"jsonrpc":"2.0","id":"e","result":{}}')],
      unseen("the server sent no such request"),
    ],
    [
      "undecided where it was the host that sent the request",
      { id: "e" },
      [to({ id: "e", method: "ping" })],
      unseen("the server sent no such request"),
    ],
  ])("%s", (_title, wanted, events, outcome) => {
    expect(replied.judge(wanted, traceOf(...events))).toEqual(outcome);
  });

  it("with the beginning of a long one shown", () => {
    const long = to({ id: 1, result: { text: "x".repeat(300) } });
    const begins = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { text: "x".repeat(300) } }).slice(0, 200);
    expect(replied.judge({ id: 1, result: 2 }, traceOf(long))).toEqual(
      broken(`answered with ${begins}, expected the result 2`, 1),
    );
    expect(replied.judge({ id: 1, code: 2 }, traceOf(long))).toEqual(broken(`answered with ${begins}, expected the error 2`, 1));
  });
});
