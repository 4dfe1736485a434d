import { describe, expect, it } from "vitest";
import {
  besides,
  broken,
  type Ground,
  kept,
  meant,
  modelTrace,
  type PlayedTurn,
  type Said,
} from "../../../../test/support/model-traces.ts";
import { call, none, stop, time } from "../../../../test/support/model-turns.ts";
import { beyondAscii, characters, escapes } from "../characters.ts";

const openai: Ground = { api: "openai" };
const greeting: PlayedTurn = { group: "text", means: { content: "Grüße, ünd" } };
const greet: PlayedTurn = { means: { calls: [meant("greet", { to: "Jürg" })] } };
const unpaired: PlayedTurn = { means: { calls: [{ name: "greet", arguments: String.raw`{"to":"J\u00fcrg"}` }] } };
const greeted = (to: string): Said => ({ calls: [{ name: "greet", arguments: JSON.stringify({ to }) }] });

const rows: [string, Ground, PlayedTurn, object][] = [
  ["come back in a text", {}, greeting, kept(6)],
  ["come back in arguments", openai, greet, kept(6)],
  ["come back although the model wrote them as escapes", openai, { ...unpaired, said: greeted("Jürg") }, kept(6)],
  [
    "come back although the server writes them as escapes",
    openai,
    { ...greet, said: { calls: [{ name: "greet", arguments: String.raw`{"to":"J\u00FCrg"}` }] } },
    kept(6),
  ],
  [
    "are each missed once, in the order of the text",
    {},
    { ...greeting, said: { content: "Gre, nd" } },
    broken(6, "scenario-1, whole: üß is missing"),
  ],
  [
    "are missed in arguments that were written as escapes",
    openai,
    { ...unpaired, said: greeted("Jrg") },
    broken(6, "scenario-1, whole: ü is missing"),
  ],
  [
    "are not replaced in a text",
    {},
    { ...greeting, said: { content: "Gr\ufffde" } },
    broken(6, 'scenario-1, whole: a replacement character: "Gr\ufffde"'),
  ],
  [
    "are not replaced in arguments",
    openai,
    { ...greet, said: { content: "So: ", calls: [{ name: "greet", arguments: String.raw`{"to":"J\ufffdrg"}` }, stop] } },
    broken(6, 'scenario-1, whole: a replacement character: "So: {\\"to\\":\\"J\ufffdrg\\"}, {}"'),
  ],
  [
    "are none where the text has blank lines only beyond what can be printed",
    {},
    { group: "text", means: { content: "It is\n\tnoon. ~" } },
    none,
  ],
  ["are none where the arguments have none", {}, call, none],
  ["are none of those that only a marker of the format has", {}, { ...call, text: "<｜call｜>get_time", tokens: 5 }, none],
  [
    "are for another check in texts whose reading is disputed",
    {},
    { ...greeting, group: "malformed", said: { content: "" } },
    none,
  ],
];

describe("characters beyond ASCII", () => {
  it.each(rows)("%s", (_title, ground, turn, expected) => {
    expect(beyondAscii.verify(modelTrace(ground, turn))).toEqual(expected);
  });

  it("are for another check where they are cut between tokens", () => {
    expect(beyondAscii.verify(modelTrace({}, { ...greeting, cut: "byte" }))).toEqual(none);
  });
});

describe("characters that are cut between tokens", () => {
  it.each(rows)("%s", (_title, ground, turn, expected) => {
    expect(characters.verify(modelTrace(ground, { ...turn, cut: "byte" }))).toEqual(expected);
  });

  it.each<[string, PlayedTurn, object]>([
    ["are for another check where they are whole", greeting, none],
    [
      "are not said to be lost by that where whole ones are lost too",
      { ...greeting, said: { content: "Gre" } },
      besides("characters beyond ASCII do not come back from whole tokens either: model.beyond-ascii says so"),
    ],
  ])("%s", (_title, turn, expected) => {
    expect(characters.verify(modelTrace({}, turn))).toEqual(expected);
  });
});

describe("escapes where both readings are known", () => {
  const lines: PlayedTurn = { escapes: "disputed", means: { calls: [meant("set", { x: "a\nb" })] } };
  const kind = (x: string): Said => ({ calls: [{ name: "set", arguments: { x } }] });
  const stand = String.raw`{"x":"a\\nb"}`;
  it.each<[string, PlayedTurn, object]>([
    ["are read", lines, kept(6)],
    [
      "are not left as they stand",
      { ...lines, said: kind("a\\nb") },
      broken(
        6,
        `scenario-1, whole: call 0 has its escapes as they stand, ${JSON.stringify(stand)}; read as escapes it is ${JSON.stringify(String.raw`{"x":"a\nb"}`)}`,
      ),
    ],
    [
      "are not left so in a later call",
      {
        ...lines,
        group: "parallel",
        means: { calls: [meant("get_time", {}), meant("set", { x: "a\nb" })] },
        said: {
          calls: [
            { ...time, arguments: {} },
            { name: "set", arguments: { x: "a\\nb" } },
          ],
        },
      },
      broken(
        6,
        `scenario-1, whole: call 1 has its escapes as they stand, ${JSON.stringify(stand)}; read as escapes it is ${JSON.stringify(String.raw`{"x":"a\nb"}`)}`,
      ),
    ],
    ["are for another check where the value is another", { ...lines, said: kind("ab") }, kept(6)],
    ["are for another check where there is one reading", { means: lines.means ?? {}, said: kind("a\\nb") }, none],
    ["are none where the text has none", { ...call, escapes: "disputed" }, none],
    ["are none where the call was lost", { ...lines, said: { calls: [] } }, none],
    ["are none in disputed texts", { ...lines, group: "markers", said: kind("a\\nb") }, none],
  ])("%s", (_title, turn, expected) => {
    expect(escapes.verify(modelTrace({}, turn))).toEqual(expected);
  });
});
