import { describe, expect, test } from "vitest";
import { longestId, mostValues } from "./bounds.ts";
import { isForeign, looseId, parseFrame, parseReceived, textBehind } from "./frame.ts";

const filler = (values: number): string => `[${"[],".repeat(values)}0]`;

describe("a message that holds more than is read", () => {
  test.each<readonly [string, object]>([
    [`{"jsonrpc":"2.0","id":7,"result":{"x":${filler(mostValues)}}}`, { id: 7, mayAnswer: true }],
    [`{"result":{"x":${filler(mostValues)}},"jsonrpc":"2.0","id":"seven"}`, { id: "seven", mayAnswer: true }],
    [`{"id":7,"method":"ping","params":{"x":${filler(mostValues)}}}`, { id: 7, mayAnswer: false }],
    [`{"method":"notifications/x","params":{"x":${filler(mostValues)}}}`, { id: undefined, mayAnswer: false }],
    [`{"id":{"a":1},"result":${filler(mostValues)}}`, { id: undefined, mayAnswer: true }],
    [`[{"id":1,"result":${filler(mostValues)}}]`, { id: undefined, mayAnswer: true }],
    [filler(mostValues).slice(0, -1), { id: undefined, mayAnswer: true }],
  ])("is not parsed, only looked over: %.40s", (text, seen) => {
    expect(parseFrame(text)).toEqual({ kind: "too-large", why: `it holds more than ${mostValues} values`, defects: [], ...seen });
  });

  test("is read when it holds just as many as may be", () => {
    expect(parseFrame(`{"jsonrpc":"2.0","id":7,"result":{"x":${filler(mostValues - 6)}}}`).kind).toBe("result");
    expect(parseFrame(`{"jsonrpc":"2.0","id":7,"result":{"x":${filler(mostValues - 5)}}}`).kind).toBe("too-large");
  });

  test("is one too with an id that is longer than ids may be", () => {
    const id = "x".repeat(longestId + 1);
    expect(parseFrame(JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }))).toMatchObject({
      kind: "too-large",
      mayAnswer: false,
    });
    expect(parseFrame(JSON.stringify({ jsonrpc: "2.0", id: id.slice(1), method: "ping" })).kind).toBe("request");
    expect(parseFrame(JSON.stringify([{ jsonrpc: "2.0", id, result: {} }]))).toMatchObject({
      kind: "batch",
      items: [{ kind: "too-large", id: undefined, mayAnswer: true }],
    });
  });

  test("may be a text of many characters without being one", () => {
    expect(parseFrame(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { text: "[,".repeat(mostValues) } })).kind).toBe("result");
  });
});

