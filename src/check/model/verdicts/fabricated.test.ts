import { describe, expect, it } from "vitest";
import { broken, type Ground, kept, modelTrace, type PlayedTurn, type Said } from "../../../../test/support/model-traces.ts";
import { call, none, stop, text, time } from "../../../../test/support/model-turns.ts";
import type { Json } from "../../../jsonrpc/json.ts";
import * as checks from "../calls.ts";
import type { ModelGroup } from "../model-event.ts";

const openai: Ground = { api: "openai" };

describe("nothing is made up", () => {
  const missing = (what: string): object => broken(6, `scenario-1, whole: ${what} does not appear in the model's text`);
  const nothing = kept(6);
  const said = (value: Json): Said => ({ calls: [{ name: "set", arguments: { x: value } }] });
  it.each<[string, string, Json, object]>([
    ["where a string was said", "set x: noon", "noon", nothing],
    ["where a string was said in other words", "set x: noon", "ten", missing('the value "ten"')],
    ["where a string is empty", "set x:", "", nothing],
    [
      "where a string was said with escapes and quotes",
      String.raw`set x: "high\n\"noon\"\ttoday"`,
      'high\n"noon"\ttoday',
      nothing,
    ],
    ["where a letter was said by its number", String.raw`set x: "J\u00fcrg", "\u00FC"`, ["Jürg", "ü"], nothing],
    ["where another letter was said by its number", String.raw`set x: "\u00e4"`, "ü", missing('the value "ü"')],
    ["where a number was said", "set x: 7", 7, nothing],
    ["where a number was said in other words", "set x: 7", 8, missing("the number 8")],
    ["where the sign of a number is lost", "set x: -7", 7, missing("the number 7")],
    ["where a number has a sign, a fraction and an exponent", "set x: [-12.75e-10]", -12.75e-10, nothing],
    ["where a number has a large exponent", "set x: 2E+12", 2e12, nothing],
    ["where a number has an exponent without a sign", "set x: 2e12", 2e12, nothing],
    ["where a number has become a text", "set x: 2.50", "2.5", nothing],
    ["where a text is another number than was said", "set x: 2.50", "3.5", missing('the value "3.5"')],
    ["where a value is true, false or null", "set x: yes", [true, false, null], nothing],
    ["where names and values lie deep", "set x: y z", { y: [{ w: "z" }, "v"] }, missing('the value "w", the value "v"')],
  ])("%s", (_title, told, value, expected) => {
    const turn: PlayedTurn = { group: "unknown", text: told, tokens: 3, said: said(value) };
    expect(checks.nothingFabricated.verify(modelTrace({}, turn))).toEqual(expected);
  });

  const cut: PlayedTurn = { text: 'set {"x', tokens: 3, said: { calls: [{ name: "set", arguments: '{"x' }] } };
  const bare: PlayedTurn = { text: "set", tokens: 1, said: { calls: [{ name: "set", arguments: "" }] } };
  const within = (group: ModelGroup, turn: PlayedTurn): PlayedTurn => ({ ...turn, group });
  it.each<[string, PlayedTurn, object]>([
    ["in a text that comes back as one", text, nothing],
    [
      "in a text that comes back as a call",
      { ...text, said: { calls: [time] } },
      broken(6, 'scenario-1, whole: a call of "get_time" in a text that holds none'),
    ],
    [
      "in the control that comes back as a call",
      within("control", { ...text, said: { calls: [time] } }),
      broken(6, 'scenario-1, whole: a call of "get_time" in a text that holds none'),
    ],
    ["in a text that holds a call", within("text", call), nothing],
    [
      "of a call whose name nobody said",
      within("unknown", { ...call, said: { calls: [{ ...time, name: "halt" }] } }),
      missing('the name "halt"'),
    ],
    ["of arguments that cannot be read, and come back so", within("malformed", cut), nothing],
    [
      "of arguments that could be read, but come back so that they cannot",
      within("unknown", cut),
      broken(6, "scenario-1, whole: arguments that are not JSON"),
    ],
    ["of arguments that are empty", within("unknown", bare), nothing],
    ["of a call, which has checks of its own", { ...call, said: { calls: [stop] } }, none],
  ])("%s", (_title, turn, expected) => {
    expect(checks.nothingFabricated.verify(modelTrace(openai, turn))).toEqual(expected);
  });
});
