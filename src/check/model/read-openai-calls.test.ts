import { describe, expect, it } from "vitest";
import type { Json } from "../../jsonrpc/json.ts";
import { emptyAnswer, type ReadAnswer } from "./read-answer.ts";
import { readOpenai } from "./read-openai.ts";

const delta = (value: Json): string => `data: ${JSON.stringify({ choices: [{ delta: value }] })}`;
const finish = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] })}`;
const done = "data: [DONE]";

describe("deltas of calls", () => {
  type Call = { index?: Json; id?: string; name?: Json; args?: Json };
  const calls = (...given: Call[]): string =>
    delta({
      tool_calls: given.map(({ index, id, name, args }) => ({
        ...(index === undefined ? {} : { index }),
        ...(id === undefined ? {} : { id }),
        function: { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) },
      })),
    });
  const first = calls({ index: 0, id: "a", name: "get_time", args: "" });
  const call = { id: "a", name: "get_time", value: { x: 1 }, text: '{"x":1}' };
  const second = { id: "b", name: "stop", value: {}, text: "{}" };

  it.each<[string, string[], readonly ReadAnswer["calls"][number][], readonly string[]]>([
    ["add up to arguments", [first, calls({ index: 0, args: '{"x"' }), calls({ index: 0, args: ":1}" })], [call], []],
    ["come as one", [calls({ index: 0, id: "a", name: "get_time", args: '{"x":1}' })], [call], []],
    [
      "may repeat a name that is empty, and arguments that are null",
      [first, calls({ index: 0, name: "", args: null }), calls({ index: 0, args: '{"x":1}' })],
      [call],
      [],
    ],
    [
      "follow one another",
      [first, calls({ index: 0, args: '{"x":1}' }), calls({ index: 1, id: "b", name: "stop", args: "{}" })],
      [call, second],
      [],
    ],
    [
      "may come several at once",
      [calls({ index: 0, id: "a", name: "get_time", args: '{"x":1}' }, { index: 1, id: "b", name: "stop", args: "{}" })],
      [call, second],
      [],
    ],
    [
      "are sorted by their indices",
      [calls({ index: 1, id: "b", name: "stop", args: "{}" }), calls({ index: 0, id: "a", name: "get_time", args: '{"x":1}' })],
      [call, second],
      ["the index 1 where 0 comes next", "the index 0 where 1 comes next"],
    ],
    [
      "do not go on with a call after the next has begun",
      [first, calls({ index: 1, id: "b", name: "stop", args: "{}" }), calls({ index: 0, args: '{"x":1}' })],
      [call, second],
      ["a delta of call 0 after call 1 has begun"],
    ],
    [
      "do not name a call twice",
      [first, calls({ index: 0, name: "get_time", args: '{"x"' }), calls({ index: 0, name: "get_time", args: ":1}" })],
      [call],
      ["call 0 is named more than once"],
    ],
    [
      "do not begin a call without a name",
      [calls({ index: 0, id: "a", args: "{}" })],
      [{ id: "a", name: "", value: {}, text: "{}" }],
      ["the first delta of call 0 has no name"],
    ],
    [
      "do not begin a call with an empty name",
      [calls({ index: 0, id: "a", name: "", args: "{}" })],
      [{ id: "a", name: "", value: {}, text: "{}" }],
      ["the first delta of call 0 has no name"],
    ],
    [
      "do not come without an index, and what follows is read",
      [calls({ name: "lost" }, { index: 0, id: "a", name: "get_time", args: '{"x":1}' })],
      [call],
      ["a delta of a call without an index"],
    ],
    [
      "do not have a part of a number as their index",
      [calls({ index: 0.5, name: "lost" })],
      [],
      ["a delta of a call without an index"],
    ],
    ["do not have a text as their index", [calls({ index: "0", name: "lost" })], [], ["a delta of a call without an index"]],
    [
      "do not have arguments that are an object",
      [first, calls({ index: 0, args: { x: 1 } }), calls({ index: 0, args: '{"x":1}' })],
      [call],
      ["arguments of call 0 that are not a string"],
    ],
    [
      "may have no arguments at all",
      [calls({ index: 0, id: "a", name: "get_time" })],
      [{ id: "a", name: "get_time", value: undefined, text: "" }],
      [],
    ],
  ])("%s", (_title, blocks, expected, deltaFaults) => {
    const answer = readOpenai([...blocks, finish, done], true);
    expect(answer).toEqual({ ...emptyAnswer, finish: "stop", calls: expected, deltaFaults });
  });
});