describe("what a message is, and what is wrong with it", () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', "request", []],
    ['{"jsonrpc":"2.0","id":"a","method":"ping","params":{}}', "request", []],
    ['{"id":1,"method":"ping"}', "request", ['the member "jsonrpc" is missing']],
    ['{"jsonrpc":2,"id":1,"method":"ping"}', "request", ['"jsonrpc" is 2, expected "2.0"']],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', "request", ["params is not an object"]],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', "request", ["id is null, expected a string or an integer"]],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', "request", ["id is 1.5, expected a string or an integer"]],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}', "request", ["method beside result or error"]],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","error":{}}', "request", ["method beside result or error"]],
    ['{"jsonrpc":"2.0","method":"notifications/x"}', "notification", []],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', "result", []],
    ['{"jsonrpc":"2.0","result":{}}', "result", ["a result without id"]],
    ['{"jsonrpc":"2.0","id":[1],"result":{}}', "result", ["id is [1], expected a string or an integer"]],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no"}}', "error", []],
    ['{"jsonrpc":"2.0","error":{"code":-32600,"message":"no"}}', "error", []],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"no"}}', "error", ["error.code is not an integer"]],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":1}}', "error", ["error.message is not a string"]],
    ['{"jsonrpc":"2.0","id":1,"error":"no"}', "error", ["error is not an object"]],
    ['{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}', "error", ["both result and error"]],
    ['{"jsonrpc":"2.0","id":1}', "not-jsonrpc", ["neither method nor result nor error"]],
    ['{"jsonrpc":"2.0","id":1,"method":7}', "not-jsonrpc", ["neither method nor result nor error"]],
    ["7", "not-jsonrpc", ["a JSON number, expected an object"]],
    ["null", "not-jsonrpc", ["a JSON null, expected an object"]],
    ["[]", "batch", ["a batch must not be empty"]],
    ["[[]]", "batch", []],
  ])("%s", (text, kind, defects) => {
    expect(parseFrame(text)).toMatchObject({ kind, defects });
  });

  test("the members of a message are handed out as they are", () => {
    expect(parseFrame('{"jsonrpc":"2.0","id":1,"error":"no"}')).toMatchObject({ id: 1, error: {} });
    expect(parseFrame('{"jsonrpc":"2.0","id":1,"result":null}')).toMatchObject({ id: 1, result: null });
    expect(parseFrame('{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":1}}')).toMatchObject({ method: "x", params: { a: 1 } });
  });

  test("a batch in a batch is none, and says so", () => {
    const [inner] = Object.values(parseFrame("[[1]]")).find((value) => Array.isArray(value)) as object[];
    expect(inner).toMatchObject({ kind: "not-jsonrpc", defects: ["a JSON array, expected an object"] });
  });

  test("a byte order mark is a defect beside the others", () => {
    expect(parseReceived('\uFEFF{"id":1,"method":"ping"}').defects).toEqual([
      "a byte order mark comes before it",
      'the member "jsonrpc" is missing',
    ]);
    expect(parseReceived('{"jsonrpc":"2.0","id":1,"method":"ping"}').defects).toEqual([]);
  });

  test("a response that says nothing is a message, other JSON is none", () => {
    expect(['{"jsonrpc":"2.0","id":1}', '{"id":1}', '{"jsonrpc":"2.0"}', "{"].map((text) => isForeign(parseFrame(text)))).toEqual(
      [false, true, true, true],
    );
    expect(isForeign(parseFrame('{"jsonrpc":"2.0","id":1,"result":{}}'))).toBe(false);
  });

  test("ids that are written otherwise look alike, other lists do not", () => {
    expect([7, "7", [7], ["7"], [[7]]].map(looseId)).toEqual(["7", "7", "7", "7", "[[7]]"]);
    expect([[7, 8], [], [null], {}, null, undefined].map(looseId)).toEqual(["[7,8]", "[]", "[null]", "{}", "null", "null"]);
  });
});

describe("text behind a message", () => {
  const message = '{"jsonrpc":"2.0","id":7,"result":{"text":"}"}}';

  test.each([" //ok", "ok", " <br>", "\t# 1", " done: yes"])("is a defect of it: %j", (rest) => {
    const frame = parseReceived(`${message}${rest}`);
    expect(frame).toMatchObject({ kind: "result", id: 7, defects: ["text stands behind it"] });
    expect(textBehind(`${message}${rest}`, frame)).toBe(rest.trim());
  });

  test.each([message, `${message},`, `${message}]`, "]"])("is nothing that looks like more JSON: %j", (rest) => {
    expect(parseReceived(`${message}${rest}`).kind).toBe("not-json");
  });

  test.each(['{"level":"info"} started', "{ starting } now", '{"jsonrpc":"2.0","id":7,"res'])("needs a message: %j", (text) => {
    expect(parseReceived(text).kind).toBe("not-json");
  });

  test("is nowhere behind blanks alone", () => {
    const frame = parseReceived(`${message} \r`);
    expect(frame).toMatchObject({ kind: "result", defects: [] });
    expect(textBehind(message, frame)).toBeUndefined();
  });
});
