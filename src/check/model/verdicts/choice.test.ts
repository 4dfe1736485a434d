import { describe, expect, it } from "vitest";
import { besides, broken, type Ground, kept, modelTrace, type PlayedTurn } from "../../../../test/support/model-traces.ts";
import { none, stop, text, time } from "../../../../test/support/model-turns.ts";
import * as choices from "../choice.ts";
import type { ModelCheck } from "../model-check.ts";

const openai: Ground = { api: "openai" };

describe("tool_choice", () => {
  const tools = ["get_time", "stop"];
  const calls = { calls: [time] };
  const named: PlayedTurn = {
    group: "choice-named",
    tools,
    body: { tool_choice: { type: "function", function: { name: "get_time" } } },
  };
  const unnamed = { ...named, body: {} };
  const noneAsked: PlayedTurn = { group: "choice-none", tools };
  const required: PlayedTurn = { group: "choice-required", tools };
  const wrong = (what: string): object => broken(6, `scenario-1, whole: ${what}`);
  const limit = { finish: "length" };
  const cut = besides("constrained: in 1 of 1 answer the model was made to say something else than its script has");

  it.each<[string, ModelCheck, PlayedTurn, object]>([
    ["of none gives no call", choices.choiceNone, { ...noneAsked, ...text, group: "choice-none" }, kept(6)],
    [
      "of none gives no call although the model writes one",
      choices.choiceNone,
      { ...noneAsked, said: calls },
      wrong('a call of "get_time"'),
    ],
    ["of none may be refused", choices.choiceNone, { ...noneAsked, status: 400, said: calls }, kept(6)],
    [
      "of none may be refused with any status that blames the client",
      choices.choiceNone,
      { ...noneAsked, status: 499, said: calls },
      kept(6),
    ],
    ["of none may not fail in the server", choices.choiceNone, { ...noneAsked, status: 500 }, wrong("status 500: no message")],
    ["of none may not lead elsewhere", choices.choiceNone, { ...noneAsked, status: 399 }, wrong("status 399: no message")],
    [
      "of none may not go unanswered",
      choices.choiceNone,
      { ...noneAsked, status: null },
      broken(5, "scenario-1, whole: no answer"),
    ],
    ["of none shows nothing where the answer was cut", choices.choiceNone, { ...noneAsked, said: limit }, cut],
    [
      "of none is broken by a call although the answer was cut",
      choices.choiceNone,
      { ...noneAsked, said: { ...limit, ...calls } },
      wrong('a call of "get_time"'),
    ],
    ["of none is not looked at in others", choices.choiceNone, { ...required, said: calls }, none],
    ["that is required gives a call", choices.choiceRequired, { ...required, said: calls }, kept(6)],
    ["that is required gives more than talk", choices.choiceRequired, required, wrong("no call")],
    [
      "that is required gives calls of what was offered",
      choices.choiceRequired,
      { ...required, said: { calls: [time, { ...stop, name: "halt" }] } },
      wrong('a call of "halt", which was not offered'),
    ],
    ["that is required may be refused", choices.choiceRequired, { ...required, status: 422 }, kept(6)],
    ["that is required is not looked at in others", choices.choiceRequired, noneAsked, none],
    ["with a name gives a call of it", choices.choiceNamed, { ...named, said: calls }, kept(6)],
    ["with a name gives more than talk", choices.choiceNamed, named, wrong("no call with 2 tools")],
    [
      "with a name gives no other call",
      choices.choiceNamed,
      { ...named, said: { calls: [time, stop] } },
      wrong('a call of "stop"'),
    ],
    [
      "with a name gives no call whose name is a part of it",
      choices.choiceNamed,
      { ...named, said: { calls: [{ ...time, name: "time" }] } },
      wrong('a call of "time"'),
    ],
    [
      "with a name that the request did not have gives no call",
      choices.choiceNamed,
      { ...unnamed, said: calls },
      wrong('a call of "get_time"'),
    ],
    ["with a name may be refused", choices.choiceNamed, { ...named, status: 400 }, kept(6)],
    ["with a name is not looked at in others", choices.choiceNamed, required, none],
  ])("%s", (_title, check, turn, expected) => {
    expect(check.verify(modelTrace(openai, turn))).toEqual(expected);
  });
});
