import { McpcheckError } from "../../base/mcpcheck-error.ts";
import type { ModelScript, Scenario } from "../script/model-script.ts";
import type { Turn } from "../script/turn.ts";
import type { Conversation } from "../player/conversation.ts";
import { rawText } from "../player/say.ts";
import type { ModelFamily } from "./families/family.ts";
import { requestDependence } from "./request-dependence.ts";
import type { ScriptedModelSpec, ScriptedScenario, ScriptedTurn } from "./scripted-model-spec.ts";

/**
 * What a script says through a model file: its turns as raw text in the family's format, its scenarios by their markers.
 * @throws McpcheckError `usage` naming file and place of what only the wire can do: faults, answers made from the request …
 */
export function specOfScript(script: ModelScript, family: ModelFamily, file: string): ScriptedModelSpec {
  for (const [member, what] of [
    ["lacks", "what it lacks"],
    ["refuses", "what it refuses"],
    ["writes", "how bytes are written"],
  ] as const) {
    if (script[member] !== undefined)
      throw new McpcheckError("usage", `${file}#/${member}: a model file cannot say ${what}: that is for the server`);
  }
  const spoken: ModelScript = { ...script, format: script.format ?? family.format };
  const scenarios = script.scenarios.map((scenario, index) => scenarioOf(spoken, scenario, index, file));
  return { id: script.id, title: script.title, family, scenarios, file };
}

function scenarioOf(script: ModelScript, scenario: Scenario, index: number, file: string): ScriptedScenario {
  const place = `#/scenarios/${index}`;
  const { id, when, turns, afterwards } = scenario;
  const marker = when?.marker;
  if (when !== undefined && marker === undefined) {
    const [condition] = Object.keys(when);
    throw new McpcheckError(
      "usage",
      `${file}${place}/when${condition === undefined ? "" : `/${condition}`}: a model file cannot test conditions, only look for a marker in the prompt; add "marker"`,
    );
  }
  if (afterwards === "cycle")
    throw new McpcheckError("usage", `${file}${place}/afterwards: a model file cannot count rounds and repeats its last turn`);
  const own = turns.map((turn, at) => turnOf(script, turn, { round: at, place: `${place}/turns/${at}`, file }));
  return { id, ...(marker === undefined ? {} : { marker }), turns: own, place };
}

type TurnPlace = { readonly round: number; readonly place: string; readonly file: string };

function turnOf(script: ModelScript, turn: Turn, { round, place, file }: TurnPlace): ScriptedTurn {
  const found = requestDependence(turn, turn.split ?? script.split);
  if (found !== undefined) throw new McpcheckError("usage", `${file}${place}${found.place}: ${found.reason}`);
  const text = rawText(script, turn, inRound(round));
  const pieces = piecesOf(text, turn.split ?? script.split);
  return {
    ...(turn.marker === undefined ? {} : { marker: turn.marker }),
    text,
    ...(pieces === undefined ? {} : { pieces }),
    plain: turn.ids === false,
    place,
  };
}

/** The cut of a script that is one of tokens; the others are left to the compiler. */
function piecesOf(text: string, split: Turn["split"]): readonly string[] | undefined {
  if (split === "characters") return Array.from(text);
  return typeof split === "object" && "pieces" in split && split.pieces.join("") === text ? split.pieces : undefined;
}

/** A conversation of which only the round is known: ids of calls are made from it, here as on the wire. */
function inRound(round: number): Conversation {
  return {
    request: { model: "", messages: [], tools: [], stream: false },
    system: "",
    tools: [],
    user: "",
    results: [],
    rounds: { sinceUser: round, all: round },
  };
}
