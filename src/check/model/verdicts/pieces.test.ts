import { describe, expect, it } from "vitest";
import { besides, broken, type Ground, kept, modelTrace, type PlayedTurn } from "../../../../test/support/model-traces.ts";
import { call, none, stop, text, time } from "../../../../test/support/model-turns.ts";
import type { ModelCheck } from "../model-check.ts";
import * as checks from "../streams.ts";

const openai: Ground = { api: "openai" };
const wrong = (what: string, at: number): object => broken(at, `scenario-1, ${what}`);
const streamed = (turn: PlayedTurn): PlayedTurn => ({ ...turn, streamed: true });

describe.each<[string, ModelCheck, [string, Ground, PlayedTurn[], object][]]>([
  [
    "deltas of calls",
    checks.deltas,
    [
      ["are whole", openai, [streamed(call)], kept(9)],
      ["are not looked at in whole answers", openai, [call], none],
      ["are not looked at without calls", openai, [streamed({ ...call, said: { calls: [] } })], none],
      ["are not looked at in texts", openai, [streamed({ ...text, said: { calls: [stop] } })], none],
      [
        "do not lack a name",
        openai,
        [streamed({ ...call, said: { calls: [{ ...time, name: "" }] } })],
        wrong("streamed: the first delta of call 0 has no name", 9),
      ],
      [
        "do not lack names, of which no more than three are told",
        openai,
        [streamed({ ...call, said: { calls: ["", "", "", ""].map((name) => ({ ...stop, name })) } })],
        wrong(
          "streamed: the first delta of call 0 has no name; the first delta of call 1 has no name; the first delta of call 2 has no name",
          12,
        ),
      ],
      [
        "add up to arguments",
        openai,
        [streamed({ ...call, said: { calls: [time, { ...stop, arguments: '{"x' }] } })],
        wrong('streamed: the fragments of call 1 add up to "{\\"x", which is not JSON', 10),
      ],
    ],
  ],
  [
    "a stream",
    checks.streamEqual,
    [
      ["is the whole answer in pieces", {}, [{ ...call, scenario: "a" }, streamed({ ...call, scenario: "a" })], kept(12)],
      [
        "is compared in either order",
        {},
        [streamed({ ...text, scenario: "a" }), { ...text, scenario: "a", said: { content: "No." } }],
        broken(7, 'a, streamed: content "\\"It is noon.\\"", whole "\\"No.\\""'),
      ],
      [
        "differs in its calls",
        {},
        [{ ...call, scenario: "a" }, streamed({ ...call, scenario: "a", said: { calls: [] } })],
        broken(12, `a, streamed: calls "[]", whole ${JSON.stringify(JSON.stringify([time]))}`),
      ],
      [
        "differs in the name of a call",
        {},
        [{ ...call, scenario: "a" }, streamed({ ...call, scenario: "a", said: { calls: [{ ...time, name: "x" }] } })],
        broken(
          12,
          `a, streamed: calls ${JSON.stringify(JSON.stringify([{ ...time, name: "x" }]))}, whole ${JSON.stringify(JSON.stringify([time]))}`,
        ),
      ],
      [
        "does not differ in ids of calls, nor where both lack arguments",
        openai,
        [
          { ...call, scenario: "a", said: { calls: [{ ...time, id: "1", arguments: "" }] } },
          streamed({ ...call, scenario: "a", said: { calls: [{ ...time, arguments: "" }] } }),
        ],
        kept(14),
      ],
      [
        "differs in its reasoning",
        {},
        [{ ...text, scenario: "a" }, streamed({ ...text, scenario: "a", said: { reasoning: "Hm." } })],
        broken(12, 'a, streamed: reasoning "\\"Hm.\\"", whole "\\"\\""'),
      ],
      [
        "differs in its reason to stop",
        {},
        [{ ...text, scenario: "a" }, streamed({ ...text, scenario: "a", said: { finish: null } })],
        broken(12, 'a, streamed: finish "null", whole "\\"stop\\""'),
      ],
      [
        "does not differ where both lack a reason to stop",
        {},
        [{ ...text, scenario: "a", said: { finish: null } }, streamed({ ...text, scenario: "a", said: { finish: null } })],
        kept(12),
      ],
      [
        "is compared with the same scenario",
        {},
        [text, streamed(text)],
        besides("no scenario was answered both ways with its script followed"),
      ],
      [
        "is compared with the same turn",
        {},
        [{ ...text, scenario: "a" }, streamed({ ...text, scenario: "a", turn: 1 })],
        besides("no scenario was answered both ways with its script followed"),
      ],
      [
        "is compared where both followed the script",
        {},
        [{ ...text, scenario: "a", said: { tokens: 1 } }, streamed({ ...text, scenario: "a" })],
        besides("no scenario was answered both ways with its script followed"),
      ],
      [
        "is not compared with a stream",
        {},
        [streamed({ ...text, scenario: "a" }), streamed({ ...text, scenario: "a" })],
        besides("no scenario was answered both ways with its script followed"),
      ],
    ],
  ],
  [
    "a streamed text",
    checks.piecewise,
    [
      ["comes in pieces", {}, [streamed({ ...text, text: "long", tokens: 20, said: { content: ["a", "b", "c"] } })], kept(9)],
      [
        "does not come in two",
        {},
        [streamed({ ...text, text: "long", tokens: 20, tools: ["a"], said: { content: ["a", "b"] } })],
        wrong("streamed: 20 tokens of text in 2 pieces, with 1 tools offered", 8),
      ],
      [
        "may come in two where it is short",
        {},
        [streamed({ ...text, text: "long", tokens: 19, said: { content: ["a", "b"] } })],
        none,
      ],
      ["is not looked at where it is whole", {}, [{ ...text, text: "long", tokens: 20, said: { content: ["a", "b"] } }], none],
      ["is not looked at beside calls", {}, [streamed({ ...call, text: "long", tokens: 20 })], none],
    ],
  ],
])("%s", (_what, check, rows) => {
  it.each(rows)("%s", (_title, ground, turns, expected) => {
    expect(check.verify(modelTrace(ground, ...turns))).toEqual(expected);
  });
});
