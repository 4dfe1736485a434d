import { describe, expect, it } from "vitest";
import {
  besides,
  broken,
  type Ground,
  kept,
  meant,
  modelTrace,
  type PlayedTurn,
  unshown,
} from "../../../../test/support/model-traces.ts";
import { call, stop, time, two } from "../../../../test/support/model-turns.ts";
import { toolResults } from "../streams.ts";

const openai: Ground = { api: "openai" };
const streamed = (turn: PlayedTurn): PlayedTurn => ({ ...turn, streamed: true });

describe("tool results", () => {
  const first: PlayedTurn = { ...call, scenario: "a", tools: ["get_time"] };
  const later: PlayedTurn = { scenario: "a", turn: 1, group: "text", tools: ["get_time"], means: { content: "It is noon." } };
  const repeated: PlayedTurn = { ...later, said: { content: "", calls: [time], tokens: 18 } };
  const missed = (what: string, at = 11, way = "whole"): object =>
    broken(at, `a turn 2, ${way}: 18 tokens, the script has 3: ${what}; the marker in the tool result did not reach the model`);
  const constrained = besides("constrained: in 1 of 1 answer the model was made to say something else than its script has");
  const cut: PlayedTurn = { ...first, said: { finish: "length" } };

  it.each<[string, Ground, PlayedTurn[], object]>([
    ["reach a model that goes on", {}, [first, later], kept(11)],
    [
      "do not reach one that says something else",
      {},
      [first, { ...later, said: { content: "Hm.", tokens: 18 } }],
      missed('"Hm." and 0 calls'),
    ],
    [
      "do not reach one whose request fails",
      {},
      [first, { ...later, status: 500 }],
      broken(11, "a turn 2, whole: status 500: no message"),
    ],
    ["are none in the first turn", {}, [{ ...first, status: 500 }], besides("no scenario of the run has tool results")],
    ["do not reach one that is held to a grammar and repeats itself", openai, [first, repeated], missed('"" and 1 call')],
    [
      "may have reached one that a grammar makes say something new",
      openai,
      [first, { ...later, said: { content: "Hm.", tokens: 18 } }],
      constrained,
    ],
    [
      "may have reached one that a grammar makes say its own text longer",
      openai,
      [
        { ...first, means: { content: "It is noon." } },
        { ...later, said: { tokens: 18 } },
      ],
      kept(11),
    ],
    ["may have reached one that a grammar made say something else before", openai, [cut, repeated], constrained],
    [
      "may have reached one that a grammar made say something else in the stream",
      openai,
      [streamed(cut), first, repeated],
      constrained,
    ],
    ["may have reached one that repeats another conversation", openai, [{ ...first, scenario: "b" }, repeated], constrained],
    ["may have reached one that repeats what it says later", openai, [repeated, { ...first, turn: 2, said: {} }], kept(11)],
    ["may have reached one that repeats a stream", openai, [streamed(first), repeated], constrained],
    [
      "may have reached one that repeats one call of two",
      openai,
      [
        { ...two, scenario: "a", tools: ["get_time"] },
        { ...repeated, said: { calls: [time, time], content: "", tokens: 18 } },
      ],
      constrained,
    ],
    [
      "may have reached one that repeats the name alone",
      openai,
      [first, { ...later, said: { content: "", calls: [{ ...time, arguments: {} }], tokens: 18 } }],
      constrained,
    ],
    [
      "may have reached one that repeats the arguments alone",
      openai,
      [first, { ...later, said: { content: "", calls: [{ ...time, name: "stop" }], tokens: 18 } }],
      constrained,
    ],
    [
      "may have reached one that repeats more than was said",
      openai,
      [first, { ...later, said: { content: "", calls: [time, stop], tokens: 18 } }],
      constrained,
    ],
    [
      "may have reached one that repeats the call with a word",
      openai,
      [first, { ...later, said: { content: "Hm.", calls: [time], tokens: 18 } }],
      constrained,
    ],
    [
      "do not show without token counts",
      { extra: null },
      [first, later],
      unshown("the server reports no token counts, so it is unknown whether the script was followed"),
    ],
    [
      "do not reach one that repeats itself in a stream",
      openai,
      [streamed(first), streamed(repeated)],
      missed('"" and 1 call', 17, "streamed"),
    ],
    [
      "do not reach one that repeats a call of other spacing",
      openai,
      [
        { ...first, means: { content: "So  then", calls: [meant("get_time", { zone: "CET" })] } },
        { ...repeated, said: { content: "So then ", calls: [time], tokens: 18 } },
      ],
      missed('"So then " and 1 call'),
    ],
  ])("%s", (_title, ground, turns, expected) => {
    expect(toolResults.verify(modelTrace(ground, ...turns))).toEqual(expected);
  });
});
